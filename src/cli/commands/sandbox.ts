import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { settings, shellWord } from "../../contract/index.ts";
import { Journal } from "../../journal/index.ts";
import { type Sandbox, seedOrders, startSandbox } from "../../sandbox/index.ts";
import { removeBackgroundFolder, startInBackground } from "../background.ts";
import { type CommandResult, defineCommand, type Flags, type FlagValues } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { type LocalReceiver, startLocalReceiver } from "../local-receiver.ts";
import type { Output } from "../output.ts";

const defaultPort = 4010;
const defaultReceiverPort = 8443;

const flags = {
  port: {
    kind: "number",
    doc: `Port for HTTP; 0 takes a free one. Default: ${defaultPort}.`,
  },
  "https-port": { kind: "number", doc: "Port for HTTPS. Default: a free one." },
  "ca-out": {
    kind: "value",
    value: "PATH",
    doc: "Write the sandbox's certificate authority to this file.",
  },
  "env-out": {
    kind: "value",
    value: "PATH",
    doc: "Write the export lines to this file too, for another terminal to read with: . PATH",
  },
  "state-file": {
    kind: "value",
    value: "PATH",
    doc: "Keep orders and ledger in this file, and the journal in a folder beside it. Default: in memory, with a new journal for each start.",
  },
  "allow-private-callbacks": {
    kind: "switch",
    doc: "Let callbacks go to this machine and private networks, which the real service refuses.",
  },
  receiver: {
    kind: "switch",
    doc: "Receive callbacks too: over HTTPS on this machine, with a certificate that the sandbox trusts. It records them in the journal. It becomes the saved callback of the account demo, and --allow-private-callbacks is on.",
  },
  "receiver-port": {
    kind: "number",
    doc: `Port of the receiver; 0 takes a free one. Default: ${defaultReceiverPort}.`,
  },
  background: {
    kind: "switch",
    doc: 'Run on in the background on free ports, and print the export lines for this shell: eval "$(certorder sandbox --background)". To end it: kill $CERTORDER_SANDBOX_PID.',
  },
  "certificate-out": {
    kind: "value",
    value: "FOLDER",
    doc: "Write localhost.key and localhost.crt to this folder, for a receiver of your own: the sandbox trusts them.",
  },
} as const satisfies Flags;

type SandboxFlags = FlagValues<typeof flags>;

export const command = defineCommand({
  details: "Nothing that it does costs money.",
  flags,
  examples: [
    "certorder sandbox",
    "certorder sandbox --receiver --env-out sandbox.env",
    'eval "$(certorder sandbox --receiver --background)"',
    "certorder sandbox --port 0 --state-file sandbox.json --allow-private-callbacks",
  ],

  async run({ flags, output, env }) {
    if (flags.background) return runInBackground(flags, output);
    const log = (line: string) => output.note(line);
    const receives = flags.receiver || flags["receiver-port"] !== undefined;
    const stateFile = flags["state-file"];
    const sandbox = await startSandbox({
      port: flags.port ?? defaultPort,
      httpsPort: flags["https-port"],
      stateFile,
      allowPrivateCallbacks: receives || flags["allow-private-callbacks"],
      log,
    }).catch(cannotStart("The sandbox", "Use another --port or --state-file."));
    const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    let folder: string | undefined;
    let receiver: LocalReceiver | undefined;
    try {
      folder = await journalFolder(sandbox, stateFile);
      const journal = new Journal(folder);
      await journal.init();
      if (receives) {
        const certificate = sandbox.issueCertificate(receiverNames);
        const port = flags["receiver-port"] ?? defaultReceiverPort;
        receiver = await startLocalReceiver(port, certificate, journal, log).catch(
          cannotStart("The receiver", "Use another --receiver-port."),
        );
        sandbox.saveCallback(sandbox.credentials.keyId, receiver.callback);
      }
      const started = { sandbox, folder, receiver };
      const exports = exportLines(started);
      await writeFiles(flags, sandbox, exports);
      await announce(started, exports, output);
      await interrupted;
    } finally {
      await receiver?.close();
      await sandbox.close();
      // Its orders are gone, so their history is useless.
      if (stateFile === undefined && folder) await rm(folder, { recursive: true, force: true });
    }
    await removeBackgroundFolder(env);
    return exitCodes.ok;
  },
});

