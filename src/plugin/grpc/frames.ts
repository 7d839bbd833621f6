import { GrpcError, Status } from "./status.ts";

// A gRPC message on the wire: one byte that says whether it is compressed, four bytes of length, the message.

const header = 5;

/** As the Go plugins allow. Terraform states have attributes of megabytes, not of hundreds of them. */
const largestMessage = 256 * 1024 * 1024;

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(header + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, header);
  return framed;
}

/** Puts messages back together from chunks that may be cut anywhere. */
export class FrameAssembler {
  readonly #largest: number;
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  /** Bytes that must be there before anything can be done: a header first, then the whole frame. */
  #needed = header;

  constructor(largest = largestMessage) {
    this.#largest = largest;
  }

  /** The messages that `chunk` completes. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    const messages: Uint8Array[] = [];
    // Chunks are joined only when enough have come: joining at each chunk would take quadratic time.
    while (this.#buffered >= this.#needed) {
      const bytes = Buffer.concat(this.#chunks);
      const length = this.#checkedLength(bytes);
      if (bytes.length < header + length) {
        this.#chunks = [bytes];
        this.#needed = header + length;
        break;
      }
      messages.push(bytes.subarray(header, header + length));
      this.#chunks = [bytes.subarray(header + length)];
      this.#buffered -= header + length;
      this.#needed = header;
    }
    return messages;
  }

  /** True between messages, false within one. */
  get isEmpty(): boolean {
    return this.#buffered === 0;
  }

  #checkedLength(bytes: Buffer): number {
    if (bytes[0] === 1) throw new GrpcError(Status.internal, "compressed message without an agreed encoding");
    if (bytes[0] !== 0) throw new GrpcError(Status.internal, "malformed message frame");
    const length = bytes.readUInt32BE(1);
    if (length > this.#largest) {
      throw new GrpcError(
        Status.resourceExhausted,
        `message of ${length} bytes; at most ${this.#largest} are taken`,
      );
    }
    return length;
  }
}
