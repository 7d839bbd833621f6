import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { Core } from "../../../src/plugin/testing/core.ts";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { exampleCommand } from "../../harness/plugin/example/start.ts";

const folder = mkdtempSync(join(tmpdir(), "lifecycle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const command = exampleCommand();
const environment = { EXAMPLE_FOLDER: folder };
const socketFolder = (core: Core) => dirname(core.process.handshake.address);

async function eventually(what: () => boolean, withinMs = 10_000): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(20))
    if (what()) return true;
  return what();
}

/** Waits until the creation of a file has begun. */
async function started(name: string): Promise<void> {
  expect(await eventually(() => existsSync(join(folder, `${name}.started`)))).toBe(true);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("The end of a provider", () => {
  test("is quick and clean when the core is done", async () => {
    const core = await Core.start({ command, environment });
    await core.configure({ folder });
    const exit = await core.shutDown();
    expect(exit).toMatchObject({ code: 0, signal: null });
    // After two seconds the core would kill it.
    expect(exit.ms).toBeLessThan(2000);
    expect(existsSync(socketFolder(core))).toBe(false);
  });

  test.each(["shutdown", "SIGTERM"] as const)("lets a running call finish and answer (%s)", async (way) => {
    const workspace = await Workspace.open({ command, environment, provider: { folder } });
    const file = workspace.resource("example_file");
    const config = { name: `ending-${way}`, content: "x".repeat(1_000_000), delay_ms: 60_000 };
    const applied = file.apply(config, { expectEmptyPlan: false });
    await started(`ending-${way}`);
    if (way === "SIGTERM") workspace.core.process.kill("SIGTERM");
    const exit = way === "SIGTERM" ? await workspace.core.process.exited() : await workspace.core.shutDown();
    expect(exit.code).toBe(0);
    expect((await applied).state).toMatchObject({ id: `ending-${way}` });
    expect(existsSync(socketFolder(workspace.core))).toBe(false);
    workspace.core.channel.close();
  });

  test("follows after the work is finished if the core was killed", async () => {
    const exits = join(folder, "exits.log");
    rmSync(exits, { force: true });
    const doomed = join(import.meta.dirname, "..", "..", "harness", "plugin", "example", "doomed-core.ts");
    const parent = spawn(process.execPath, [doomed, command[1], folder], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) =>
      parent.stdout.once("data", (chunk) => resolve(String(chunk))),
    );
    const { pid, socket } = JSON.parse(line) as { pid: number; socket: string };
    await started("orphan");
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    expect(await eventually(() => !isAlive(pid))).toBe(true);
    expect(readFileSync(join(folder, "orphan"), "utf8")).toBe("finished");
    expect(readFileSync(exits, "utf8")).toBe("finished\n");
    expect(existsSync(dirname(socket))).toBe(false);
  });
});

describe("A provider that is interrupted", () => {
  test("ignores signals, because the core decides", async () => {
    const core = await Core.start({ command, environment });
    for (const signal of ["SIGINT", "SIGINT", "SIGHUP"] as const) core.process.kill(signal);
    await sleep(50);
    await core.configure({ folder });
    expect((await core.shutDown()).code).toBe(0);
  });

  test("stops waiting and finishes its work at StopProvider", async () => {
    const workspace = await Workspace.open({ command, environment, provider: { folder } });
    const file = workspace.resource("example_file");
    const applied = file.apply({ name: "stopped", content: "complete", delay_ms: 60_000 });
    await started("stopped");
    await workspace.core.stop();
    expect((await applied).state).toMatchObject({ content: "complete" });
    await workspace.close();
  });

  test("does not end because of broken pipes", async () => {
    const workspace = await Workspace.open({
      command,
      environment: { ...environment, TF_LOG: "trace" },
      provider: { folder },
    });
    workspace.core.process.child.stdout?.destroy();
    workspace.core.process.child.stderr?.destroy();
    const file = workspace.resource("example_file");
    await file.apply({ name: "piped" });
    await file.refresh();
    await file.refresh();
    expect(file.state).toMatchObject({ name: "piped" });
    await workspace.close();
  });
});

describe("The log", () => {
  test("goes to stderr if TF_LOG_PROVIDER is set", async () => {
    const core = await Core.start({ command, environment: { TF_LOG_PROVIDER_EXAMPLE: "info" } });
    await core.configure({ folder });
    await core.shutDown();
    const [line] = core.process.stderr.split("\n").filter((text) => text.startsWith("{"));
    expect(JSON.parse(line ?? "")).toMatchObject({ "@level": "info", "@message": "configured", folder });
  });
});