/** As `ssh-agent` does it: the export lines are the only output, for the shell to read. */
async function runInBackground(flags: SandboxFlags, output: Output): Promise<CommandResult | number> {
  if (flags["env-out"] !== undefined)
    throw new UsageError("--background prints the lines of --env-out.", "Leave --env-out out.");
  const { background: _, ...passedOn } = flags;
  const args = Object.entries(passedOn)
    .filter(([name]) => name !== "json")
    .map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
  // A flag of the user comes later, and wins.
  const freePorts = ["--port", "0", "--receiver-port", "0"].slice(0, flags.receiver ? 4 : 2);
  const started = await startInBackground(["sandbox", ...freePorts, ...args], "--env-out");
  if ("exitCode" in started) {
    for (const line of started.shown.trimEnd().split("\n")) output.note(line);
    return started.exitCode;
  }
  const { pid, log, ready } = started;
  const exports = [...ready.trimEnd().split("\n"), `export CERTORDER_SANDBOX_PID=${pid}`];
  output.note(
    `The sandbox runs in the background, and writes to ${log}. To end it: kill $CERTORDER_SANDBOX_PID`,
  );
  output.note("What it has carried out: curl $CERTORDER_SANDBOX_URL/ledger");
  return { json: { pid, log, exports }, lines: exports };
}

const receiverNames = ["localhost", "127.0.0.1", "::1"];

function cannotStart(what: string, remedy: string): (error: NodeJS.ErrnoException) => never {
  return ({ message }) => {
    throw new UsageError(`${what} cannot start: ${message}`, remedy);
  };
}

/** The sandbox has its own journal, so that trying things out never touches a real history. */
async function journalFolder({ service }: Sandbox, stateFile: string | undefined): Promise<string> {
  // A new state file has another service name, and so another journal.
  if (stateFile !== undefined) return resolve(`${stateFile}.${service}.journal`);
  return mkdtemp(join(tmpdir(), "certorder-sandbox-")).catch(
    cannotStart("The journal of the sandbox", "Set TMPDIR to a folder that can be written."),
  );
}

interface Started {
  readonly sandbox: Sandbox;
  /** The folder of its journal. */
  readonly folder: string;
  readonly receiver: LocalReceiver | undefined;
}

/** The variables that another terminal needs. */
function exportLines({ sandbox, folder, receiver }: Started): string[] {
  const { url, service, credentials } = sandbox;
  const variables = {
    // A new sandbox does not have the orders of the previous one, so it has another address.
    [settings.base_url.env]: `${url}/${service}`,
    [settings.service.env]: service,
    [settings.key_id.env]: credentials.keyId,
    [settings.auth_key.env]: credentials.authKey,
    [settings.journal.env]: folder,
    CERTORDER_SANDBOX_URL: `${url}/_sandbox`,
    ...(receiver && { CALLBACK_URL: receiver.callback.url, CALLBACK_KEY: receiver.callback.accessKey }),
  };
  return Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`);
}

async function writeFiles(flags: SandboxFlags, sandbox: Sandbox, exports: string[]): Promise<void> {
  const write = (flag: string, file: string, text: string, mode = 0o600) =>
    writeFile(file, text, { mode }).catch(cannotWrite(flag));
  const { "ca-out": caFile, "env-out": envFile, "certificate-out": folder } = flags;
  if (caFile !== undefined) await write("ca-out", caFile, sandbox.caPem, 0o644);
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true }).catch(cannotWrite("certificate-out"));
    const { key, cert } = sandbox.issueCertificate(receiverNames);
    await write("certificate-out", join(folder, "localhost.key"), key);
    await write("certificate-out", join(folder, "localhost.crt"), cert);
  }
  // Last: a script that waits for this file finds the other files there.
  if (envFile !== undefined) await write("env-out", envFile, `${exports.join("\n")}\n`);
}

function cannotWrite(flag: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new UsageError(`--${flag} cannot be written (${code}).`, "Give a path that can be written.");
  };
}

async function announce(started: Started, exports: readonly string[], output: Output): Promise<void> {
  const { sandbox, folder, receiver } = started;
  const { url, httpsUrl, service, credentials } = sandbox;
  const { url: callbackUrl, accessKey: callbackKey } = receiver?.callback ?? {};
  await output.result({ url, httpsUrl, service, ...credentials, journal: folder, callbackUrl, callbackKey }, [
    `The sandbox listens on ${output.style("bold", url)} and ${httpsUrl}. Ctrl-C ends it.`,
    ...(receiver ? [`It calls back a receiver at ${receiver.callback.url}, which runs here too.`] : []),
    `Its orders, unless the state file has others: ${seedOrders.map(({ id }) => id).join(", ")}.`,
    "To use it from another terminal:",
    "",
    ...exports.map((line) => `  ${line}`),
    "",
    `What it has done: ${url}/_sandbox/ledger`,
  ]);
}
