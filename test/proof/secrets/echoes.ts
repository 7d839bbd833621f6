import type { OperationName } from "../../harness/faults/calls.ts";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { everythingPrintable } from "../../harness/faults/canaries.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { rawService } from "../../harness/faults/faulty-service.ts";

/** How a service that logs too much, or wants to do harm, may spell what it was sent. */
export const spellings: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64, one byte on": (text) => Buffer.from(`.${text}`).toString("base64"),
  "base64, two bytes on": (text) => Buffer.from(`..${text}`).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  url: (text) => encodeURIComponent(text),
  form: (text) => new URLSearchParams({ v: text }).toString(),
  json: (text) => JSON.stringify(text),
  "json, twice": (text) => JSON.stringify(JSON.stringify(text)),
  "json in ASCII": (text) =>
    JSON.stringify(text).replace(
      /[^\x20-\x7e]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  hex: (text) => Buffer.from(text).toString("hex"),
  HEX: (text) => Buffer.from(text).toString("hex").toUpperCase(),
  html: (text) =>
    text.replace(/[&<>"']/g, (c) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[c]};`),
  "between escapes": (text) => `\u001b[31m${text}\u001b[0m`,
  "with invisible characters": (text) => text.replace(/./gsu, "$&\u200b"),
};

const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ").replace(/[^\x20-\x7e]/g, "?");
const head = (status: number, body: string, more = "") =>
  `HTTP/1.1 ${status} Whatever\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;

/** Where it may put it. */
export const echoPlaces: Readonly<Record<string, (echo: string) => string>> = {
  "the body of a refusal": (echo) => head(400, echo),
  "the body of an internal error": (echo) => head(500, echo),
  "the body of a success": (echo) => head(200, echo),
  "the id of a certificate": (echo) =>
    head(200, JSON.stringify({ code: "success", data: { certificate: { id: echo } } })),
  "the id of a certificate that may have been made": (echo) =>
    head(202, JSON.stringify({ code: "accepted", data: { certificate: { id: echo } } })),
  "the rest of a success": (echo) =>
    head(
      200,
      JSON.stringify({ code: "success", message: echo, echo, data: { certificate: { id: "cert-1", echo } } }),
      `x-echo: ${oneLine(echo)}\r\n`,
    ),
  "a message": (echo) => head(400, JSON.stringify({ code: "bad", message: echo })),
  "a message further in": (echo) => head(500, JSON.stringify({ error: { code: "bad", message: echo } })),
  "a code": (echo) => head(422, JSON.stringify({ code: echo.replace(/\s/g, "").slice(0, 256) })),
  "an answer that breaks off": (echo) =>
    `HTTP/1.1 500 Whatever\r\ncontent-length: 9999\r\n\r\n{"message":"${echo.slice(0, -12)}`,
  "an unknown member": (echo) => head(409, JSON.stringify({ debug: { request: echo } })),
  "the reason phrase": (echo) => `HTTP/1.1 500 ${oneLine(echo)}\r\ncontent-length: 0\r\n\r\n`,
  headers: (echo) =>
    head(
      403,
      "",
      `retry-after: ${oneLine(echo)}\r\nx-echo: ${oneLine(echo)}\r\nlocation: ${oneLine(echo)}\r\n`,
    ),
  "a redirection": (echo) => head(302, "", `location: https://example.test/${oneLine(echo)}\r\n`),
  "something that is not HTTP": (echo) => echo,
  "a broken status line": (echo) => `HTTP/1.1 ${oneLine(echo)}\r\n\r\n`,
  "a broken header": (echo) => `HTTP/1.1 200 OK\r\n${oneLine(echo).replace(/:/g, " ")}\r\n\r\n`,
  "a broken chunk after a success": (echo) =>
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n12\r\n{"code":"success",\r\n${echo}`,
};

export interface Echo {
  readonly what: string;
  /** Everything that a program could print of a call, its outcome and its events. */
  readonly printable: string;
}

/** Every secret that a request carries, as a hostile service can echo it: the whole request, or its secrets alone. */
export async function listEchoes(isWanted: (place: string) => boolean = () => true): Promise<Echo[]> {
  const perSpelling = Object.entries(spellings).map(async ([spelling, spell]) => {
    const told: Echo[] = [];
    for (const [place, put] of Object.entries(echoPlaces).filter(([name]) => isWanted(name)))
      for (const what of ["request", "secrets"] as const) {
        const stage = await rawService(async (visit) => {
          const request = Buffer.from(await visit.request(), "latin1").toString();
          visit.end(put(spell(what === "request" ? request : extractSecrets(request))));
        });
        for (const operation of operations)
          told.push({
            what: `${operation}: the ${what} in ${place}, ${spelling}`,
            printable: await tellingOf(operation, stage),
          });
        await stage.close();
      }
    return told;
  });
  return (await Promise.all(perSpelling)).flat();
}

async function tellingOf(operation: OperationName, stage: FaultyService): Promise<string> {
  const { client, events } = clientFor(stage, { responseTimeoutMs: 5_000 });
  const ending = await call(operation, client, stage);
  return [ending, ending.error, client, ...events].map(everythingPrintable).join("\n");
}

/** The secrets alone, as a service would cut them out of the request: so short a text is not cut off when shown. */
export function extractSecrets(request: string): string {
  const authKey = /^x-cc-auth-key: (.*)$/im.exec(request)?.[1] ?? "";
  const body = JSON.parse(request.slice(request.indexOf("\r\n\r\n")) || "{}");
  return [authKey, body.sign_key_pin, body.access_key].filter(Boolean).join(" ");
}
