import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { credentials } from "../../harness/journal/s3-server.ts";
import { LosingProxy } from "./losing-proxy.ts";

/** A store that processes share, and how to disturb it. */
interface SharedStore {
  /** The URL of a new journal, behind another port if one is given. */
  newJournal(port?: number): Promise<string>;
  readonly port: number;
  /** Whether a request writes an event. */
  isWrite(request: Buffer): boolean;
  /** A server that keeps its events when it is killed: how to kill and restart it. */
  mortal(): Promise<{ url: string; kill(): Promise<void>; restart(): Promise<void> }>;
}

/** Many processes reissue the same orders at the same moment. For each order, one may send. */
export function testRaces(name: string, store: SharedStore): void {
  describe(`Processes that share a journal in ${name}`, () => {
    test("12 processes send once for each of 200 orders", async () => {
      const { winners, complaints } = await raceOfProcesses(await store.newJournal(), 12, 200);
      expectOneEach(winners);
      expect(complaints).toEqual([]);
    });

    test("6 processes send once for each order if answers are lost after the write", async () => {
      const proxy = await LosingProxy.start(store.port, store.isWrite);
      const url = await store.newJournal(proxy.port);
      proxy.oneIn = 4;
      const { winners } = await raceOfProcesses(url, 6, 60);
      // Each process whose answer was lost finds its own event.
      expectOneEach(winners);
      // One in four of the two writes that each round has at least. How many more there are, the machine decides.
      expect(proxy.lost).toBeGreaterThanOrEqual(30);
    });

    test("12 processes never send an order twice if some of them are killed", async () => {
      const killSome = async (rivals: readonly ChildProcess[]) => {
        for (const rival of rivals.slice(0, 8)) {
          await sleep(300);
          rival.kill("SIGKILL");
        }
      };
      const { winners } = await raceOfProcesses(await store.newJournal(), 12, 200, killSome);
      expect(winners.filter(({ length }) => length > 1)).toEqual([]);
    });

    test("6 processes never send an order twice if the server is killed and comes back, and every claim is still there", async () => {
      const { url, kill, restart } = await store.mortal();
      const { winners, complaints } = await raceOfProcesses(url, 6, 200, async () => {
        for (let kills = 0; kills < 6; kills++) {
          await sleep(500);
          await kill();
          // Long enough for the others to notice.
          await sleep(300);
          await restart();
        }
      });
      expect(complaints).not.toEqual([]);
      expect(winners.filter(({ length }) => length > 1)).toEqual([]);
      const attempts = await new Journal(url, { env: credentials }).attempts();
      // A process behind the winner may have been cut off before it recorded that it sent nothing.
      for (const [round, [winner]] of winners.entries())
        if (winner)
          expect(
            attempts.find(({ orderId, status }) => orderId === `round-${round}` && status !== "void"),
          ).toMatchObject({ attemptId: winner });
    });
  });
}

export function expectOneEach(winners: readonly (readonly string[])[]): void {
  expect(winners.map(({ length }) => length)).toEqual(winners.map(() => 1));
}

interface Raced {
  /** For each round: the attempts that were let through to sending. */
  readonly winners: readonly (readonly string[])[];
  /** What those said who could not use the journal. */
  readonly complaints: readonly string[];
}

/** Many processes reissue the same orders at the same moment. `disturb` is handed all of them while they run. */
export async function raceOfProcesses(
  url: string,
  processes: number,
  rounds: number,
  disturb: (rivals: readonly ChildProcess[]) => Promise<void> = async () => {},
): Promise<Raced> {
  const winners: string[][] = Array.from({ length: rounds }, () => []);
  const complaints: string[] = [];
  const rivals = Array.from({ length: processes }, (_, index) => {
    const args = [join(import.meta.dirname, "rival.ts"), url, String(rounds), String(index)];
    const rival = spawn(process.execPath, args, { env: { ...process.env, ...credentials } });
    createInterface(rival.stdout).on("line", (line) => {
      const [round = "", attemptId = ""] = line.split(" ");
      winners[Number(round)]?.push(attemptId);
    });
    createInterface(rival.stderr).on("line", (line) => complaints.push(line));
    rival.stdin.on("error", () => {});
    return rival;
  });
  const ended = Promise.all(rivals.map((rival) => once(rival, "close")));
  for (const rival of rivals) rival.stdin.write("go\n");
  await disturb(rivals);
  await ended;
  return { winners, complaints };
}
