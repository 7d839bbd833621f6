import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { Core } from "../../../src/plugin/testing/core.ts";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { exampleCommand, openExample } from "../../harness/plugin/example/start.ts";

const folder = newFolder("ending-");
const command = exampleCommand();
const environment = { EXAMPLE_FOLDER: folder };
const socketFolder = (core: Core) => dirname(core.process.handshake.address);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

const started = (name: string) =>
  eventually(() => expect(existsSync(join(folder, `${name}.started`))).toBe(true));

describe("The end of a provider", () => {
  test("is quick and clean when the core is done, whatever signals came before", async () => {
    const core = await Core.start({ command, environment });
    // The core decides when it ends.
    for (const signal of ["SIGINT", "SIGINT", "SIGHUP"] as const) core.process.kill(signal);
    await sleep(50);
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
    const own = newFolder("orphan-");
    const doomed = join(import.meta.dirname, "..", "..", "harness", "plugin", "example", "doomed-core.ts");
    const core = spawn(process.execPath, [doomed, command[1], folder], {
      env: { ...process.env, EXAMPLE_FOLDER: own },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(core.stdout, "data")) as [Buffer];
    const { pid, socket } = JSON.parse(String(line)) as { pid: number; socket: string };
    await started("orphan");
    process.kill(pid, 0);
    core.kill("SIGKILL");
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
    expect(readFileSync(join(folder, "orphan"), "utf8")).toBe("finished");
    expect(readFileSync(join(own, "exits.log"), "utf8")).toBe("finished\n");
    expect(existsSync(dirname(socket))).toBe(false);
  });
});

describe("A provider that is disturbed", () => {
  test("stops waiting and finishes its work at StopProvider", async () => {
    const workspace = await Workspace.open({ command, environment, provider: { folder } });
    const file = workspace.resource("example_file");
    const applied = file.apply({ name: "stopped", content: "complete", delay_ms: 60_000 });
    await started("stopped");
    await workspace.core.stop();
    expect((await applied).state).toMatchObject({ content: "complete" });
    await workspace.close();
  });

  test("does not end because of broken pipes, or of a promise that is rejected without a handler", async () => {
    const workspace = await Workspace.open({
      command,
      environment: { ...environment, TF_LOG: "trace" },
      provider: { folder },
    });
    const { child } = workspace.core.process;
    child.stdout?.destroy();
    child.stderr?.destroy();
    const unruly = workspace.resource("example_unruly");
    await unruly.apply({ mischief: "reject unnoticed" });
    await unruly.refresh();
    expect(unruly.state).toMatchObject({ result: "made" });
    expect(child.exitCode).toBeNull();
    await workspace.close();
  });

  test("answers the call that runs, refuses others, and ends as a crash after an exception outside a call", async () => {
    const { workspace } = await openExample();
    const unruly = workspace.resource("example_unruly");
    // The calls that follow the apply are refused.
    await expect(unruly.apply({ mischief: "throw in a timer", note: "hush" })).rejects.toThrow(
      'Exception in the "example" provider, outside a call: Error: no call waits for this: ***',
    );
    expect(unruly.state).toMatchObject({ result: "made" });
    await expect(unruly.plan({ mischief: "none" })).rejects.toThrow("no call waits for this");
    const { process: provider } = workspace.core;
    await workspace.close();
    await vi.waitFor(() => expect(provider.child.exitCode).toBe(1));
    expect(provider.stderr).toMatch(
      /^panic: no call waits for this: \*\*\*\n\nin the "example" provider, outside a call:\n.*^ {4}at /ms,
    );
  });
});

test("The log goes to stderr if TF_LOG_PROVIDER is set", async () => {
  const core = await Core.start({ command, environment: { TF_LOG_PROVIDER_EXAMPLE: "info" } });
  await core.configure({ folder });
  await core.shutDown();
  const [line] = core.process.stderr.split("\n").filter((text) => text.startsWith("{"));
  expect(JSON.parse(line ?? "")).toMatchObject({ "@level": "info", "@message": "configured", folder });
});
