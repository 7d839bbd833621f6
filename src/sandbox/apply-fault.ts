import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { ServiceAnswer } from "./answers.ts";
import type { Fault } from "./faults.ts";

interface FaultConnection {
  readonly response: ServerResponse;
  /** Ends the connection at once, so that the peer sees a reset. */
  reset(): void;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** Answers as the fault says. `answer` is the answer without the fault. */
export async function applyFault(
  fault: Fault,
  answer: ServiceAnswer,
  connection: FaultConnection,
): Promise<void> {
  const { response } = connection;
  switch (fault.kind) {
    case "refuse":
    case "hang":
      return;
    case "reset-before-reading":
    case "reset-after-processing":
      return connection.reset();
    case "close-after-processing":
      return sendRaw(response, "");
    case "garbage":
      return sendRaw(response, "\x00\x01\x02 220 this is not HTTP\r\n\r\n");
    case "cut-headers":
      return sendRaw(response, `HTTP/1.1 ${answer.status} OK\r\nContent-Type: applica`);
    case "half-a-body":
      return sendRaw(response, `${head(answer)}${answer.body.slice(0, Math.ceil(answer.body.length / 2))}`);
    case "empty-body":
      return send(response, { ...answer, body: "" });
    case "invalid-json":
      return send(response, { ...answer, body: answer.body.slice(0, -1) });
    case "no-certificate-id":
      return send(response, { ...answer, body: withoutCertificateId(answer.body) });
    case "wrong-content-type":
      return send(response, {
        ...answer,
        status: 200,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Welcome</title><h1>Please sign in to the network</h1>",
      });
    case "status":
      return send(response, {
        ...answer,
        status: fault.status ?? 500,
        headers: { "content-type": "application/json", ...fault.headers },
        body: fault.body ?? "",
      });
    case "huge-body":
      return sendHuge(response, answer, fault.bytes ?? 8_388_608);
    case "slow-bytes":
      return sendSlowly(connection, answer, fault.everyMs ?? 200);
  }
}

/** Sends an answer without a fault. */
export function send(response: ServerResponse, { status, headers, body }: ServiceAnswer): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

/** Bypasses Node's HTTP, which prevents wrong output; then ends the connection in an orderly way. */
function sendRaw(response: ServerResponse, text: string): void {
  response.socket?.end(text, "latin1");
}

function head({ status, headers, body }: ServiceAnswer): string {
  const lines = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)) });
  return `HTTP/1.1 ${status} OK\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

function withoutCertificateId(body: string): string {
  return JSON.stringify({ ...(body === "" ? {} : JSON.parse(body)), data: { certificate: {} } });
}

async function sendHuge(response: ServerResponse, answer: ServiceAnswer, bytes: number): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers });
  // The peer is expected to close the connection.
  await pipeline(padded(answer.body, bytes), response).catch(() => {});
}

function* padded(body: string, bytes: number): Generator<string> {
  const chunk = "x".repeat(65_536);
  yield '{"padding":"';
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk.slice(0, bytes - sent);
  yield `"${body.replace(/^\{/, ",") || "}"}`;
}

async function sendSlowly(
  { response, closing }: FaultConnection,
  answer: ServiceAnswer,
  everyMs: number,
): Promise<void> {
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length });
  response.flushHeaders();
  for (const byte of bytes) {
    await wait(everyMs, undefined, { signal: closing }).catch(() => response.destroy());
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
  }
  response.end();
}
