import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "../../../harness/finding.ts";
import { atLeast, none } from "../../part.ts";
import type { AttackedServer } from "./attacked-servers.ts";
import { Flooders } from "./flooders.ts";
import { fewestRequests, HonestClient } from "./honest-client.ts";
import { ServerMonitor } from "./server-monitor.ts";

export interface Attack {
  /** How many are opened, and opened again when the server ends them. */
  readonly connections: number;
  /** How many have to be there at once, however slowly a busy machine opens them. */
  readonly atOnce: number;
  /** How long the flood goes on at its height. */
  readonly heightMs: number;
  /** In the end those who flood fall silent and stay, so that the server has to send them away. Else they leave. */
  readonly staySilent: boolean;
}

/** For as long as a busy machine may need to open all connections, and a server to end them. */
const retryDelaysMs = 180_000;
/** The most that a server may hold, whatever it is sent. */
const mostMemoryMiB = 1_024;

/** A server after a flood. */
export interface Flooded {
  /** What was wrong with answers to honest clients. */
  readonly failures: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * Floods a server while an honest client asks it all the time. Resolves at the end of the flood, with a promise for the
 * time when the server has got rid of it.
 */
export async function flood(
  victim: AttackedServer,
  attack: Attack,
): Promise<{ readonly over: Promise<Flooded> }> {
  const { name, port, isTls, request, patientWith, largestBody } = victim;
  const { connections, atOnce, heightMs, staySilent } = attack;
  const watch = await ServerMonitor.begin(victim);
  const honest = new HonestClient(victim);
  const order = { port, isTls, request, patientWith, largestBody, connections };
  const findings: Finding[] = [];

  // A handshake for each would take longer than all the rest.
  if (!isTls) {
    const crowd = new Flooders({ crowd: order });
    await until(() => watch.connections >= atOnce);
    findings.push(atLeast(`${name}: honest clients at once`, watch.mostConnections, atOnce));
    crowd.order("finish");
    await until(() => crowd.progress.answered >= connections);
    findings.push(atLeast(`${name}: of these answered rightly`, crowd.progress.answered, connections));
    crowd.leave();
  }
  watch.mostConnections = 0;
  const flooders = new Flooders({ flood: order });
  await until(() => watch.connections >= atOnce);
  await wait(heightMs);
  findings.push(atLeast(`${name}: hostile connections at once`, watch.mostConnections, atOnce));
  if (staySilent) flooders.order("hush");
  else flooders.leave();

  async function aftermath(): Promise<Flooded> {
    // One may be the honest client's.
    await until(() => watch.connections <= 1);
    await honest.end();
    await until(() => watch.connections === 0);
    const { connections: left, mostMemoryMiB: memory } = watch;
    watch.end();
    flooders.leave();
    const ending = await victim.end();
    findings.push(
      atLeast(`${name}: honest requests answered rightly all the while`, honest.answered, fewestRequests),
      none(`${name}: honest requests answered otherwise`, honest.wrong.length),
      none(`${name}: connections left open`, left),
      {
        what: `${name}: memory at its highest`,
        value: `${memory} MiB`,
        aim: `at most ${mostMemoryMiB} MiB`,
        met: memory <= mostMemoryMiB,
      },
    );
    const failures = [...honest.wrong.slice(0, 5), ...(ending === undefined ? [] : [ending])];
    return { findings, failures: failures.map((failure) => `${name}: ${failure}`) };
  }
  return { over: aftermath() };
}

/** Waits for something, but not forever: what has not happened by then shows in a finding. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + retryDelaysMs;
  while (!holds() && performance.now() < end) await wait(50);
}
