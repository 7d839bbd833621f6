import { atLeast, type PartContext, type PartResult } from "../../part.ts";
import { type AttackedServer, receiver, sandboxCommand, sandboxLibrary } from "./attacked-servers.ts";
import { type Attack, type Flooded, flood } from "./flood.ts";
import { openFilesAllowed } from "./process-facts.ts";

type Findings = Required<Pick<PartResult, "findings" | "failures">>;

/** Floods one server after the other. `over` waits until each has got rid of what is left of its flood. */
export async function floods({ quick, log }: PartContext): Promise<{ readonly over: Promise<Findings> }> {
  const many: Attack = quick
    ? { connections: 600, atOnce: 500, heightMs: 1_000, staySilent: false }
    : { connections: 14_000, atOnce: 10_000, heightMs: 6_000, staySilent: true };
  // No client stays long in the middle of a handshake: on a busy machine the first are gone when the last arrive.
  const fewer: Attack = quick ? many : { ...many, atOnce: 5_000 };
  const attacks: readonly (readonly [() => Promise<AttackedServer>, Attack])[] = [
    [receiver, many],
    [sandboxCommand, many],
    [sandboxLibrary, fewer],
  ];
  const files = atLeast("open files that a process may have", openFilesAllowed(), many.connections + 500);
  if (!files.met) return { over: Promise.resolve({ findings: [files], failures: [] }) };

  const flooded: Promise<Flooded>[] = [];
  for (const [start, attack] of attacks) {
    const victim = await start();
    log(`${victim.name} is flooded`);
    flooded.push((await flood(victim, attack)).over);
  }
  const over = Promise.all(flooded).then((all) => ({
    findings: [files, ...all.flatMap(({ findings }) => findings)],
    failures: all.flatMap(({ failures }) => failures),
  }));
  return { over };
}
