import { fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "../../../harness/faults/raw-server.ts";
import { atLeast, none, type PartContext, type PartResult } from "../../part.ts";
import { type AttackedServer, receiver, sandboxCommand, sandboxLibrary } from "./attacked-servers.ts";
import type { Flood } from "./flooder.ts";

type Findings = Required<Pick<PartResult, "findings" | "failures">>;

interface Attack {
  /** How many are opened, and opened again when the server ends them. */
  readonly connections: number;
  /** How many have to be there at once, however slowly a busy machine opens them. */
  readonly atOnce: number;
  readonly heightMs: number;
  /** In the end those who flood fall silent and stay, so that the server has to send them away. Else they leave. */
  readonly staySilent: boolean;
}

/** For as long as a busy machine may need to open all connections, and a server to end them. */
const patienceMs = 180_000;
const mostMemoryMiB = 1_024;
/** However short a flood is, it meets some requests. */
const fewestRequests = 10;

/** Floods one server after the other. `over` waits until each has got rid of what is left of its flood. */
export async function floods({ quick, log }: PartContext): Promise<{ readonly over: Promise<Findings> }> {
  const many: Attack = quick
    ? { connections: 600, atOnce: 500, heightMs: 1_000, staySilent: false }
    : { connections: 14_000, atOnce: 10_000, heightMs: 6_000, staySilent: true };
  // No client stays long in the middle of a handshake: on a busy machine the first are gone when the last arrive.
  const fewer: Attack = quick ? many : { ...many, atOnce: 5_000 };
  const files = atLeast("open files that a process may have", openFilesAllowed(), many.connections + 500);
  const flooded: Promise<Findings>[] = [];
  for (const start of files.met ? [receiver, sandboxCommand, sandboxLibrary] : []) {
    const server = await start();
    log(`${server.name} is flooded`);
    flooded.push((await flood(server, server.isTls ? fewer : many)).over);
  }
  const over = Promise.all(flooded).then((all) => ({
    findings: [files, ...all.flatMap(({ findings }) => findings)],
    failures: all.flatMap(({ failures }) => failures),
  }));
  return { over };
}

/**
 * Floods a server while an honest client asks it all the time. Resolves at the end of the flood, with a promise for the
 * time when the server has got rid of it.
 */
async function flood(server: AttackedServer, attack: Attack): Promise<{ readonly over: Promise<Findings> }> {
  const { name, pid, flood } = server;
  await server.ask();
  await wait(1_000);
  const filesWithoutConnections = openFiles(pid);
  const seen = { connections: 0, most: 0, memory: 0 };
  const watching = setInterval(() => {
    seen.connections = openFiles(pid) - filesWithoutConnections;
    seen.most = Math.max(seen.most, seen.connections);
    seen.memory = Math.max(seen.memory, memoryMiB(pid));
  }, 100);
  const stop = new AbortController();
  const honest = askAgainAndAgain(server, stop.signal);
  const order: Flood = { ...flood, connections: attack.connections };
  const flooder = fork(new URL("./flooder.ts", import.meta.url), [JSON.stringify(order)]);
  const leave = () => flooder.connected && flooder.disconnect();
  await eventually(() => seen.connections >= attack.atOnce, patienceMs);
  await wait(attack.heightMs);
  const { most } = seen;
  if (attack.staySilent) flooder.send("hush");
  else leave();

  async function aftermath(): Promise<Findings> {
    // One may be the honest client's.
    await eventually(() => seen.connections <= 1, patienceMs);
    stop.abort();
    const { answered, wrong } = await honest;
    await eventually(() => seen.connections === 0, patienceMs);
    clearInterval(watching);
    leave();
    const ending = await server.end();
    return {
      findings: [
        atLeast(`${name}: hostile connections at once`, most, attack.atOnce),
        atLeast(`${name}: honest requests answered rightly all the while`, answered, fewestRequests),
        none(`${name}: honest requests answered otherwise`, wrong.length),
        none(`${name}: connections left open`, seen.connections),
        {
          what: `${name}: memory at its highest`,
          value: `${seen.memory} MiB`,
          aim: `at most ${mostMemoryMiB} MiB`,
          met: seen.memory <= mostMemoryMiB,
        },
      ],
      failures: [...wrong.slice(0, 5), ...ending].map((failure) => `${name}: ${failure}`),
    };
  }
  return { over: aftermath() };
}

async function askAgainAndAgain(server: AttackedServer, stop: AbortSignal) {
  let answered = 0;
  const wrong: string[] = [];
  while (!stop.aborted || answered + wrong.length < fewestRequests) {
    await server.ask().then(
      () => answered++,
      (error) => wrong.push(String(error)),
    );
    await wait(100);
  }
  return { answered, wrong };
}

// What Linux shows of a process from outside: a server under attack is not asked how it is.

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function memoryMiB(pid: number): number {
  const [, kib = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1024);
}

/** How many files a process may have open here. Node raises its own limit as far as it may. */
function openFilesAllowed(): number {
  const [, hard = "0"] =
    /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}
