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

  test("runs also if another user owns it", () => {
    standIn(process, "kill", () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    });
    expect(isRunning(thisProcess())).toBe(true);
  });

  /** What Linux shows of every process. The program's name may contain blanks and brackets. */
  const shown = (state: string) => {
    const stat = `7 (a) b (c) ${state} 1 7 7 0 -1 4194560 9 8 7 6 5 4 3 2 20 0 11 0 4711 1 2\n`;
    standIn(fs, "readFileSync", (() => stat) as never);
  };
  const began = (ticks: number) => `${hostname()}/${process.pid}/${ticks}`;

  test("is not another process with the same number, nor one that is dead and not yet cleared away", () => {
    shown("S");
    expect(thisProcess({})).toBe(began(4711));
    expect([isRunning(began(4711)), isRunning(began(4710))]).toEqual([true, false]);
    shown("Z");
    expect(isRunning(began(4711))).toBe(false);
  });

  test("does not run if it is cleared away between two looks", () => {
    let isCleared = false;
    const look = (code: string) => {
      if (isCleared) throw Object.assign(new Error(code), { code });
      isCleared = true;
    };
    standIn(process, "kill", () => {
      look("ESRCH");
      return true;
    });
    standIn(fs, "readFileSync", (() => {
      look("ENOENT");
      return "7 (node) Z 1";
    }) as never);
    expect(isRunning(began(4711))).toBe(false);
  });

  test("is found by its number where the system does not show when it began", () => {
    const name = thisProcess();
    standIn(fs, "readFileSync", () => {
      throw new Error("ENOENT");
    });
    expect(thisProcess({})).toBe(`${hostname()}/${process.pid}/`);
    expect([isRunning(thisProcess()), isRunning(name)]).toEqual([true, true]);
  });

  test.each([`not-${hostname()}/${process.pid}/`, "", hostname(), `${hostname()}/x/`, `${hostname()}/0/`])(
    "cannot be seen on another machine, or by a wrong name: %j",
    (name) => {
      expect(isRunning(name)).toBeUndefined();
    },
  );

  test("has the page of its job in its name, which does not matter for finding it", () => {
    const github = { GITHUB_RUN_ID: "5", GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "o/r" };
    expect(thisProcess(github)).toBe(`${thisProcess({})} https://github.com/o/r/actions/runs/5`);
    expect(thisProcess({ CI_JOB_URL: "https://gitlab.example/1" })).toContain(" https://gitlab.example/1");
    expect(isRunning(thisProcess(github))).toBe(true);
  });
});
