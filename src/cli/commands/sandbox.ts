import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { settings } from "../../contract/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import { seedOrders, startSandbox } from "../../sandbox/index.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import type { Output } from "../output.ts";

const defaultPort = 4010;

export const command: Command = {
  name: "sandbox",
  summary: "Run the certificate order service, simulated, on this machine. Nothing it does costs money.",
  flags: {
    port: {
      kind: "value",
      value: "NUMBER",
      doc: `Port for HTTP; 0 takes a free one. Default: ${defaultPort}.`,
    },
    "https-port": { kind: "value", value: "NUMBER", doc: "Port for HTTPS. Default: a free one." },
    "ca-out": {
      kind: "value",
      value: "PATH",
      doc: "Write the sandbox's certificate authority to this file.",
    },
    "state-file": {
      kind: "value",
      value: "PATH",
      doc: "Keep orders and ledger in this file. Default: in memory.",
    },
    "allow-private-callbacks": {
      kind: "switch",
      doc: "Let callbacks go to this machine and private networks, which the real service refuses.",
    },
  },
  examples: [
    "certorder sandbox",
    "certorder sandbox --port 0 --state-file sandbox.json --allow-private-callbacks",
  ],

  async run({ given, output }) {
    const sandbox = await startSandbox({
      port: portOf("port", given.port) ?? defaultPort,
      httpsPort: portOf("https-port", given["https-port"]),
      stateFile: given["state-file"] as string | undefined,
      allowPrivateCallbacks: given["allow-private-callbacks"] === true,
      log: (line) => output.note(line),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(
        `The sandbox cannot start: ${error.message}`,
        "Use another --port or --state-file.",
      );
    });
    const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    try {
      await announce(sandbox, given["ca-out"] as string | undefined, output);
      await interrupted;
    } finally {
      await sandbox.close();
    }
    return exitCodes.ok;
  },
};

async function announce(sandbox: Sandbox, caFile: string | undefined, output: Output): Promise<void> {
  const { url, httpsUrl, service, credentials, caPem } = sandbox;
  if (caFile !== undefined)
    await writeFile(caFile, caPem).catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(`--ca-out cannot be written (${code}).`, "Give a path that can be written.");
    });
  await output.result({ url, httpsUrl, service, ...credentials }, [
    `The sandbox listens on ${output.style("bold", url)} and ${httpsUrl}. Ctrl-C ends it.`,
    `Its orders, unless the state file has others: ${seedOrders.map(({ id }) => id).join(", ")}.`,
    "To use it from another terminal:",
    "",
    // A new sandbox knows nothing of the orders of the one before, so it has another address.
    `  export ${settings.base_url.env}=${url}/${service}`,
    `  export ${settings.service.env}=${service}`,
    `  export ${settings.key_id.env}=${credentials.keyId}`,
    `  export ${settings.auth_key.env}=${credentials.authKey}`,
    "",
    `What it has done: ${url}/_sandbox/ledger`,
  ]);
}

function portOf(flag: string, given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const port = Number(given);
  if (/^\d{1,5}$/.test(String(given)) && port <= 65_535) return port;
  throw new UsageError(`--${flag} must be a number from 0 to 65535.`, "Correct the number.");
}
