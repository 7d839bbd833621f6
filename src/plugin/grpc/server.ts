import type { Http2Server, Http2Session, IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { FrameAssembler, frame } from "./frames.ts";
import { GrpcError, Status } from "./status.ts";

// gRPC over HTTP/2, as far as plugins use it: unary calls, server streams, and streams that only stay open.

/** The arguments of a method: the message, and the data of its connection. */
export type Method<Connection> =
  | { readonly kind: "unary"; handle(message: Uint8Array, connection: Connection): Promise<Uint8Array> }
  | {
      readonly kind: "serverStream";
      handle(message: Uint8Array, connection: Connection, send: SendMessage): Promise<void>;
    }
  /** Accepted, kept open, never written to. */
  | { readonly kind: "idle" };

export type SendMessage = (message: Uint8Array) => void;

type Methods<Connection> = ReadonlyMap<string, Method<Connection>>;

interface GrpcOptions<Connection> {
  readonly methods: Methods<Connection>;
  connected(): Connection;
  disconnected(connection: Connection): void;
  /** Called with an exception that a handler did not catch. */
  unexpected(error: unknown, path: string): void;
  /** Why calls of this method are not carried out any more. Undefined: they are. */
  refusal?(path: string): string | undefined;
}

/** Tracks the calls and connections of a server, so that it can end after all of them have finished. */
export class GrpcServer<Connection> {
  readonly #options: GrpcOptions<Connection>;
  readonly #sessions = new Map<Http2Session, Connection>();
  readonly #answering = new Set<ServerHttp2Stream>();
  readonly #running = new Set<Promise<void>>();
  #finishing = false;

  constructor(server: Http2Server, options: GrpcOptions<Connection>) {
    this.#options = options;
    server.on("session", (session) => this.#open(session));
    server.on("stream", (stream, headers) => this.#accept(stream, headers));
  }

  get connections(): number {
    return this.#sessions.size;
  }

  /** Accepts no further call. Waits for the running ones, even if their caller has gone. */
  async finishCalls(): Promise<void> {
    this.#finishing = true;
    await Promise.all(this.#running);
  }

  /** Waits until every caller has its answer, but at most `longestMs`: a peer may not read. */
  async flush(longestMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestMs);
    });
    await Promise.race([this.#answersReceived(), patience]);
    clearTimeout(timer);
  }

  async #answersReceived(): Promise<void> {
    await Promise.all(
      [...this.#answering].map((stream) => new Promise((resolve) => stream.once("close", resolve))),
    );
    // An answer may still be in a buffer. The peer answers a ping after it has read everything before it. Closing a
    // session would not tell: the core closes its side only after our exit.
    await Promise.all([...this.#sessions.keys()].map(pinged));
  }

  #open(session: Http2Session): void {
    const connection = this.#options.connected();
    this.#sessions.set(session, connection);
    session.on("error", () => session.destroy());
    session.on("close", () => {
      this.#sessions.delete(session);
      this.#options.disconnected(connection);
    });
  }

  #accept(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    // A peer may disconnect during a call. That is not our failure.
    stream.on("error", () => {});
    const refusal = refusalStatus(headers);
    if (refusal !== undefined) {
      stream.respond({ ":status": refusal }, { endStream: true });
      stream.close();
      return;
    }
    const path = headers[":path"] ?? "";
    const method = this.#options.methods.get(path);
    const encoding = headers["grpc-encoding"] ?? "identity";
    if (method === undefined) {
      answerError(stream, new GrpcError(Status.unimplemented, `unknown method ${path}`));
    } else if (encoding !== "identity") {
      answerError(stream, new GrpcError(Status.unimplemented, `unsupported compression ${encoding}`));
    } else if (method.kind === "idle") keepOpen(stream);
    else this.#receive(stream, path, method);
  }

  #receive(
    stream: ServerHttp2Stream,
    path: string,
    method: Exclude<Method<Connection>, { kind: "idle" }>,
  ): void {
    const frames = new FrameAssembler();
    const messages: Uint8Array[] = [];
    const read = (chunk: Buffer) => {
      try {
        messages.push(...frames.push(chunk));
        if (messages.length > 1) throw new GrpcError(Status.internal, "more than one message");
      } catch (error) {
        stream.off("data", read);
        stream.off("end", finish);
        answerError(stream, error);
      }
    };
    const finish = () => {
      const [message] = messages;
      if (message === undefined || !frames.isEmpty) {
        answerError(stream, new GrpcError(Status.internal, "the message is incomplete"));
        return;
      }
      if (this.#finishing) {
        answerError(stream, new GrpcError(Status.unavailable, "the process is ending"));
        return;
      }
      const refusal = this.#options.refusal?.(path);
      if (refusal !== undefined) {
        answerError(stream, new GrpcError(Status.internal, refusal));
        return;
      }
      this.#answering.add(stream);
      stream.once("close", () => this.#answering.delete(stream));
      const call = this.#call(stream, path, method, message).finally(() => this.#running.delete(call));
      this.#running.add(call);
    };
    stream.on("data", read);
    stream.on("end", finish);
  }

  /** Runs a handler. Never rejects. */
  async #call(
    stream: ServerHttp2Stream,
    path: string,
    method: Exclude<Method<Connection>, { kind: "idle" }>,
    message: Uint8Array,
  ): Promise<void> {
    const connection = stream.session && this.#sessions.get(stream.session);
    // The connection broke before the call began, so the core would not learn its outcome.
    if (connection === undefined) return;
    try {
      if (method.kind === "unary") {
        const answer = await method.handle(message, connection);
        if (!canWrite(stream)) return;
        startAnswer(stream, Status.ok);
        stream.end(frame(answer));
        return;
      }
      const send: SendMessage = (event) => {
        if (!canWrite(stream)) return;
        if (!stream.headersSent) startAnswer(stream, Status.ok);
        stream.write(frame(event));
      };
      await method.handle(message, connection, send);
      if (!canWrite(stream)) return;
      if (!stream.headersSent) startAnswer(stream, Status.ok);
      stream.end();
    } catch (error) {
      if (!(error instanceof GrpcError)) this.#options.unexpected(error, path);
      answerError(stream, error);
    }
  }
}

function keepOpen(stream: ServerHttp2Stream): void {
  startAnswer(stream, Status.ok);
  stream.resume();
}

function pinged(session: Http2Session): Promise<void> {
  return new Promise((resolve) => {
    if (session.destroyed || !session.ping(() => resolve())) resolve();
  });
}

/** A request that is not gRPC gets a plain HTTP answer. */
function refusalStatus(headers: IncomingHttpHeaders): number | undefined {
  if (headers[":method"] !== "POST") return 405;
  if (!String(headers["content-type"]).startsWith("application/grpc")) return 415;
  return undefined;
}

function canWrite(stream: ServerHttp2Stream): boolean {
  return !stream.destroyed && !stream.closed && stream.writable;
}

const contentType = "application/grpc";

function startAnswer(stream: ServerHttp2Stream, status: Status): void {
  stream.respond({ ":status": 200, "content-type": contentType }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": String(status) }));
}

/** Before any message, an error is one block of headers. After a message, it is in the trailers. */
function answerError(stream: ServerHttp2Stream, error: unknown): void {
  if (!canWrite(stream)) return;
  const known = error instanceof GrpcError ? error : new GrpcError(Status.internal, "internal error");
  const status = { "grpc-status": String(known.status), "grpc-message": encodeURIComponent(known.message) };
  if (stream.headersSent) {
    stream.removeAllListeners("wantTrailers");
    stream.on("wantTrailers", () => stream.sendTrailers(status));
    stream.end();
    return;
  }
  stream.respond({ ":status": 200, "content-type": contentType, ...status }, { endStream: true });
  // Reads and drops the rest of the request, so that other calls on the connection continue.
  stream.resume();
}
