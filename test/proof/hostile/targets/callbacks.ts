import { createServer } from "node:http";
import { connect } from "node:net";
import type { CallbackEvent } from "../../../../src/receiver/index.ts";
import { fetchReceiver, nodeReceiver } from "../../../../src/receiver/index.ts";
import { refusals } from "../../../../src/receiver/refusal.ts";
import { callbackEvent } from "../../../harness/callback-event.ts";
import { onLoopback } from "../../../harness/on-loopback.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { mutatedJson } from "../fuzz/json.ts";
import { type Target, WrongAnswer } from "../fuzz/target.ts";

const accessKey = "right-key";
const event = callbackEvent();
const words = [
  "\r\n",
  "\r\n\r\n",
  "x-cc-callback-auth: right-key\r\n",
  "content-length: 5\r\n",
  "transfer-encoding: chunked\r\n",
  "expect: 100-continue\r\n",
  "GET ",
  "\0",
  '"order_id"',
  "\\ud800",
];
/** What Node itself answers to what is not HTTP, or wants to be invited, beside what the receiver answers. */
const known = new Set<number>([100, 200, 400, 408, 413, 417, 431, ...Object.values(refusals)]);

/** The receiver of callbacks, with requests as bytes to a server and with bodies alone. */
export const target: Target = {
  retryDelaysMs: 60_000,
  async open() {
    const taken: CallbackEvent[] = [];
    const options = {
      accessKey,
      timeoutMs: 2_000,
      onEvent: (given: CallbackEvent) => void taken.push(given),
    };
    const receive = fetchReceiver(options);
    const server = createServer(nodeReceiver(options));
    const port = await onLoopback(server);

    async function attackServer(random: Random): Promise<void> {
      for (const status of statusesIn(await sent(port, mutatedBytes(random, request(), words))))
        if (!known.has(status)) throw new WrongAnswer("wrong answer", `HTTP ${status}`);
      const [status] = statusesIn(await sent(port, request()));
      if (status !== 200) throw new WrongAnswer("wrong answer", `the next genuine callback gets ${status}`);
    }

    async function attackBody(random: Random): Promise<void> {
      const body = hostileBody(random);
      const auth = random.pick([
        accessKey,
        accessKey,
        accessKey,
        "wrong",
        "",
        "right-key\u00e9",
        "x".repeat(9_999),
      ]);
      taken.length = 0;
      const { status } = await receive(
        new Request("https://callback.example.test/", {
          method: "POST",
          headers: { "content-type": "application/json", "x-cc-callback-auth": auth },
          body,
        }),
      );
      const told = `HTTP ${status} to ${auth}, ${body}`;
      if (!known.has(status)) throw new WrongAnswer("wrong answer", told);
      if ((status === 200) !== (taken.length === 1))
        throw new WrongAnswer("wrong answer", `${taken.length} events: ${told}`);
      if (status === 200 && (auth !== accessKey || !isEvent(body)))
        throw new WrongAnswer("wrong answer", told);
    }

    return {
      attack: (random) => (random.below(3) === 0 ? attackServer(random) : attackBody(random)),
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

function request(): Buffer {
  const body = JSON.stringify(event);
  const head = [
    "POST /callback HTTP/1.1",
    "host: localhost",
    `x-cc-callback-auth: ${accessKey}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Sends bytes on a connection of their own, and gives what comes back until the other side ends it. */
function sent(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", () => {}).on("close", () => resolve(received));
  });
}

function statusesIn(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

function hostileBody(random: Random): Buffer {
  if (random.below(2) === 0) return Buffer.from(mutatedJson(random, { ...event }));
  return mutatedBytes(random, Buffer.from(JSON.stringify(event)), words);
}

function isEvent(body: Buffer): boolean {
  const value = JSON.parse(body.toString());
  return Object.keys(event).every((name) => typeof value[name] === "string");
}
