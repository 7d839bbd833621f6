import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** What a store does that is not as it should be. */
interface Oddity {
  /** Passes over what a write is on condition of. */
  ignoresConditions?: boolean;
  /** Answers in place of the store; undefined: the store does. */
  instead?: (
    question: IncomingMessage,
  ) => { status: number; code?: string; headers?: Record<string, string> } | undefined;
  /** Lets the store do it, and answers this. */
  afterwards?: (question: IncomingMessage) => { status: number; code?: string } | undefined;
  /** Garbles the body of an answer. */
  garbles?: (question: IncomingMessage) => boolean;
  /** How far its clock is ahead. */
  clockSkewMs?: number;
}

/** A real store behind something that is odd. Counts what it is asked for. */
export class OddStore {
  oddity: Oddity = {};
  readonly questions: string[] = [];
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(target: number): Promise<OddStore> {
    const server = createServer((question, answer) => void store.#pass(question, answer, target));
    const port = await onLoopback(server);
    const store = new OddStore(port);
    atTheEnd(() => {
      server.close();
      server.closeAllConnections();
    });
    return store;
  }

  async #pass(question: IncomingMessage, answer: ServerResponse, target: number): Promise<void> {
    const { method = "", url = "" } = question;
    this.questions.push(`${method} ${url}`);
    const body = await buffer(question);
    const headers = { ...question.headers };
    if (this.oddity.ignoresConditions) delete headers["if-none-match"];
    // The store behind has a clock of its own, which is right.
    headers["x-amz-date"] = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
    const date = new Date(Date.now() + (this.oddity.clockSkewMs ?? 0)).toUTCString();
    const instead = this.oddity.instead?.(question);
    if (instead) return say(answer, { ...instead, headers: { ...instead.headers, date } });
    const passed = request({ port: target, method, path: url, headers });
    passed.end(body);
    const [response] = (await once(passed, "response")) as [IncomingMessage];
    const answered = await buffer(response);
    const afterwards = this.oddity.afterwards?.(question);
    if (afterwards) return say(answer, { ...afterwards, headers: { date } });
    answer.writeHead(response.statusCode ?? 500, { ...response.headers, date });
    answer.end(this.oddity.garbles?.(question) ? answered.toString().replace(/[a-e]/g, "?") : answered);
  }
}

function say(
  answer: ServerResponse,
  { status, code, headers = {} }: { status: number; code?: string; headers?: Record<string, string> },
): void {
  answer.writeHead(status, headers).end(code && `<Error><Code>${code}</Code></Error>`);
}
