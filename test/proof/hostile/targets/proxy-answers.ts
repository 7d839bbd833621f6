import { outcomes } from "../../../../src/contract/index.ts";
import { call, clientFor, operations } from "../../../harness/faults/calls.ts";
import { certificate, newMemoryJournal, serviceAt } from "../../../harness/faults/faulty-service.ts";
import { answer, success } from "../../../harness/faults/http-text.ts";
import { startProxy, tunnelTo } from "../../../harness/faults/proxy-server.ts";
import { isOfRequest, startRawServer } from "../../../harness/faults/raw-server.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes, randomBytes } from "../fuzz/bytes.ts";
import type { Target } from "../fuzz/target.ts";

const established = Buffer.from("HTTP/1.1 200 Connection established\r\n\r\n");
const answers = [
  established,
  established,
  Buffer.from("HTTP/1.0 200 OK\r\nProxy-Agent: x\r\nContent-Length: 0\r\n\r\n"),
  Buffer.from(
    "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nno",
  ),
  Buffer.from("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
  Buffer.from("HTTP/1.1 302 Found\r\nLocation: http://localhost:1/\r\n\r\n"),
  Buffer.from("HTTP/1.1 502 Bad Gateway\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"),
  Buffer.from("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
];
const words = [
  "\r\n",
  "\r\n\r\n",
  "HTTP/1.1 200 OK\r\n",
  "Content-Length: 9\r\n",
  "\x16\x03\x01\x02\x00",
  "\0",
];

const endings = ["tunnel", "tunnel", "tunnel", "close", "close", "reset", "noise", "silence"] as const;
type Ending = (typeof endings)[number];

/** The client behind a proxy that answers CONNECT in its own way, and then opens the tunnel, or does not. */
export const target: Target = {
  lanes: 24,
  async open() {
    const server = await startRawServer(async (visit) => {
      await visit.carryOut();
      visit.end(answer(200, success));
    }, certificate);
    let reply: Buffer = established;
    let after: Ending = "tunnel";
    let noise: Buffer = established;
    const proxy = await startProxy({
      onConnect(socket, head) {
        if (after === "tunnel") return tunnelTo(server.port, reply)(socket, head);
        if (after === "close") return void socket.end(reply);
        socket.write(reply);
        if (after === "reset") setImmediate(() => socket.resetAndDestroy());
        if (after === "noise") socket.write(noise);
      },
    });
    const stage = serviceAt(server, "https://service.example.test");
    return {
      async attack(random) {
        [reply, after, noise] = hostileProxy(random);
        const before = server.heard.length;
        const { client } = clientFor(stage, {
          maxTries: 1,
          timeoutMs: 2_000,
          env: { https_proxy: `http://127.0.0.1:${proxy.port}` },
          // What the answer before has left open would hold the order back.
          journal: newMemoryJournal(),
        });
        const { outcome } = await call(random.pick(operations), client, stage);
        const requests = server.heard.slice(before).filter(isOfRequest).length;
        const story = `${outcome} after ${requests} requests: ${JSON.stringify(reply.toString("latin1"))}, ${after}`;
        if (requests > 1) throw new Error(story);
        if (!(outcome in outcomes) || (outcome === "not-sent") !== (requests === 0)) throw new Error(story);
      },
      close: async () => void (await Promise.all([proxy.close(), server.close()])),
    };
  },
};

function hostileProxy(random: Random): [reply: Buffer, after: Ending, noise: Buffer] {
  const reply = random.pick(answers);
  const mutated = random.below(4) === 0 ? reply : mutatedBytes(random, reply, words);
  const after = random.pick(endings);
  return [mutated, after, randomBytes(random, 200)];
}
