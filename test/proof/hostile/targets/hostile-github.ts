import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { FakeGitHub } from "../../../harness/action/fake-github.ts";
import { onLoopback } from "../../../harness/on-loopback.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { mutatedJson } from "../fuzz/json.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const statuses = [200, 201, 202, 204, 304, 400, 401, 403, 404, 409, 410, 422, 429, 451, 500, 502, 503, 504];
const types = ["text/html", "", "application/octet-stream", "application/json; charset=x"];

/** Stands before the GitHub of the tests and spoils some of its answers. */
export class HostileGitHub {
  readonly genuine: FakeGitHub;
  /** Where the hostility comes from; none, and every answer is passed on as it is. */
  random: Random | undefined;
  url = "";
  readonly #server = createServer(
    (request, response) => void this.#serve(request, response).catch(() => response.destroy()),
  );

  private constructor(genuine: FakeGitHub) {
    this.genuine = genuine;
  }

  static async start(): Promise<HostileGitHub> {
    const github = new HostileGitHub(await FakeGitHub.start());
    github.url = `http://127.0.0.1:${await onLoopback(github.#server)}`;
    return github;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.genuine.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#asked(request);
    const { random } = this;
    if (!random || random.below(2) === 0) return send(response, answer);
    // To see a list through that never ends takes long.
    if (random.below(100) === 0) return send(response, goOnForever(answer, request));
    if (random.below(3) === 0) return random.pick(breakOffs)(random, answer, response);
    send(response, { ...answer, ...random.pick(spoilings)(random, answer) });
  }

  async #asked(request: IncomingMessage): Promise<Answer> {
    const sent = await buffer(request);
    const answered = await fetch(this.genuine.url + request.url, {
      method: request.method ?? "GET",
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      ...(sent.length > 0 && { body: sent }),
    });
    const link = answered.headers.get("link")?.replaceAll(this.genuine.url, this.url);
    return {
      status: answered.status,
      headers: { "content-type": "application/json; charset=utf-8", ...(link && { link }) },
      body: Buffer.from(await answered.arrayBuffer()),
    };
  }
}

/** Whole answers with another status, other headers or another body. */
const spoilings: readonly ((random: Random, answer: Answer) => Partial<Answer>)[] = [
  (random) => ({ status: random.pick(statuses) }),
  (_, { headers }) => ({
    status: 403,
    headers: { ...headers, "x-ratelimit-remaining": "0", "retry-after": "60" },
  }),
  (random, { headers }) => ({ headers: { ...headers, "content-type": random.pick(types) } }),
  (random, { body }) => ({ body: mutatedBytes(random, body, ['"id"', "null", ",", "[", "{"]) }),
  (random, { body }) => ({
    body: Buffer.from(body.toString().replace(/"id":\d+/g, () => `"id":${random.below(200) - 50}`)),
  }),
  (random, { body }) => ({ body: Buffer.from(mutatedJson(random, JSON.parse(body.toString() || "null"))) }),
];

/** Answers that end too early, or are no HTTP. */
const breakOffs: readonly ((random: Random, answer: Answer, response: ServerResponse) => void)[] = [
  (_, { status, headers, body }, response) => {
    response.writeHead(status, { ...headers, "content-length": body.length + 10 });
    response.write(body);
    setImmediate(() => response.destroy());
  },
  (random, { body }, { socket }) => {
    socket?.end(mutatedBytes(random, Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${body}`)));
  },
  (_random, _answer, { socket }) => void socket?.destroy(),
];

function goOnForever(answer: Answer, { headers, url }: IncomingMessage): Answer {
  return { ...answer, headers: { ...answer.headers, link: `<http://${headers.host}${url}>; rel="next"` } };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
