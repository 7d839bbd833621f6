import { connect as connectHttp2 } from "node:http2";
import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { framed } from "../../../../src/plugin/testing/channel.ts";
import type { ProviderProcess } from "../../../../src/plugin/testing/provider-process.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { http2Frames } from "../fuzz/formats.ts";
import type { Target } from "../fuzz/target.ts";
import { mutatedTree, type Tree } from "../fuzz/tree.ts";
import { ProviderUnderAttack } from "./provider.ts";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const paths = [
  "/grpc.health.v1.Health/Check",
  "/tfplugin6.Provider/GetProviderSchema",
  "/plugin.GRPCStdio/StreamStdio",
  "/no.Such/Method",
];

const rude: readonly Tree[] = [
  frame(3, 0, 1, "00000008"), // RST_STREAM
  frame(4, 0, 0, "0004ffffffff"), // SETTINGS with a window that is too large
  frame(4, 0, 0, "000400000000"), // SETTINGS with no window at all
  frame(4, 1, 0, ""), // SETTINGS acknowledged without having been sent
  frame(5, 4, 1, "00000002"), // PUSH_PROMISE, which clients may not
  frame(6, 0, 0, "0011223344556677"), // PING
  frame(7, 0, 0, "0000000000000000"), // GOAWAY
  frame(8, 0, 0, "7fffffff"), // WINDOW_UPDATE beyond all bounds
  frame(8, 0, 1, "00000000"), // WINDOW_UPDATE by nothing
  frame(9, 0, 1, "82"), // CONTINUATION of nothing
  frame(1, 5, 2, "82"), // HEADERS on a stream that only servers may open
  frame(0, 1, 99, "0000000000"), // DATA on a stream that was not opened
  frame(2, 0, 1, "0000000110"), // PRIORITY that depends on itself
];

function frame(tag: number, flags: number, stream: number, payloadHex: string): Tree {
  return {
    tag,
    content: Buffer.concat([Buffer.from([flags, 0, 0, 0, stream]), Buffer.from(payloadHex, "hex")]),
  };
}

/** The provider's process, with connections that are not quite HTTP/2, with TLS and without. */
export const target: Target = {
  async open() {
    const [open, sealed] = await Promise.all([
      ProviderUnderAttack.start(false),
      ProviderUnderAttack.start(true),
    ]);
    const recorded = await Promise.all(paths.map((path) => recordedCall(open.core.process, path)));
    const seeds = [...recorded.map((bytes) => http2Frames.read(bytes.subarray(preface.length))), rude];
    return {
      async attack(random) {
        const provider = random.below(5) === 0 ? sealed : open;
        await converse(provider.core.process, random, hostileBytes(random, seeds));
        await provider.expectService();
      },
      async close() {
        await Promise.all([open.close(), sealed.close()]);
      },
    };
  },
};

function hostileBytes(random: Random, seeds: readonly (readonly Tree[])[]): Buffer {
  const frames = Buffer.concat([preface, mutatedTree(random, http2Frames, seeds)]);
  return random.below(4) === 0 ? mutatedBytes(random, frames) : frames;
}

/** Sends the bytes and leaves once the provider has hung up, or has had some time to read. */
function converse(
  { handshake, clientCertificate }: ProviderProcess,
  random: Random,
  bytes: Buffer,
): Promise<void> {
  const path = handshake.address;
  const ca = handshake.serverCertificatePem;
  const isEncrypted = ca !== undefined && random.below(4) > 0;
  const client = random.below(4) > 0 && clientCertificate;
  const identity = client ? { cert: client.certificatePem, key: client.privateKeyPem } : {};
  return new Promise((resolve) => {
    const send = () => {
      socket.end(bytes);
      setTimeout(() => socket.destroy(), 200).unref();
    };
    const socket: Socket = isEncrypted
      ? connectTls({ path, ca, servername: "localhost", ALPNProtocols: ["h2"], ...identity }, send)
      : connect({ path }, send);
    socket.on("error", () => {}).on("close", () => resolve());
    socket.resume();
  });
}

function recordedCall({ handshake }: ProviderProcess, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const written: Buffer[] = [];
    const socket = connect({ path: handshake.address });
    // Not a socket itself, so that Node does not write past it.
    const recorder = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        written.push(Buffer.from(chunk));
        socket.write(chunk, done);
      },
    });
    socket.on("data", (chunk) => recorder.push(chunk)).on("error", reject);
    const session = connectHttp2("http://localhost", { createConnection: () => recorder });
    session.on("error", reject);
    const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/grpc" });
    stream.on("response", () => {
      resolve(Buffer.concat(written));
      socket.destroy();
      session.destroy();
    });
    stream.on("error", () => {});
    stream.end(framed(new Uint8Array()));
  });
}
