import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { escapeUnprintable, isLoopback, printable, receiverIntervalMs } from "../../contract/index.ts";
import { type Inspector, startInspector } from "../../inspector/index.ts";
import { type Journal, mayRun } from "../../journal/index.ts";
import type { EventContext, ReceivedEvent, ReceiverJournal, Refusal } from "../../receiver/index.ts";
import { type CommandInput, defineCommand, type Flags } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import type { Output } from "../output.ts";
import { isUsableKey, parseAccessKeys } from "../receive/access-keys.ts";
import { Deployer } from "../receive/deployer.ts";
import { type Received, ReceiverPage } from "../receive/page.ts";
import { startWatchedServer } from "../receive/watched-server.ts";
import { readSecret } from "../secret.ts";
import { whichJournal } from "../which-journal.ts";

const accessKeyVariable = "CERTORDER_ACCESS_KEY";
const defaultPort = 8443;
/** Of `--on-issued-timeout`. */
const defaultMinutes = 10;

const flags = {
  "access-key-file": {
    kind: "value",
    value: "PATH",
    doc: `File with the callback's access key. Several keys, one on each line, are all accepted: so a key can be replaced. Read again when it changes. Default: ${accessKeyVariable}.`,
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
  port: { kind: "number", doc: "Port; 0 takes a free one.", default: String(defaultPort) },
  "trusted-proxy": {
    kind: "switch",
    doc: "A proxy in front does TLS, and all callbacks come from it. Allows plain HTTP on other addresses than this machine's own. Does not limit the connections of an address.",
  },
  "health-port": {
    kind: "number",
    doc: "Serve /health on this port, with details, and not on the port of the callbacks. Plain HTTP on 127.0.0.1; with --trusted-proxy on the address of --host.",
  },
  name: {
    kind: "value",
    value: "NAME",
    doc: "Name of this receiver in the journal. Keep it across restarts. Default without --on-issued: the name of this machine.",
  },
  service: {
    kind: "value",
    value: "NAME",
    doc: "Record only orders of this service, as the reissues name it. Default: all orders of the journal.",
  },
  "on-issued": {
    kind: "value",
    value: "PROGRAM",
    doc: "Deploy each order's newest issued certificate with this program. It gets CERTORDER_ORDER_ID and CERTORDER_CERTIFICATE_ID in its environment. It runs again until it ends with 0, also after a restart, so it may run twice. Needs --name.",
  },
  "on-issued-timeout": {
    kind: "time",
    doc: "End the program after this time, such as 30s or 5m.",
    default: `${defaultMinutes}m`,
  },
  inspect: {
    kind: "switch",
    doc: "Show what is received, refused and deployed on a page that only this machine reaches. It is read-only. Its address has a token. Without a terminal, it is not printed, but written to a file that only you can read.",
  },
} as const satisfies Flags;

export const command = defineCommand({
  details: "The service gets 200 only after the callback is on disk.",
  flags,
  settings: "journal",
  examples: [
    "certorder receive --tls-cert tls.crt --tls-key tls.key --access-key-file access-key",
    "certorder receive --port 8080 --name web-1 --on-issued ./deploy.sh",
  ],

  async run(input) {
    const settings = await readReceiveSettings(input);
    const { journal } = whichJournal(input);
    await receive(settings, journal, input.output);
    return exitCodes.ok;
  },
});

type ReceiveSettings = Awaited<ReturnType<typeof readReceiveSettings>>;

async function readReceiveSettings(input: CommandInput<typeof flags>) {
  const { "tls-cert": certFile, "tls-key": keyFile } = input.flags;
  const accessKeys = parseAccessKeys((await readSecret("access-key", input, accessKeyVariable)) ?? "");
  if (accessKeys.length === 0)
    throw new UsageError(
      "The callback's access key is missing.",
      `Give --access-key-file, or set ${accessKeyVariable}. It is the key that the account's callback configuration has.`,
    );
  if (!accessKeys.every(isUsableKey))
    throw new UsageError(
      "The callback's access key has control characters, or is not UTF-8. No callback could have it.",
      "Give a text file with one key on each line.",
    );
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new UsageError("Only one of --tls-cert and --tls-key is given.", "Give both, or none.");
  const tlsFiles = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
  const hasTrustedProxy = input.flags["trusted-proxy"] ?? false;
  const host = input.flags.host ?? (tlsFiles ? undefined : "127.0.0.1");
  if (host !== undefined && !tlsFiles && !isLoopback(host) && !hasTrustedProxy)
    throw new UsageError(
      "Without TLS, the access key and the callbacks can be read on the way.",
      "Give --tls-cert and --tls-key. If a proxy in front does TLS, add --trusted-proxy.",
    );
  return {
    server: {
      accessKeys,
      // Standard input cannot be read again.
      accessKeyFile: input.flags["access-key-file"] === "-" ? undefined : input.flags["access-key-file"],
      tlsFiles,
      hasTrustedProxy,
      host,
      port: input.flags.port ?? defaultPort,
      healthPort: input.flags["health-port"],
    },
    name: readName(input.flags),
    service: input.flags.service,
    program: readProgram(input.flags["on-issued"]),
    programTimeoutMs: input.flags["on-issued-timeout"] ?? defaultMinutes * 60_000,
    env: input.env,
    hasPage: input.flags.inspect ?? false,
  };
}

function readName({ name, "on-issued": program }: CommandInput<typeof flags>["flags"]): string {
  if (name === undefined && program !== undefined)
    throw new UsageError(
      "--on-issued needs --name.",
      "Give the receiver a name that stays the same across restarts. What it has deployed is recorded by that name.",
    );
  return name ?? hostname();
}

function readProgram(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const program = resolve(path);
  try {
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    throw new UsageError(
      `--on-issued: ${printable(program)} cannot be run.`,
      "Give the path of a program or of a script with a first line such as #!/bin/sh, and make it executable.",
    );
  }
}

async function receive(settings: ReceiveSettings, journal: Journal, output: Output): Promise<void> {
  const { name, service, program, programTimeoutMs, env } = settings;
  const counts = { recorded: 0, known: 0, unknown_order: 0, other_action: 0, refused: 0 };
  const deployer =
    program === undefined
      ? undefined
      : new Deployer({
          program: { path: program, timeoutMs: programTimeoutMs, env },
          journal,
          name,
          service,
          log(event, details) {
            log(event, details);
            page?.deployment(event, details);
          },
        });
  // All keys since the start: a sender may still repeat an old one.
  const secrets = new Set(settings.server.accessKeys);
  const page = settings.hasPage
    ? new ReceiverPage({ name, pending: deployer && (() => deployer.pending), secrets: () => [...secrets] })
    : undefined;
  await warnOfTwin(journal, name);
  // Register last: a receiver that is killed before it registers records its skipped certificates again.
  await deployer?.register();
  const sayAtWork = () => journal.callbacks.addReceiver(name, { deploys: deployer !== undefined });
  await sayAtWork();
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const atWork = setInterval(
    () => sayAtWork().catch(({ message }: Error) => log("journal_unavailable", { error: message })),
    receiverIntervalMs,
  );
  const onEvent = (event: ReceivedEvent, { recorded, source, forwardedFor }: EventContext) => {
    const { action_id, order_status, order_id: orderId = "", cert_id: certificateId = "" } = event;
    const from = { source, forwarded_for: forwardedFor };
    const what = (recorded?.replace("-", "_") ?? "other_action") as Received;
    counts[what]++;
    const about = recorded
      ? { order_id: orderId, certificate_id: certificateId }
      : { action_id, order_status };
    log(what, { ...about, ...from });
    page?.received(event, what, { source });
    // A callback that is known may have been recorded without a look.
    if (recorded === "recorded" || recorded === "known") deployer?.look(orderId);
  };
  const onRefused = (refusal: Refusal) => {
    const { reason, status, field, error, source, forwardedFor } = refusal;
    counts.refused++;
    const why = error instanceof Error ? error.message : undefined;
    log("refused", { reason, status, field, error: why, source, forwarded_for: forwardedFor });
    page?.refused(refusal);
  };
  const onMalformed = (status: number, source: string | undefined) => {
    counts.refused++;
    log("refused", { reason: "malformed", status, source });
    page?.malformed(status, source);
  };
  const health = async () => {
    await journal.callbacks.check(name);
    const pending = deployer?.pending ?? [];
    const failing = pending.filter(({ failure }) => failure !== undefined);
    return { status: "ok", ...counts, pending: pending.length, failing: failing.length };
  };
  const healthDetails = async () => ({ deployments: deployer?.pending ?? [] });
  const callbacks: ReceiverJournal["callbacks"] = {
    // It was added at the start.
    addReceiver: async () => {},
    record: (callback) => journal.callbacks.record(callback),
  };
  const receiver = {
    name,
    service,
    journal: { callbacks },
    onEvent,
    onRefused,
    onMalformed,
    health,
    healthDetails,
  };
  const onAccessKeys = (keys: readonly string[]) => {
    for (const key of keys) secrets.add(key);
  };
  const server = await startWatchedServer({ ...settings.server, ...receiver, onAccessKeys, log });
  log("listening", { url: server.url, health: server.healthUrl, journal: journal.title, name });
  for (const message of server.warnings) log("warning", { message });
  deployer?.start();
  const shown = page && (await showPage(page, output));
  await stopped;
  log("stopping");
  clearInterval(atWork);
  await shown?.hideAddress();
  await shown?.inspector.close();
  await server.close();
  await deployer?.stop();
  log("stopped", counts);
}

/** A page that cannot start does not keep the receiver from its work. */
async function showPage(page: ReceiverPage, output: Output) {
  let inspector: Inspector | undefined;
  try {
    inspector = await startInspector(page.content, { port: 0 });
    return { inspector, hideAddress: await showAddress(inspector.url, output) };
  } catch (error) {
    await inspector?.close();
    log("warning", { message: `The page of --inspect cannot start: ${(error as Error).message}` });
    return undefined;
  }
}

/**
 * The address has the token of the page. systemd and containers store what a program prints, so without a terminal it goes to a file
 * that only this user can read. Returns what removes the file.
 */
async function showAddress(url: string, output: Output): Promise<() => Promise<void>> {
  if (process.stderr.isTTY) {
    output.note(`See what is received: ${url}`);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "certorder-page-"));
  const file = join(folder, "address");
  await writeFile(file, `${url}\n`, { mode: 0o600 });
  output.note(`See what is received: open the address in ${file}`);
  return () => rm(folder, { recursive: true, force: true });
}

/** Two receivers with one name may each run the program for a certificate. */
async function warnOfTwin(journal: Journal, name: string): Promise<void> {
  const before = await journal.callbacks.registration(name);
  if (before && mayRun(before))
    log("warning", {
      message: `A receiver named ${name} was at work at ${before.seenAt} (${before.process}). If it still runs, both may run the program for one certificate.`,
    });
}

/** One JSON object on each line. */
function log(event: string, details: object = {}): void {
  process.stdout.write(
    `${escapeUnprintable(JSON.stringify({ at: new Date().toISOString(), event, ...details }))}\n`,
  );
}
