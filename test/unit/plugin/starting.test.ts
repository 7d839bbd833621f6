import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connect as connectTls } from "node:tls";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../src/plugin/process/certificate.ts";
import { handshakeLine } from "../../../src/plugin/process/handshake.ts";
import { Channel } from "../../../src/plugin/testing/channel.ts";
import { Core } from "../../../src/plugin/testing/core.ts";
import {
  type Handshake,
  magicCookie,
  ProviderProcess,
} from "../../../src/plugin/testing/provider-process.ts";
import { exampleCommand } from "../../harness/plugin/example/start.ts";

const folder = mkdtempSync(join(tmpdir(), "lifecycle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const command = exampleCommand();
const socketFolder = (core: Core) => dirname(core.process.handshake.address);

/** Runs the example to its end and collects what it says. */
async function runToEnd(env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(command[0], [command[1], ...args], { env: { ...process.env, ...env }, stdio: "pipe" });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...said };
}

/** How the provider turns away a client that shows no certificate. */
function connectWithoutCertificate({ address, serverCertificatePem = "" }: Handshake): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls({
      path: address,
      ca: serverCertificatePem,
      servername: "localhost",
      ALPNProtocols: ["h2"],
    });
    socket.once("error", () => resolve("refused"));
    socket.once("close", () => resolve("refused"));
    socket.once("data", () => resolve("served"));
  });
}

describe("A provider that starts", () => {
  test.each([
    ["in a function", "await serve(() => define());"],
    ["in a function that nothing waits for", "void serve(() => define());"],
    ["where it is served", "await serve(define());"],
  ])("says on stdout, which the core shows, that its definition is wrong: %s", (where, last) => {
    const file = join(folder, `wrong ${where}.mts`);
    const plugin = pathToFileURL(join(import.meta.dirname, "../../../src/plugin/index.ts"));
    writeFileSync(
      file,
      `import { defineSchema, serve } from "${plugin}";
       const define = () => defineSchema({ attributes: { "not a name": { type: "string" } } });
       ${last}`,
    );
    const env = { ...process.env, TF_PLUGIN_MAGIC_COOKIE: magicCookie };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^The provider cannot start: .*not a name.*\n$/);
    expect(stderr).toContain("    at ");
  });

  test("says what it is if a person starts it", async () => {
    const { code, stdout, stderr } = await runToEnd({ TF_PLUGIN_MAGIC_COOKIE: "" });
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain('"example" provider');
  });

  test("says on stdout, which the core shows, why it cannot start", async () => {
    const core = { TF_PLUGIN_MAGIC_COOKIE: magicCookie };
    const old = await runToEnd({ ...core, PLUGIN_PROTOCOL_VERSIONS: "4,5" });
    expect(old).toMatchObject({ code: 1, stdout: expect.stringContaining("it needs Terraform 1.0") });
    const nowhere = await runToEnd({ ...core, TMPDIR: join(folder, "nowhere") });
    expect(nowhere).toMatchObject({ code: 1, stdout: expect.stringContaining("cannot start: ENOENT") });
  });

  test("opens a socket that no other user can reach", async () => {
    const core = await Core.start({ command });
    expect(core.process.handshake).toMatchObject({ network: "unix", protocolVersion: 6 });
    expect(statSync(socketFolder(core)).mode & 0o777).toBe(0o700);
    const { handshake } = core.process;
    await expect(Channel.connect(handshake, selfSignedCertificate())).rejects.toThrow();
    expect(await connectWithoutCertificate(handshake)).toBe("refused");
    await expect(
      Channel.connect({ ...handshake, serverCertificatePem: undefined }, undefined),
    ).rejects.toThrow();
    await core.shutDown();
  });

  test("works without TLS where the user has switched it off", async () => {
    const core = await Core.start({ command, tls: false });
    expect(core.process.handshake.serverCertificatePem).toBeUndefined();
    await core.configure({ folder });
    expect((await core.shutDown()).code).toBe(0);
  });

  test("works over TCP, on ports that the core allows", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => Core.start({ command, environment: { EXAMPLE_NETWORK: "tcp" } })),
    );
    for (const core of [first, second]) {
      const port = Number(core?.process.handshake.address.split(":")[1]);
      expect(port).toBeGreaterThanOrEqual(10_000);
      expect(port).toBeLessThanOrEqual(25_000);
      await core?.configure({ folder });
      await core?.shutDown();
    }
    expect(first?.process.handshake.address).not.toBe(second?.process.handshake.address);
  });

  test("uses a shorter path if the folder for temporary files is too deep for a socket", async () => {
    const deep = join(folder, "d".repeat(120));
    const core = await Core.start({ command, environment: { TMPDIR: deep } });
    expect(core.process.handshake.address.length).toBeLessThan(104);
    await core.shutDown();
  });

  test("puts the socket into PLUGIN_UNIX_SOCKET_DIR", async () => {
    const core = await Core.start({ command, environment: { PLUGIN_UNIX_SOCKET_DIR: folder } });
    expect(core.process.handshake.address.startsWith(folder)).toBe(true);
    await core.shutDown();
  });

  test("says nothing about multiplexing unless asked", () => {
    const listener = { network: "unix", address: "/s" } as const;
    expect(handshakeLine(listener, undefined, {})).toBe("1|6|unix|/s|grpc|\n");
    expect(handshakeLine(listener, undefined, { PLUGIN_MULTIPLEX_GRPC: "true" })).toBe(
      "1|6|unix|/s|grpc||false\n",
    );
  });
});

describe("A provider in debug mode", () => {
  test("serves each client that has the printed line, until it is interrupted", async () => {
    const child = spawn(command[0], [command[1], "--debug"], { stdio: ["ignore", "pipe", "inherit"] });
    const text = await new Promise<string>((resolve) =>
      child.stdout.once("data", (chunk) => resolve(String(chunk))),
    );
    const json = /TF_REATTACH_PROVIDERS='(.*)'/.exec(text)?.[1] ?? "";
    const reattach = JSON.parse(json)["example/example"];
    expect(reattach).toMatchObject({ Protocol: "grpc", ProtocolVersion: 6, Pid: child.pid, Test: true });
    const handshake = {
      network: reattach.Addr.Network,
      address: reattach.Addr.String,
      protocolVersion: 6,
      serverCertificatePem: undefined,
    };
    const shutDown = async () => {
      const channel = await Channel.connect(handshake, undefined);
      await channel.unary("/plugin.GRPCController/Shutdown", new Uint8Array());
      channel.close();
    };
    await shutDown();
    await shutDown();
    expect(child.exitCode).toBeNull();
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await exited).toBe(0);
    expect(existsSync(dirname(handshake.address))).toBe(false);
  });
});

describe("The test client", () => {
  test("says why a provider did not start", async () => {
    const broken = [process.execPath, "-e", "console.error('no such luck'); process.exit(3)"] as const;
    await expect(ProviderProcess.start({ command: broken })).rejects.toThrow("no such luck");
  });
});

test("A program that does not exist is an error when it is started", async () => {
  await expect(ProviderProcess.start({ command: ["/is/not/there"] })).rejects.toThrow("ENOENT");
});
