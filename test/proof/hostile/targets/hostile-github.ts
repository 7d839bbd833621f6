import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { FakeGitHub } from "../../../harness/action/fake-github.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { mutatedJson } from "../fuzz/json.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const statuses = [200, 201, 202, 204, 304, 400, 401, 403, 404, 409, 410, 422, 429, 451, 500, 502, 503, 504];

/** Stands before the GitHub of the tests and spoils some of its answers. */
export class HostileGitHub {
  readonly genuine: FakeGitHub;
  readonly url: string;
  /** Where the hostility comes from; none, and every answer is passed on as it is. */
  random: Random | undefined;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(genuine: FakeGitHub, server: ReturnType<typeof createServer>) {
    this.genuine = genuine;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on(
      "request",
      (request, response) => void this.#serve(request, response).catch(() => response.destroy()),
    );
  }

  static async start(): Promise<HostileGitHub> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new HostileGitHub(await FakeGitHub.start(), server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.genuine.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#asked(request);
    const { random } = this;
    if (!random || random.below(2) === 0) return send(response, answer);
    // To see a list through that never ends takes long.
    const spoiled = random.below(100) === 0 ? goOnForever : random.pick(spoilings);
    spoiled({ random, answer, request, response });
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

interface Spoiling {
  readonly random: Random;
  readonly answer: Answer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const spoilings: readonly ((spoiling: Spoiling) => void)[] = [
  ({ random, answer, response }) => send(response, { ...answer, status: random.pick(statuses) }),
  ({ answer, response }) => {
    const headers = { ...answer.headers, "x-ratelimit-remaining": "0", "retry-after": "60" };
    send(response, { ...answer, status: 403, headers });
  },
  ({ random, answer, response }) => {
    const type = random.pick(["text/html", "", "application/octet-stream", "application/json; charset=x"]);
    send(response, { ...answer, headers: { ...answer.headers, "content-type": type } });
  },
  ({ random, answer, response }) =>
    send(response, { ...answer, body: mutatedBytes(random, answer.body, ['"id"', "null", ",", "[", "{"]) }),
  ({ random, answer, response }) => {
    const otherIds = answer.body.toString().replace(/"id":\d+/g, () => `"id":${random.below(200) - 50}`);
    send(response, { ...answer, body: Buffer.from(otherIds) });
  },
  ({ random, answer, response }) => {
    const changed = mutatedJson(random, JSON.parse(answer.body.toString() || "null"));
    send(response, { ...answer, body: Buffer.from(changed) });
  },
  ({ answer, response }) => {
    response.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length + 10 });
    response.write(answer.body);
    setImmediate(() => response.destroy());
  },
  ({ random, answer, request }) => {
    request.socket.end(mutatedBytes(random, Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${answer.body}`)));
  },
  ({ request }) => void request.socket.destroy(),
];

/** Each page of a list names itself as the next. */
function goOnForever({ answer, request, response }: Spoiling): void {
  const here = `http://${request.headers.host}${request.url}`;
  send(response, { ...answer, headers: { ...answer.headers, link: `<${here}>; rel="next"` } });
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
