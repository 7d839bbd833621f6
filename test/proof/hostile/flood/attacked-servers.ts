import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { callbackEvent } from "../../../harness/callback-event.ts";
import { commandLine } from "../../../harness/program.ts";
import { requestText, sendRaw } from "../../../harness/sandbox/raw-client.ts";
import type { Flood } from "./flooder.ts";

export type AttackedServer = ReturnType<typeof attacked>;

interface Served {
  readonly url: string;
  readonly httpsUrl?: string;
  readonly caPem?: string;
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
  const { url } = JSON.parse(shown) as Served;
  return sandboxAt("certorder sandbox, HTTP", child, url);
}

/** `startSandbox`, as a program uses it, over HTTPS. */
export async function sandboxLibrary(): Promise<AttackedServer> {
  const [child, { httpsUrl = "", caPem }] = await served("sandbox");
  return sandboxAt("startSandbox, HTTPS", child, httpsUrl, caPem);
}

export async function receiver(): Promise<AttackedServer> {
  const [child, { url }] = await served("receiver");
  const headers = { "x-cc-callback-auth": "right-key" };
  const request = requestText(url, { path: "/", headers, body: JSON.stringify(callbackEvent()) });
  const ask = async () => void (await answerTo(url, request));
  return attacked("nodeReceiver", child, url, ask, { request, patientWith: "head", largestBody: 65_536 });
}

/** Is asked for reissues, each of which has to bring a certificate that was never seen before. */
function sandboxAt(name: string, child: ChildProcess, url: string, ca?: string): AttackedServer {
  const request = requestText(url);
  const seen = new Set<string>();
  const ask = async () => {
    const [, certificate] = /"id": ?"(cert-\d+)"/.exec(await answerTo(url, request, ca)) ?? [];
    if (certificate === undefined || seen.has(certificate))
      throw new Error(`the certificate is ${certificate}`);
    seen.add(certificate);
  };
  return attacked(name, child, url, ask, { request, patientWith: "body", largestBody: 1_048_576 });
}

async function answerTo(url: string, request: string, ca?: string): Promise<string> {
  const { text, ending } = await sendRaw(url, request, { ca });
  if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(`${ending} after ${text.slice(0, 200)}`);
  return text;
}

/** Given how an honest client asks: that throws unless the answer is right. */
function attacked(
  name: string,
  child: ChildProcess,
  url: string,
  ask: () => Promise<void>,
  how: Pick<Flood, "request" | "patientWith" | "largestBody">,
) {
  const isTls = url.startsWith("https:");
  const flood = { port: Number(new URL(url).port), isTls, ...how };
  return { name, pid: child.pid ?? 0, isTls, flood, ask, end: () => ended(child) };
}

async function served(what: "sandbox" | "receiver"): Promise<[ChildProcess, Served]> {
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  const child = fork(new URL("./serve.ts", import.meta.url), [what], { stdio: [...stdio] });
  const [told] = (await once(child, "message")) as [Served];
  return [child, told];
}

async function ended(child: ChildProcess): Promise<string[]> {
  if (child.exitCode !== null || child.signalCode !== null)
    return [`it was gone already (${child.signalCode ?? child.exitCode})`];
  const exit = once(child, "exit");
  // Those that we forked listen to this; the command line listens to what follows.
  if (child.connected) child.disconnect();
  else child.kill("SIGTERM");
  const [code, signal] = await exit;
  return code === 0 ? [] : [`it ended with ${signal ?? code}`];
}
