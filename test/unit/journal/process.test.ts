import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { isRunning, thisProcess } from "../../../src/journal/process.ts";
import { standIn } from "./stand-in.ts";

describe("A process, by its name", () => {
  test("runs until it ends", async () => {
    expect(isRunning(thisProcess())).toBe(true);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const name = `${hostname()}/${child.pid}/`;
    expect(isRunning(name)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isRunning(name)).toBe(false);
  });

  test.runIf(process.platform === "linux")("is not another process with the same number", () => {
    const [host, pid, began] = thisProcess({}).split("/");
    expect(Number(began)).toBeGreaterThan(0);
    expect(isRunning(`${host}/${pid}/${Number(began) - 1}`)).toBe(false);
  });

  test("runs also if another user owns it", () => {
    standIn(process, "kill", () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    });
    expect(isRunning(thisProcess())).toBe(true);
  });

  /** What the system shows of every process. */
  const shown = (stat: () => string) => standIn(fs, "readFileSync", stat as never);

  test("is found by its number if the system does not show when it began", () => {
    const name = thisProcess();
    shown(() => {
      throw new Error("ENOENT");
    });
    expect(thisProcess()).toBe(`${hostname()}/${process.pid}/`);
    expect(isRunning(thisProcess())).toBe(true);
    expect(isRunning(name)).toBe(true);
  });

  test("A dead process that its parent has not noticed does not run", () => {
    const name = `${hostname()}/${process.pid}/4711`;
    const stat = (state: string) =>
      `7 (node) ${state} 1 7 7 0 -1 4194560 9 8 7 6 5 4 3 2 20 0 11 0 4711 1 2\n`;
    shown(() => stat("S"));
    expect(isRunning(name)).toBe(true);
    shown(() => stat("Z"));
    expect(isRunning(name)).toBe(false);
  });

  test("may run a program of any name", () => {
    shown(() => "7 (a) b (c) S 1 7 7 0 -1 4194560 9 8 7 6 5 4 3 2 20 0 11 0 4711 123456 789\n");
    expect(thisProcess()).toMatch(/\/4711$/);
  });

  test("cannot be seen on another machine, or by a wrong name", () => {
    for (const name of [
      `not-${hostname()}/${process.pid}/`,
      "",
      hostname(),
      `${hostname()}/x/`,
      `${hostname()}/-1/`,
      `${hostname()}/0/`,
    ])
      expect(isRunning(name), name).toBeUndefined();
  });

  test("has the page of its job in its name, which does not matter for finding it", () => {
    const github = { GITHUB_RUN_ID: "5", GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "o/r" };
    expect(thisProcess(github)).toBe(`${thisProcess({})} https://github.com/o/r/actions/runs/5`);
    expect(thisProcess({ CI_JOB_URL: "https://gitlab.example/1" })).toContain(" https://gitlab.example/1");
    expect(isRunning(thisProcess(github))).toBe(true);
  });
});
