import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect as connectTls } from "node:tls";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../src/plugin/process/certificate.ts";
import { handshakeLine } from "../../../src/plugin/process/handshake.ts";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { Channel } from "../../../src/plugin/testing/channel.ts";
import { Core } from "../../../src/plugin/testing/core.ts";
import {
  type Handshake,
  magicCookie,
  ProviderProcess,
} from "../../../src/plugin/testing/provider-process.ts";
import { encodeValue } from "../../../src/plugin/values/encoding.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { exampleCommand } from "../../harness/plugin/example/start.ts";

const folder = newFolder("starting-");
const command = exampleCommand();
const byCore = { TF_PLUGIN_MAGIC_COOKIE: magicCookie };

function run(file: string, env: NodeJS.ProcessEnv) {
  const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], options);
  return { status, stdout, stderr };
}

/** How the provider turns away a client that shows no certificate. */
function connectWithoutCertificate({ address, serverCertificatePem = "" }: Handshake): Promise<string> {
  const options = { path: address, ca: serverCertificatePem, servername: "localhost", ALPNProtocols: ["h2"] };
  return new Promise((resolve) => {
    const socket = connectTls(options);
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
    expect(run(file, byCore)).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^The provider cannot start: .*not a name.*\n$/),
      stderr: expect.stringContaining("    at "),
    });
  });

  test("says what it is if a person starts it, and why it cannot start", () => {
    expect(run(command[1], { TF_PLUGIN_MAGIC_COOKIE: "" })).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining('"example" provider'),
    });
    for (const [env, reason] of [
      [{ PLUGIN_PROTOCOL_VERSIONS: "4,5" }, "it needs Terraform 1.0"],
      [{ TMPDIR: join(folder, "nowhere") }, "cannot start: ENOENT"],
    ] as const) {
      const stdout = expect.stringContaining(reason);
      expect(run(command[1], { ...byCore, ...env })).toMatchObject({ status: 1, stdout });
    }
  });

  test("opens a socket that no other user can reach", async () => {
    const core = await Core.start({ command });
    const { handshake } = core.process;
    expect(handshake).toMatchObject({ network: "unix", protocolVersion: 6 });
    expect(statSync(dirname(handshake.address)).mode & 0o777).toBe(0o700);
    await expect(Channel.connect(handshake, selfSignedCertificate())).rejects.toThrow();
    expect(await connectWithoutCertificate(handshake)).toBe("refused");
    const plain = Channel.connect({ ...handshake, serverCertificatePem: undefined }, undefined);
    await expect(plain).rejects.toThrow();
    await core.shutDown();
  });

  test("works without TLS where the user has switched it off", async () => {
    const core = await Core.start({ command, tls: false });
    expect(core.process.handshake.serverCertificatePem).toBeUndefined();
    await core.configure({ folder });
    expect((await core.shutDown()).code).toBe(0);
  });

  test("works over TCP", async () => {
    const start = () => Core.start({ command, environment: { EXAMPLE_NETWORK: "tcp" } });
    const cores = await Promise.all([start(), start()]);
    const ports = cores.map((core) => Number(core.process.handshake.address.split(":")[1]));
    expect(new Set(ports).size).toBe(2);
    for (const core of cores) {
      await core.configure({ folder });
      await core.shutDown();
    }
  });

  test("puts the socket where the core asks for it, or where its path is short enough", async () => {
    const addressWith = async (environment: NodeJS.ProcessEnv) => {
      const core = await Core.start({ command, environment });
      await core.shutDown();
      return core.process.handshake.address;
    };
    expect((await addressWith({ PLUGIN_UNIX_SOCKET_DIR: folder })).startsWith(folder)).toBe(true);
    expect((await addressWith({ TMPDIR: join(folder, "d".repeat(120)) })).length).toBeLessThan(104);
  });

  test("says nothing about multiplexing unless asked", () => {
    const listener = { network: "unix", address: "/s" } as const;
    expect(handshakeLine(listener, undefined, {})).toBe("1|6|unix|/s|grpc|\n");
    const asked = { PLUGIN_MULTIPLEX_GRPC: "true" };
    expect(handshakeLine(listener, undefined, asked)).toBe("1|6|unix|/s|grpc||false\n");
  });
});

test("A provider in debug mode serves each client that has the printed line, until it is interrupted", async () => {
  const child = spawn(command[0], [command[1], "--debug"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TF_LOG_PROVIDER: "info" },
  });
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  const json = /TF_REATTACH_PROVIDERS='(.*)'/.exec(String(printed))?.[1] ?? "";
  const reattach = JSON.parse(json)["example/example"];
  expect(reattach).toMatchObject({ Protocol: "grpc", ProtocolVersion: 6, Pid: child.pid, Test: true });
  const { Network: network, String: address } = reattach.Addr;
  for (const apiKey of ["hush", null]) {
    const handshake = { network, address, protocolVersion: 6, serverCertificatePem: undefined };
    const channel = await Channel.connect(handshake, undefined);
    const config = encodeValue({ folder: join(folder, "hush"), api_key: apiKey }, [
      "object",
      { folder: "string", api_key: "string" },
    ]);
    const configure = codec.encode("ConfigureProviderRequest", { config: { msgpack: config } });
    await channel.unary("/tfplugin6.Provider/ConfigureProvider", configure);
    await channel.unary("/plugin.GRPCController/Shutdown", new Uint8Array());
    channel.close();
  }
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(existsSync(dirname(address))).toBe(false);
  // The log of the process hides the secrets of all sessions.
  const logged = stderr.split("\n").filter((line) => line.includes("configured"));
  expect(logged.map((line) => JSON.parse(line).folder)).toEqual([join(folder, "***"), join(folder, "***")]);
});

test.each([
  ["no such luck", [process.execPath, "-e", "console.error('no such luck'); process.exit(3)"]],
  ["ENOENT", ["/is/not/there"]],
] as const)("The test client says why a provider did not start: %s", async (reason, command) => {
  await expect(ProviderProcess.start({ command })).rejects.toThrow(reason);
});
