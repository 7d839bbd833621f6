import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { commandDialect } from "../../../src/cli/dialect.ts";
import { checks } from "../../../src/cli/doctor/checks.ts";
import { type Means, usualMeans } from "../../../src/cli/doctor/examination.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { checkCaFile } from "../../../src/cli/doctor/settings.ts";
import { combineSettings } from "../../../src/contract/index.ts";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { type KeyAndCertificate, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../at-the-end.ts";
import { certorder } from "../cli/cli.ts";
import { newJournal } from "../journal/new-journal.ts";
import { newFolder } from "../new-folder.ts";
import { passOnTo } from "../tls-front.ts";
import { type TestAuthority, testAuthority } from "./authority.ts";

/** The names that lead to this machine. The service's is one that every system knows, because the client looks it up too. */
export const serviceName = "localhost";
export const proxiedName = "service.example.test";
export const callbackName = "callback.example.test";
export const accessKey = "the-right-access-key";

/** A server over HTTPS that a test may break. */
export class Stand {
  readonly server: Server;
  readonly port: number;
  answer: RequestListener;
  readonly #sound: RequestListener;

  private constructor(server: Server, port: number, answer: RequestListener) {
    this.server = server;
    this.port = port;
    this.answer = answer;
    this.#sound = answer;
    server.on("request", (request, response) => this.answer(request, response));
    atTheEnd(() => this.close());
  }

  static async open(
    certificate: KeyAndCertificate,
    answer: RequestListener,
    { host, port }: { readonly host: string; readonly port: number } = { host: "127.0.0.1", port: 0 },
  ): Promise<Stand> {
    const server = createServer(certificate);
    await once(server.listen(port, host), "listening");
    return new Stand(server, (server.address() as AddressInfo).port, answer);
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }

  /** Answers again as it did first. */
  restore(): void {
    this.answer = this.#sound;
  }

  async reopen(): Promise<void> {
    await once(this.server.listen(this.port, "127.0.0.1"), "listening");
  }
}

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** One for all stages: reading an authority beside all others takes long. */
const authority: TestAuthority = testAuthority("Public Root");

/** A set-up in which every check passes: a sandbox behind TLS, a receiver, and a journal. A test breaks a part of it. */
export async function setStage(options: SandboxOptions = {}) {
  /** Where the service finds the callback. */
  const seenByService = { address: "127.0.0.1" };
  const sandbox = await startSandbox({
    httpsPort: false,
    allowPrivateCallbacks: true,
    extraCa: authority.pem,
    resolve: async () => [{ ...seenByService, family: 4 }],
    ...options,
  });
  atTheEnd(() => sandbox.close());
  const goodService = authority.issue([serviceName, proxiedName]);
  const goodCallback = authority.issue([callbackName]);
  const service = await Stand.open(goodService, passOnTo(sandbox.url));
  const receive = nodeReceiver({ accessKey, onEvent: () => {} });
  const receiver = await Stand.open(goodCallback, (request, response) => void receive(request, response));
  const caFile = join(newFolder("doctor-"), "ca.pem");
  writeFileSync(caFile, authority.pem);

  const addresses: Record<string, readonly string[]> = {
    [serviceName]: ["127.0.0.1"],
    [proxiedName]: ["127.0.0.1"],
    [callbackName]: ["127.0.0.1"],
  };
  const env: Record<string, string | undefined> = {
    CERTORDER_BASE_URL: `https://${serviceName}:${service.port}`,
    CERTORDER_KEY_ID: sandbox.credentials.keyId,
    CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
    CERTORDER_CA_FILE: caFile,
    CERTORDER_JOURNAL: newJournal(),
  };
  const means: { -readonly [name in keyof Means]: Means[name] } = {
    ...usualMeans,
    resolve: async (host) => {
      const found = addresses[host];
      if (!found) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return found.map((address) => ({ address, family: 4 }));
    },
    specialUse: () => undefined,
    publicAuthorities: () => [authority.pem],
    // The machine of a test may be busy.
    slowMs: 60_000,
    limitsMs: Object.fromEntries(checks.map(({ name }) => [name, 50_000])),
    wholeLimitMs: 55_000,
  };
  const stage = {
    ...{ authority, sandbox, seenByService, service, receiver, goodService, goodCallback },
    ...{ addresses, env, means, caFile },
    callback: { url: `https://${callbackName}:${receiver.port}/callback`, access_key: accessKey } as {
      url?: string;
      access_key?: string;
    },
    /** Not in every test: the limit of the service is a part of the set-up, too. */
    asksService: false,
    async look() {
      const { settings, problems: found } = combineSettings({}, env);
      const results = await examine({
        ...{ env, settings, means, callback: stage.callback, asksService: stage.asksService },
        problems: [...found, ...checkCaFile(settings.ca_file)],
        dialect: commandDialect({}, env),
        flagOf: () => undefined,
      });
      return new Map(results.map((result) => [result.name, result]));
    },
    /** Runs a command of a remedy. */
    run: (line: string) => certorder(line, { env }),
  };
  return stage;
}

/** A port that takes no connection and refuses none, as behind a firewall that drops what is sent. */
export async function openBlackHole(): Promise<number> {
  const worker = new Worker(
    `const { workerData, parentPort } = require("node:worker_threads");
     const server = require("node:net").createServer().listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(workerData), 0, 0));
     });`,
    { eval: true, workerData: new SharedArrayBuffer(4) },
  );
  atTheEnd(() => worker.terminate());
  const [port] = (await once(worker, "message")) as [number];
  // The system takes two connections itself, and the next ones wait.
  for (let taken = 0; taken < 2; taken++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    atTheEnd(() => socket.destroy());
    await once(socket, "connect");
  }
  return port;
}
