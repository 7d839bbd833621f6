import { type Encoding, encodings } from "../../harness/faults/canaries.ts";
import { certificate } from "../../harness/faults/faulty-service.ts";
import { type RawServer, startRawServer } from "../../harness/faults/raw-server.ts";

const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ").replace(/[^\x20-\x7e]/g, "?");
const head = (status: number, body: string, more = "") =>
  `HTTP/1.1 ${status} Whatever\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;

/** Where a service that logs too much, or wants to do harm, may put what it was sent. */
const echoPlaces: Readonly<Record<string, (echo: string) => string>> = {
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

const spellings = Object.keys(encodings) as Encoding[];
const named = new Map(
  Object.entries(echoPlaces).map(([name, answer]) => [name.replaceAll(" ", "-"), answer]),
);

/**
 * A way in which the hostile service answers: where it puts the secrets, and how it spells them. It is part of an order's
 * id, of the address to be called back, or of a header.
 */
export type EchoRoute = `echo.${string}.${Encoding}`;

/** Every place with every encoding; in a quick run every place once, the encodings in turn. */
export function cells(quick: boolean): EchoRoute[] {
  return [...named.keys()].flatMap((place, index) =>
    spellings
      .filter((_, turn) => !quick || turn === index % spellings.length)
      .map((spelling): EchoRoute => `echo.${place}.${spelling}`),
  );
}

/** Where it does what it is asked for all the same. */
export const acceptingRoutes: readonly EchoRoute[] = spellings.map(
  (spelling): EchoRoute => `echo.the-rest-of-a-success.${spelling}`,
);

export const callbackUrl = (cell: string) => `https://callback.example.test/${cell}`;

export function startHostileService(tls = false): Promise<RawServer> {
  return startRawServer(
    async (visit) => {
      const request = Buffer.from(await visit.request(), "latin1").toString();
      const [, place = "a-message", spelling = "plain"] = /echo\.([\w-]+)\.(\w+)/.exec(request) ?? [];
      visit.end(named.get(place)?.(encodings[spelling as Encoding](extractSecrets(request))));
    },
    tls ? certificate : undefined,
  );
}

/** The secrets alone, as a service would cut them out of the request: so short a text is not cut off when shown. */
function extractSecrets(request: string): string {
  const authKey = /^x-cc-auth-key: (.*)$/im.exec(request)?.[1] ?? "";
  const body = JSON.parse(request.slice(request.indexOf("\r\n\r\n")) || "{}");
  return [authKey, body.sign_key_pin, body.access_key].filter(Boolean).join(" ");
}
