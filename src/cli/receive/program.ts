import { spawn } from "node:child_process";
import { once } from "node:events";
import type { NewestIssued } from "../../journal/index.ts";
import { startTimer } from "../../waiting.ts";
import type { ProgramLock } from "./program-lock.ts";

/** What a program gets of the receiver's environment. The rest may have secrets. */
const inherited = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|SystemRoot)$/;
/** The end of what a program prints is logged if it fails. */
const outputBytes = 2_000;
/**
 * The shell has the lock as descriptor 3, and the program does not: a daemon that the program leaves behind must not keep the lock.
 * With a command after the program, no shell replaces itself by the program.
 */
const holdLock = '"$0" 3>&-; exit $?';

export interface Program {
  readonly path: string;
  readonly timeoutMs: number;
  readonly env: NodeJS.ProcessEnv;
}

/** What the program finds in its environment. */
export const programVariables = {
  orderId: "CERTORDER_ORDER_ID",
  certificateId: "CERTORDER_CERTIFICATE_ID",
  receivedAt: "CERTORDER_RECEIVED_AT",
} as const;

/** Runs the program for a certificate. Undefined: it succeeded. */
export async function runProgram(
  { path, timeoutMs, env }: Program,
  orderId: string,
  { certificateId, callback }: NewestIssued,
  { descriptor }: ProgramLock,
): Promise<object | undefined> {
  const command: [string, string[]] =
    descriptor !== undefined ? ["/bin/sh", ["-c", holdLock, path]] : [path, []];
  const child = spawn(...command, {
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => inherited.test(name))),
      [programVariables.orderId]: orderId,
      [programVariables.certificateId]: certificateId,
      ...(callback && { [programVariables.receivedAt]: callback.at }),
    },
    stdio: ["ignore", "pipe", "pipe", ...(descriptor === undefined ? [] : [descriptor])],
    // A group of its own, so that what the program starts ends with it.
    detached: process.platform !== "win32",
  });
  let output = Buffer.alloc(0);
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output = Buffer.concat([output, chunk]).subarray(-outputBytes);
    });
  let isLate = false;
  const stopTimer = startTimer(timeoutMs, () => {
    isLate = true;
    endGroup(child.pid);
  });
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    if (code === 0) return undefined;
    // The shell, and so the lock, may have ended alone. The program must not go on beside the next one.
    if (signal !== null) endGroup(child.pid);
    return { exit_code: code, signal, timed_out: isLate, output: output.toString() };
  } catch (error) {
    return { error: (error as Error).message };
  } finally {
    stopTimer();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
