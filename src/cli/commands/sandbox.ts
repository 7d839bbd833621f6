import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { settings, shellWord } from "../../contract/index.ts";
import { ExchangeLog, type Inspector, startInspector } from "../../inspector/index.ts";
import { createSandboxJournal, type SandboxJournal } from "../../journal/index.ts";
import { type Rate, type Sandbox, seedOrders, startSandbox } from "../../sandbox/index.ts";
import { removeBackgroundFolder, startInBackground } from "../background.ts";
import { type CommandResult, defineCommand, type Flags, type FlagValues } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { accessKey, type LocalReceiver, startLocalReceiver } from "../local-receiver.ts";
import { openPage } from "../open-page.ts";
import type { Output } from "../output.ts";
import { parseRate } from "../rate.ts";
import { sandboxContent } from "../sandbox-page.ts";

const defaultPort = 4010;
const defaultReceiverPort = 8443;

const flags = {
  port: {
    kind: "number",
    doc: "Port for HTTP; 0 takes a free one.",
    default: String(defaultPort),
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
  "forward-to": {
    kind: "value",
    value: "URL",
    doc: "Send the callbacks of the account demo to a program on this machine. It needs no TLS. The key is CALLBACK_KEY.",
  },
  "receiver-port": {
    kind: "number",
    doc: "Port of the receiver; 0 takes a free one.",
    default: String(defaultReceiverPort),
  },
  background: {
    kind: "switch",
    doc: 'Run on in the background on free ports, and print the export lines for this shell: eval "$(certorder sandbox --background)". To end it: kill $CERTORDER_SANDBOX_PID.',
  },
  open: { kind: "switch", doc: "Open the page of the sandbox in the browser." },
  "certificate-out": {
    kind: "value",
    value: "FOLDER",
    doc: "Write localhost.key and localhost.crt to this folder, for a receiver of your own: the sandbox trusts them.",
  },
} as const satisfies Flags;

const moreFlags = {
  "https-port": { kind: "number", doc: "Port for HTTPS. Default: a free one." },
  "ca-out": {
    kind: "value",
    value: "PATH",
    doc: "Write the sandbox's certificate authority to this file.",
  },
  "reissue-rate": {
    kind: "value",
    value: "RATE",
    doc: "How many reissues an account may ask for, such as 5/s or 100/m. The others are refused (request_too_fast). Default: no limit.",
  },
} as const satisfies Flags;

type SandboxFlags = FlagValues<typeof flags & typeof moreFlags>;

export const command = defineCommand({
  details: "Nothing that it does costs money. certorder sandbox clock moves its clock forward.",
  flags,
  moreFlags,
  examples: [
    "certorder sandbox",
    "certorder sandbox --receiver --env-out sandbox.env",
    "certorder sandbox --forward-to http://localhost:3000/callbacks",
    'eval "$(certorder sandbox --receiver --background)"',
    "certorder sandbox --port 0 --state-file sandbox.json --allow-private-callbacks",
  ],

  async run({ flags, output, env }) {
    if (flags.background) return runInBackground(flags, output);
    const log = (line: string) => output.note(line);
    const receives = flags.receiver || flags["receiver-port"] !== undefined;
    const stateFile = flags["state-file"];
    const forwardTo = checkForwardTo(flags);
    let ownJournal: SandboxJournal | undefined;
    let receiver: LocalReceiver | undefined;
    const recorder = new ExchangeLog();
    const sandbox = await startSandbox({
      recorder,
      port: flags.port ?? defaultPort,
      httpsPort: flags["https-port"],
      stateFile,
      forwardTo,
      allowPrivateCallbacks: receives || flags["allow-private-callbacks"],
      // If the journal cannot be written, the clock stays.
      onClockMove: (aheadMs) => ownJournal?.setClock(aheadMs),
      reissueRate: readRate(flags["reissue-rate"]),
      log,
    }).catch(cannotStart("The sandbox", "Use another --port, --state-file or --forward-to."));
    const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    let folder: string | undefined;
    let page: Inspector | undefined;
    let removePage = async () => {};
    let callback = forwardTo === undefined ? undefined : { url: forwardTo, accessKey };
    try {
      folder = await journalFolder(sandbox, stateFile);
      ownJournal = await createSandboxJournal(folder, sandbox.service);
      // A state file brings the clock back.
      ownJournal.setClock(sandbox.clockAheadMs);
      const { journal } = ownJournal;
      if (receives) {
        const certificate = sandbox.issueCertificate(receiverNames);
        const port = flags["receiver-port"] ?? defaultReceiverPort;
        receiver = await startLocalReceiver(port, certificate, journal, log).catch(
          cannotStart("The receiver", "Use another --receiver-port."),
        );
        callback = receiver.callback;
      }
      if (callback) sandbox.saveCallback(sandbox.credentials.keyId, callback);
      // The port after the sandbox's is easy to remember. A page never keeps a sandbox from starting.
      const nearPort = flags.port === 0 ? 0 : Number(new URL(sandbox.url).port) + 1;
      page = await startInspector(sandboxContent(sandbox, recorder), { port: nearPort });
      const started = { sandbox, folder, callback, page };
      const exports = exportLines(started);
      await writeFiles(flags, sandbox, exports);
      if (flags.open) removePage = await openPage(page.url, output);
      await announce(started, exports, output);
      await interrupted;
    } finally {
      await receiver?.close();
      await page?.close();
      await removePage();
      await sandbox.close();
      // Its orders are gone, so their history is useless.
      if (stateFile === undefined && folder) await rm(folder, { recursive: true, force: true });
    }
    await removeBackgroundFolder(env);
    return exitCodes.ok;
  },
});

function readRate(text: string | undefined): Rate | undefined {
  if (text === undefined) return undefined;
  const { count, perMs } = parseRate("reissue-rate", text);
  return { requests: count, perSeconds: perMs / 1_000 };
}

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
  output.note("See what happens on its page. The address: echo $CERTORDER_SANDBOX_PAGE");
  output.note("What it has carried out: curl $CERTORDER_SANDBOX_URL/ledger");
  return { json: { pid, log, exports }, lines: exports };
}

