import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer, type RequestOptions, request } from "node:https";
import { CertOrderClient, type ClientOptions } from "../../../src/client/index.ts";
import type { CallbackTestRequest } from "../../../src/contract/index.ts";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { type CallbackConfig, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newMemoryJournal } from "../faults/faulty-service.ts";
import { onLoopback } from "../on-loopback.ts";

const name = "callback.example.test";

/** An account at a sandbox, its callback, and a program that uses the library. The name of the callback leads to this machine. */
export async function openAccount(options: SandboxOptions = {}) {
  const dns = { address: "127.0.0.1" };
  const sandbox = await startSandbox({
    ...{ httpsPort: false, allowPrivateCallbacks: true },
    resolve: async () => [{ ...dns, family: 4 }],
    ...options,
  });
  const { url: baseUrl, credentials } = sandbox;
  const journal = newMemoryJournal();
  const receiver = createServer(
    sandbox.issueCertificate([name]),
    nodeReceiver({ accessKey: "right", journal }),
  );
  const port = await onLoopback(receiver);
  atTheEnd(() => {
    receiver.close();
    return sandbox.close();
  });
  /** Each client has the same journal. It does not repeat by itself. */
  const client = (more: Partial<ClientOptions> = {}) =>
    new CertOrderClient({ baseUrl, ...credentials, maxTries: 1, ...more, journal });
  return {
    sandbox,
    dns,
    receiver,
    client,
    /** A configuration with which a callback arrives. */
    working: { url: `https://${name}:${port}/`, accessKey: "right" },
    /** The status of an empty POST to it, or why none comes: what `curl --request POST ADDRESS` shows. */
    post: () => post({ hostname: "127.0.0.1", port, servername: name, ca: sandbox.caPem }),
    save: (config: CallbackConfig) => sandbox.saveCallback(credentials.keyId, config),
    test: (request?: CallbackTestRequest) => told(client().testCallback(request)),
  };
}

async function post(target: RequestOptions): Promise<number | string | undefined> {
  const outgoing = request({ method: "POST", ...target }).end();
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  return answered.then(
    ([answer]) => answer.resume().statusCode,
    ({ code }: NodeJS.ErrnoException) => code,
  );
}

/** The result of a call, or its error. */
export async function told<T extends object>(
  call: Promise<T>,
): Promise<Partial<T> & { readonly code?: unknown }> {
  return call.catch((error: Partial<T>) => error);
}
