import { createServer } from "node:http";
import { connect } from "node:net";
import { type CallbackEvent, fetchReceiver, nodeReceiver } from "../../../../src/receiver/index.ts";
import { refusals } from "../../../../src/receiver/refusal.ts";
import { callbackEvent } from "../../../harness/callback-event.ts";
import { onLoopback } from "../../../harness/on-loopback.ts";
import type { Random } from "../../../harness/random.ts";
import { requestText } from "../../../harness/sandbox/raw-client.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { mutatedJson } from "../fuzz/json.ts";
import type { Target } from "../fuzz/target.ts";

const accessKey = "right-key";
const event = callbackEvent();
const words = [
  ...["\r\n", "\r\n\r\n", "GET ", "\0", '"order_id"', "\\ud800"],
  ...["x-cc-callback-auth: right-key\r\n", "content-length: 5\r\n", "transfer-encoding: chunked\r\n"],
  "expect: 100-continue\r\n",
];
const keys = [accessKey, accessKey, accessKey, "wrong", "", "right-key\u00e9", "x".repeat(9_999)];
const largest = 65_536;
/** What Node itself answers to what is not HTTP, or wants to be invited, beside what the receiver answers. */
const known = new Set<number>([100, 200, 400, 408, 413, 417, 431, ...Object.values(refusals)]);

/** The receiver of callbacks, with requests as bytes to a server and with bodies alone. */
export const target: Target = {
  async open() {
    const taken: CallbackEvent[] = [];
    const onEvent = (given: CallbackEvent) => void taken.push(given);
    const options = { accessKey, timeoutMs: 2_000, onEvent };
    const receive = fetchReceiver(options);
    const server = createServer(nodeReceiver(options));
    const port = await onLoopback(server);
    const headers = { "x-cc-callback-auth": accessKey };
    const request = Buffer.from(requestText("http://localhost", { headers, body: JSON.stringify(event) }));

    async function attackServer(random: Random): Promise<void> {
      for (const status of await statuses(port, mutatedBytes(random, request, words)))
        if (!known.has(status)) throw new Error(`HTTP ${status}`);
      const [status] = await statuses(port, request);
      if (status !== 200) throw new Error(`the next genuine callback gets ${status}`);
    }

    async function attackBody(random: Random): Promise<void> {
      const body = hostileBody(random);
      const auth = random.pick(keys);
      taken.length = 0;
      const { status } = await receive(
        new Request("https://callback.example.test/", {
          method: "POST",
          headers: { "content-type": "application/json", "x-cc-callback-auth": auth },
          body,
        }),
      );
      const isRight = status !== 200 || (auth === accessKey && body.length <= largest && isEvent(body));
      if (!known.has(status) || !isRight || taken.length !== (status === 200 ? 1 : 0))
        throw new Error(`HTTP ${status} and ${taken.length} events to ${auth}, ${body}`);
    }

    return {
      attack: (random) => (random.below(3) === 0 ? attackServer(random) : attackBody(random)),
      async close() {
        server.closeAllConnections();
        server.close();
      },
    };
  },
};

/** The statuses that come back on a connection of its own until the other side ends it. */
async function statuses(port: number, bytes: Buffer): Promise<number[]> {
  let received = "";
  const socket = connect(port, "127.0.0.1", () => socket.end(bytes)).setEncoding("latin1");
  socket.on("data", (text) => {
    received += text;
  });
  await new Promise((resolve) => socket.on("error", () => {}).on("close", resolve));
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

function hostileBody(random: Random): Buffer {
  if (random.below(20) === 0) return Buffer.from(JSON.stringify(event).padEnd(largest + random.below(3)));
  if (random.below(2) === 0) return Buffer.from(mutatedJson(random, { ...event }));
  return mutatedBytes(random, Buffer.from(JSON.stringify(event)), words);
}

function isEvent(body: Buffer): boolean {
  const value = JSON.parse(body.toString());
  const { action_id, order_status } = value;
  const isIssued =
    action_id === "order:issued" && (typeof order_status !== "string" || order_status === "issued");
  const used = isIssued ? ["action_id", "order_id", "cert_id"] : ["action_id"];
  return used.every((name) => typeof value[name] === "string" && value[name].length <= 256);
}
