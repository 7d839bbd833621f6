import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { connect } from "node:tls";
import { expect, vi } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { atTheEnd } from "../at-the-end.ts";
import { commandIntent, reissue } from "../journal/intents.ts";
import { newFolder, startCertorder } from "./cli.ts";

export const authority = createAuthority();

/** A folder with a journal and a certificate, and how to start a receiver there. */
export async function newReceiver() {
  const folder = newFolder();
  const path = (name: string) => join(folder, name);
  const journal = new Journal(path("journal"));
  await journal.init();
  const saveCertificate = (names = ["localhost"]) => {
    const { key, cert } = authority.issue(names);
    writeFileSync(path("tls.key"), key);
    writeFileSync(path("tls.crt"), cert);
  };
  saveCertificate();
  const start = async (...flags: string[]) => {
    const args = `receive --port 0 --host 127.0.0.1 --name r1 --journal ${path("journal")}
      --tls-cert ${path("tls.crt")} --tls-key ${path("tls.key")}`.split(/\s+/);
    const run = startCertorder([...args, ...flags], { env: { CERTORDER_ACCESS_KEY: "old-key\nnew-key" } });
    atTheEnd(() => run.child.kill("SIGKILL"));
    let text = "";
    run.child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    await run.prints('"listening"');
    const lines = () =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = () => lines().map(({ event }) => event);
    /** The first line about this event, once it is there. */
    const logged = (name: string) =>
      vi.waitFor(() => {
        expect(events()).toContain(name);
        return lines().find(({ event }) => event === name);
      }, 15_000);
    return {
      ...run,
      lines,
      events,
      logged,
      url: String(lines().find(({ event }) => event === "listening")?.url),
    };
  };
  return { folder, path, journal, start, saveCertificate };
}

/** A connection that has not sent anything yet. */
export async function connection(url: string) {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", ca: authority.pem, servername: "localhost" });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  return socket;
}

/** Begins a callback, or the request for a page. */
export function begin(url: string, isCallback: boolean, auth = "old-key") {
  const outgoing = request(url, {
    method: isCallback ? "POST" : "GET",
    agent: false,
    ca: authority.pem,
    servername: "localhost",
    headers: isCallback ? { "content-type": "application/json", "x-cc-callback-auth": auth } : {},
  });
  const answer = (once(outgoing, "response") as Promise<[IncomingMessage]>).then(async ([response]) => ({
    status: response.statusCode ?? 0,
    body: await readText(response),
  }));
  return { outgoing, answer };
}

/** Calls back, or asks for a page. Resolves to the status and the body. */
export function ask(url: string, body?: object, auth?: string) {
  const { outgoing, answer } = begin(url, body !== undefined, auth);
  outgoing.end(body && JSON.stringify(body));
  return answer;
}

/** A person reissues the order once more. */
export const reissued = (journal: Journal, certificate: string, orderId = "order-1") =>
  reissue(journal, commandIntent({ orderId, requestDigest: certificate }), "done", certificate);

export const issued = async (journal: Journal, order = "order-1") =>
  (await journal.callbacks.read(order)).issued;
