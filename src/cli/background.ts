import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isExecutable } from "../version.ts";

/** A copy of this program that runs on after this process has ended, or that could not start. */
type BackgroundProcess =
  | { readonly pid: number; readonly log: string; readonly ready: string }
  | { readonly exitCode: number; readonly shown: string };

/**
 * Starts this program once more, without a terminal. It is ready when it has written the file that `readyFlag` names;
 * `ready` is that file's text.
 */
export async function startInBackground(
  args: readonly string[],
  readyFlag: string,
): Promise<BackgroundProcess> {
  const folder = await mkdtemp(join(tmpdir(), "certorder-background-"));
  const log = join(folder, "log");
  const readyFile = join(folder, "ready");
  const output = openSync(log, "wx", 0o600);
  const program = isExecutable ? [] : [...process.execArgv, process.argv[1] as string];
  const child = spawn(process.execPath, [...program, ...args, readyFlag, readyFile], {
    detached: true,
    stdio: ["ignore", output, output],
  });
  child.unref();
  const ended = once(child, "exit") as Promise<[number | null]>;
  for (;;) {
    const ready = await readFile(readyFile, "utf8").catch(() => "");
    if (ready !== "") return { pid: child.pid as number, log, ready };
    const [exitCode] = await Promise.race([ended, sleep(50, [undefined] as const)]);
    if (exitCode !== undefined) return { exitCode: exitCode ?? 1, shown: await readFile(log, "utf8") };
  }
}
