import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "../../harness/journal/s3-server.ts";

export interface Raced {
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
