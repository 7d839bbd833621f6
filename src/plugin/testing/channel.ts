import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { connect as connectNet, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Certificate } from "../process/certificate.ts";
import type { Handshake } from "./provider-process.ts";

/** A call that ended with a status other than OK. */
class GrpcStatusError extends Error {
  override readonly name = "GrpcStatusError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(`gRPC status ${status}: ${message}`);
    this.status = status;
  }
}

interface RawAnswer {
  readonly httpStatus: number;
  /** -1 if the call ended without a status. */
  readonly grpcStatus: number;
  readonly grpcMessage: string;
  readonly messages: readonly Buffer[];
}

/** The client side of gRPC. It shares no code with the server, so that tests can find mistakes of either. */
export class Channel {
  readonly #session: ClientHttp2Session;

  private constructor(session: ClientHttp2Session) {
    this.#session = session;
    session.on("error", () => {});
  }

  static async connect(handshake: Handshake, client: Certificate | undefined): Promise<Channel> {
    const socket = await openSocket(handshake, client);
    const session = connectHttp2("http://localhost", {
      createConnection: () => socket,
      settings: { initialWindowSize: 1 << 20 },
      maxSessionMemory: 2048,
    });
    const channel = new Channel(session);
    await new Promise<void>((resolve, reject) => {
      session.once("remoteSettings", () => resolve());
      // With TLS 1.3, a refused client first connects and is disconnected right after.
      const turnedAway = () => reject(new Error("the provider closed the connection"));
      if (socket.destroyed) turnedAway();
      socket.once("close", turnedAway);
      session.once("close", turnedAway);
    });
    return channel;
  }

  /** Sends one message and expects one in return. */
  async unary(path: string, message: Uint8Array): Promise<Buffer> {
    const [answer, ...surplus] = await this.stream(path, message);
    if (answer === undefined || surplus.length > 0)
      throw new Error(`${path} did not answer with one message`);
    return answer;
  }

  /** Sends one message and returns all answers. */
  async stream(path: string, message: Uint8Array): Promise<readonly Buffer[]> {
    const answer = await this.raw(path, [framed(message)]);
    if (answer.grpcStatus !== 0) throw new GrpcStatusError(answer.grpcStatus, answer.grpcMessage);
    return answer.messages;
  }

  /** Sends bytes unchanged, in the given pieces. */
  raw(path: string, pieces: readonly Uint8Array[], headers: Record<string, string> = {}): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ":method": "POST",
        ":path": path,
        "content-type": "application/grpc",
        te: "trailers",
        ...headers,
      });
      const chunks: Buffer[] = [];
      let head: IncomingHttpHeaders = {};
      let trailers: IncomingHttpHeaders = {};
      stream.on("response", (received) => {
        head = received;
      });
      stream.on("trailers", (received) => {
        trailers = received;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("close", () => {
        const status = trailers["grpc-status"] ?? head["grpc-status"];
        if (head[":status"] === undefined)
          reject(new Error(`${path}: the connection ended before an answer`));
        resolve({
          httpStatus: Number(head[":status"]),
          grpcStatus: status === undefined ? -1 : Number(status),
          grpcMessage: decodeURIComponent(String(trailers["grpc-message"] ?? head["grpc-message"] ?? "")),
          messages: unframed(Buffer.concat(chunks)),
        });
      });
      for (const piece of pieces) stream.write(piece);
      stream.end();
    });
  }

  /** Opens a call and leaves it open. The core has two such calls. */
  hold(path: string): void {
    const stream = this.#session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
    });
    stream.on("error", () => {});
    stream.resume();
  }

  close(): void {
    this.#session.destroy();
  }
}

async function openSocket(handshake: Handshake, client: Certificate | undefined): Promise<Socket> {
  const [host = "", port = ""] = handshake.address.split(":");
  const where = handshake.network === "unix" ? { path: handshake.address } : { host, port: Number(port) };
  const certificate = handshake.serverCertificatePem;
  return new Promise((resolve, reject) => {
    const socket: Socket =
      certificate === undefined
        ? connectNet(where, () => resolve(socket))
        : connectTls(
            {
              ...where,
              ca: certificate,
              servername: "localhost",
              ALPNProtocols: ["h2"],
              ...(client === undefined ? {} : { cert: client.certificatePem, key: client.privateKeyPem }),
            },
            () => resolve(socket),
          );
    socket.once("error", reject);
  });
}

export function framed(message: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

function unframed(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    if (bytes[at] !== 0 || end > bytes.length) throw new Error("malformed answer");
    messages.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return messages;
}
