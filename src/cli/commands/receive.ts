import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { escapeUnprintable, isLoopback } from "../../contract/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { EventContext, ReceivedEvent, ReceiverJournal, Refusal } from "../../receiver/index.ts";
import { type CommandInput, defineCommand, type Flags } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { ProgramRunner } from "../receive/on-issued.ts";
import { healthPath, startServer } from "../receive/server.ts";
import { readTlsFiles, watchTlsFiles } from "../receive/tls-files.ts";
import { readSecret } from "../secret.ts";
import { whichJournal } from "../which-journal.ts";

const accessKeyVariable = "CERTORDER_ACCESS_KEY";
const defaultPort = 8443;

const flags = {
  "access-key-file": {
    kind: "value",
    value: "PATH",
    doc: `File with the callback's access key. Several keys, one on each line, are all accepted: so a key can be replaced. Default: ${accessKeyVariable}.`,
  },
  "tls-cert": {
    kind: "value",
    value: "PATH",
    doc: "Certificate chain for HTTPS. Read again when it changes.",
  },
  "tls-key": { kind: "value", value: "PATH", doc: "Private key for HTTPS. Read again when it changes." },
  host: {
    kind: "value",
    value: "ADDRESS",
    doc: "Address to listen on. Default: all addresses with HTTPS, else 127.0.0.1.",
  },
  port: { kind: "number", doc: `Port; 0 takes a free one. Default: ${defaultPort}.` },
  "behind-proxy": {
    kind: "switch",
    doc: "Allow plain HTTP on other addresses than this machine's own. A proxy before it has to do TLS.",
  },
  name: {
    kind: "value",
    value: "NAME",
    doc: "Name of this receiver in the journal. Keep it across restarts. Default: the name of this machine.",
  },
  service: {
    kind: "value",
    value: "NAME",
    doc: "Record only orders of this service, as the reissues name it. Default: all orders of the journal.",
  },
  "on-issued": {
    kind: "value",
    value: "PROGRAM",
    doc: "Run this program for each new certificate, with CERTORDER_ORDER_ID and CERTORDER_CERTIFICATE_ID in its environment. It runs again until it ends with 0, also after a restart, so it may run twice.",
  },
  "on-issued-timeout": {
    kind: "time",
    doc: "End the program after this time, such as 30s or 5m. Default: 10m.",
  },
} as const satisfies Flags;

export const command = defineCommand({
  details: "The service gets 200 only after the callback is on disk.",
  flags,
  settings: "journal",
  examples: [
    "certorder receive --tls-cert tls.crt --tls-key tls.key --access-key-file access-key",
    "certorder receive --port 8080 --on-issued ./deploy.sh",
  ],

  async run(input) {
    const settings = await readReceiveSettings(input);
    const { journal } = whichJournal(input);
    await journal.callbacks.addReceiver(settings.name);
    await receive(settings, journal);
    return exitCodes.ok;
  },
});

type ReceiveSettings = Awaited<ReturnType<typeof readReceiveSettings>>;

async function readReceiveSettings(input: CommandInput<typeof flags>) {
  const { "tls-cert": certFile, "tls-key": keyFile } = input.flags;
  const keys = (await readSecret("access-key", input, accessKeyVariable))?.split(/\r?\n/) ?? [];
  const accessKey = keys.map((key) => key.trim()).filter((key) => key !== "");
  if (accessKey.length === 0)
    throw new UsageError(
      "The callback's access key is missing.",
      `Give --access-key-file, or set ${accessKeyVariable}. It is the key that the account's callback configuration has.`,
    );
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new UsageError("Only one of --tls-cert and --tls-key is given.", "Give both, or none.");
  const tlsFiles = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
  const host = input.flags.host ?? (tlsFiles ? undefined : "127.0.0.1");
  if (host !== undefined && !tlsFiles && !isLoopback(host) && !input.flags["behind-proxy"])
    throw new UsageError(
      "Without TLS, the access key and the callbacks can be read on the way.",
      "Give --tls-cert and --tls-key. If a proxy before it does TLS, add --behind-proxy.",
    );
  return {
    accessKey,
    tlsFiles,
    host,
    port: input.flags.port ?? defaultPort,
    name: input.flags.name ?? hostname(),
    service: input.flags.service,
    program: readProgram(input.flags["on-issued"]),
    programTimeoutMs: input.flags["on-issued-timeout"] ?? 600_000,
    // The program has no use for the key that authenticates the service.
    env: { ...input.env, [accessKeyVariable]: undefined },
  };
}

function readProgram(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const program = resolve(path);
  try {
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    throw new UsageError(
      "--on-issued names a file that cannot be run.",
      "Give the path of a program or of a script with a first line such as #!/bin/sh, and make it executable.",
    );
  }
}

async function receive(settings: ReceiveSettings, journal: Journal): Promise<void> {
  const { accessKey, host, port, name, service, program, programTimeoutMs, env, tlsFiles } = settings;
  const counts = { recorded: 0, known: 0, unknown_order: 0, other_action: 0, refused: 0 };
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const runner = program
    ? new ProgramRunner({ program, timeoutMs: programTimeoutMs, journal, env, log })
    : undefined;
  const onEvent = (event: ReceivedEvent, { recorded }: EventContext) => {
    const { action_id, order_id: orderId, cert_id: certificateId } = event;
    const what = (recorded?.replace("-", "_") ?? "other_action") as keyof typeof counts;
    counts[what]++;
    log(what, recorded ? { order_id: orderId, certificate_id: certificateId } : { action_id });
    if (recorded === "recorded") runner?.add({ orderId, certificateId, at: new Date().toISOString() });
  };
  const onRefused = ({ reason, status, field, error }: Refusal) => {
    counts.refused++;
    log("refused", { reason, status, field, error: error instanceof Error ? error.message : undefined });
  };
  const health = async () => {
    await journal.check();
    if (!(await journal.exists())) throw new Error("The journal is gone.");
    return { status: "ok", ...counts };
  };
  const callbacks: ReceiverJournal["callbacks"] = {
    // It was added at the start.
    addReceiver: async () => {},
    record: (callback) => journal.callbacks.record({ ...callback, isPending: program !== undefined }),
  };
  const start = async () => {
    const tls = tlsFiles && readTlsFiles(tlsFiles);
    const receiver = { accessKey, name, service, journal: { callbacks }, onEvent, onRefused };
    const server = await startServer({ ...receiver, host, port, tls, health });
    const watching = tlsFiles && tls && watchTlsFiles(tlsFiles, tls, server.replaceTls, log);
    return { ...server, watching };
  };
  const server = await start().catch(({ message }: Error) => {
    throw new UsageError(
      `The receiver cannot start: ${message}`,
      "Check --host, --port, --tls-cert and --tls-key.",
    );
  });
  log("listening", { url: server.url, health: `${server.url}${healthPath}`, journal: journal.title, name });
  await runner?.resume(name);
  await stopped;
  log("stopping");
  clearInterval(server.watching);
  await server.close();
  await runner?.stop();
  log("stopped", counts);
}

/** One JSON object on each line. */
function log(event: string, details: object = {}): void {
  process.stdout.write(
    `${escapeUnprintable(JSON.stringify({ at: new Date().toISOString(), event, ...details }))}\n`,
  );
}
