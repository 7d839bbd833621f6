import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isExecutable } from "../version.ts";

/** A copy of this program that runs on after this process has ended, or that could not start. */
type BackgroundProcess =
  | { readonly pid: number; readonly log: string; readonly ready: string }
  | { readonly exitCode: number; readonly shown: string };

/** Names the folder with the log of a process in the background. That process removes it when it ends. */
const folderVariable = "CERTORDER_BACKGROUND_FOLDER";

/**
 * Starts this program once more, without a terminal. It is ready when it has written the file that `readyFlag` names;
 * `ready` is that file's text. It has to call `removeBackgroundFolder` when it ends.
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
    env: { ...process.env, [folderVariable]: folder },
    stdio: ["ignore", output, output],
  });
  child.unref();
  const ended = once(child, "exit") as Promise<[number | null]>;
  for (;;) {
    const ready = await readFile(readyFile, "utf8").catch(() => "");
    if (ready !== "") return { pid: child.pid as number, log, ready };
    const [exitCode] = await Promise.race([ended, sleep(50, [undefined] as const)]);
    if (exitCode === undefined) continue;
    const shown = await readFile(log, "utf8");
    await rm(folder, { recursive: true, force: true });
    return { exitCode: exitCode ?? 1, shown };
  }
}

/** Removes the log of this process, if `startInBackground` started it. */
export async function removeBackgroundFolder(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = env[folderVariable];
  // Windows cannot remove a log that is open.
  if (folder) await rm(folder, { recursive: true, force: true }).catch(() => {});
}