function checkForwardTo(flags: SandboxFlags): string | undefined {
  const { "forward-to": forwardTo, receiver, "receiver-port": port } = flags;
  if (forwardTo === undefined) return undefined;
  if (receiver || port !== undefined)
    throw new UsageError(
      "--forward-to and --receiver both say where callbacks go.",
      "Leave one of them out.",
    );
  return forwardTo;
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
  /** Where its callbacks go, if a flag says so. */
  readonly callback: LocalReceiver["callback"] | undefined;
  readonly page: Inspector;
}

/** The variables that another terminal needs. */
function exportLines({ sandbox, folder, callback, page }: Started): string[] {
  const { url, service, credentials } = sandbox;
  const variables = {
    // A new sandbox does not have the orders of the previous one, so it has another address.
    [settings.base_url.env]: `${url}/${service}`,
    [settings.service.env]: service,
    [settings.key_id.env]: credentials.keyId,
    [settings.auth_key.env]: credentials.authKey,
    [settings.journal.env]: folder,
    CERTORDER_SANDBOX_URL: `${url}/_sandbox`,
    CERTORDER_SANDBOX_PAGE: page.url,
    ...(callback && { CALLBACK_URL: callback.url, CALLBACK_KEY: callback.accessKey }),
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
  const { sandbox, folder, callback, page } = started;
  const { service, credentials } = sandbox;
  const [url, httpsUrl] = [sandbox.url, sandbox.httpsUrl].map((address) => `${address}/${service}`);
  const { url: callbackUrl, accessKey: callbackKey } = callback ?? {};
  await output.result(
    { url, httpsUrl, service, ...credentials, journal: folder, page: page.url, callbackUrl, callbackKey },
    [
      `The sandbox listens on ${output.style("bold", sandbox.url)} and ${sandbox.httpsUrl}. Ctrl-C ends it.`,
      `See what happens: ${output.style("bold", page.url)}`,
      ...(callback ? [describeCallback(callback.url)] : []),
      `Its orders, unless the state file has others: ${seedOrders.map(({ id }) => id).join(", ")}.`,
      "To use it from another terminal:",
      "",
      ...exports.map((line) => `  ${line}`),
      "",
      `What it has done: ${sandbox.url}/_sandbox/ledger`,
    ],
  );
}

function describeCallback(url: string): string {
  return url.startsWith("https:")
    ? `It calls back a receiver at ${url}, which runs here too.`
    : `It forwards callbacks to ${url}. To send one: certorder sandbox trigger order:issued --order ${seedOrders[0]?.id}`;
}
