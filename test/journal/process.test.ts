import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { isRunning, thisProcess } from "../../src/journal/process.ts";

describe("a process, by its name", () => {
  test("runs as long as it does", async () => {
    expect(isRunning(thisProcess())).toBe(true);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const name = `${hostname()}/${child.pid}/`;
    expect(isRunning(name)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isRunning(name)).toBe(false);
  });

  test.runIf(process.platform === "linux")("is another one where the number is used again", () => {
    const [host, pid, began] = thisProcess({}).split("/");
    expect(Number(began)).toBeGreaterThan(0);
    expect(isRunning(`${host}/${pid}/${Number(began) - 1}`)).toBe(false);
  });

  test("cannot be seen on another machine, or where the name is none", () => {
    for (const name of [
      `not-${hostname()}/${process.pid}/`,
      "",
      hostname(),
      `${hostname()}/x/`,
      `${hostname()}/-1/`,
    ])
      expect(isRunning(name), name).toBeUndefined();
  });

  test("is named together with the job that it is part of, and known by itself", () => {
    const github = { GITHUB_RUN_ID: "5", GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "o/r" };
    expect(thisProcess(github)).toBe(`${thisProcess({})} https://github.com/o/r/actions/runs/5`);
    expect(thisProcess({ CI_JOB_URL: "https://gitlab.example/1" })).toContain(" https://gitlab.example/1");
    expect(isRunning(thisProcess(github))).toBe(true);
  });
});
