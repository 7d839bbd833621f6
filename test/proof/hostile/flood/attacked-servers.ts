import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { CertOrderClient } from "../../../../src/client/index.ts";
import { callbackEvent } from "../../../harness/callback-event.ts";
import { commandLine } from "../../../harness/program.ts";
import { csr } from "../../../harness/provider/provider.ts";
import { requestText } from "../../../harness/sandbox/raw-client.ts";

/** A server under attack, in a process of its own. */
export interface AttackedServer {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly isTls: boolean;
  /** A request that has to be answered with HTTP 200, as text. */
  readonly request: string;
  /** The part of a request for whose end it waits longest. */
  readonly patientWith: "head" | "body";
  /** The largest body that it takes. */
  readonly largestBody: number;
  /** Asks for something as an honest client does, and throws unless the answer is right. */
  ask(): Promise<void>;
  /** Ends it. Gives what was wrong, if something was. */
  end(): Promise<string | undefined>;
}

/** Time enough for an answer on a machine that is busy being flooded. */
const patience = { connectTimeoutMs: 120_000, responseTimeoutMs: 120_000, timeoutMs: 240_000 };

interface Told {
  readonly url: string;
  readonly httpsUrl: string;
  readonly caPem?: string;
  readonly keyId: string;
  readonly authKey: string;
}

/** `certorder sandbox`, as a person starts it, over HTTP. */
export async function sandboxCommand(): Promise<AttackedServer> {
  const [program, ...first] = commandLine();
  const child = spawn(program, [...first, "sandbox", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  // It knows nothing of us, and would go on without us.
  process.once("exit", () => child.kill("SIGKILL"));
  let shown = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    shown += chunk;
    if (shown.endsWith("}\n")) break;
  }
  const told = JSON.parse(shown) as Record<string, string>;
  return sandboxVictim("certorder sandbox, HTTP", child, {
    url: told.url ?? "",
    httpsUrl: told.https_url ?? "",
    keyId: told.key_id ?? "",
    authKey: told.auth_key ?? "",
  });
}

/** `startSandbox`, as a program uses it, over HTTPS. */
export async function sandboxLibrary(): Promise<AttackedServer> {
  const child = served("sandbox");
  const [told] = (await once(child, "message")) as [Told];
  return sandboxVictim("startSandbox, HTTPS", child, told);
}

export async function receiver(): Promise<AttackedServer> {
  const child = served("receiver");
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const body = JSON.stringify(callbackEvent());
  const headers = { "x-cc-callback-auth": "right-key" };
  return {
    name: "nodeReceiver",
    ...placeOf(child, url),
    isTls: false,
    request: requestText(url, { path: "/", headers, body }),
    patientWith: "head",
    largestBody: 65_536,
    ask: () =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          url,
          { method: "POST", headers: { ...headers, "content-type": "application/json" }, agent: false },
          (response) => {
            response.resume();
            if (response.statusCode === 200) resolve();
            else reject(new Error(`HTTP ${response.statusCode}`));
          },
        );
        outgoing.on("error", reject).end(body);
      }),
    end: () => ended(child),
  };
}

/** Asks for reissues, each of which has to bring a certificate that was never seen before. */
function sandboxVictim(name: string, child: ChildProcess, told: Told): AttackedServer {
  const { caPem, keyId, authKey } = told;
  const baseUrl = caPem === undefined ? told.url : told.httpsUrl;
  const client = new CertOrderClient({
    baseUrl,
    keyId,
    authKey,
    ca: caPem,
    env: {},
    journal: "none",
    maxTries: 1,
    ...patience,
  });
  const seen = new Set<string>();
  return {
    name,
    ...placeOf(child, baseUrl),
    isTls: caPem !== undefined,
    request: requestText(baseUrl),
    patientWith: "body",
    largestBody: 1_048_576,
    async ask() {
      const wanted = { signHash: "sha256", commonName: "www.example.com", csr };
      const { certificateId } = await client.reissue("order-ssl-1", wanted);
      if (!/^cert-\d+$/.test(certificateId) || seen.has(certificateId))
        throw new Error(`the certificate is ${certificateId}`);
      seen.add(certificateId);
    },
    end: () => ended(child),
  };
}

function served(what: "sandbox" | "receiver"): ChildProcess {
  return fork(new URL("./serve.ts", import.meta.url), [what], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function placeOf(child: ChildProcess, url: string): { pid: number; port: number } {
  return { pid: child.pid ?? 0, port: Number(new URL(url).port) };
}

async function ended(child: ChildProcess): Promise<string | undefined> {
  if (child.exitCode !== null || child.signalCode !== null)
    return `it was gone already (${child.signalCode ?? child.exitCode})`;
  const exit = once(child, "exit");
  // Those that we forked listen to this; the command line listens to what follows.
  if (child.connected) child.disconnect();
  else child.kill("SIGTERM");
  const [code, signal] = await exit;
  return code === 0 ? undefined : `it ended with ${signal ?? code}`;
}
