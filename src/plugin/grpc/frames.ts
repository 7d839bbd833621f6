import { GrpcError, Status } from "./status.ts";

// A gRPC message on the wire: one byte for compression, four bytes for the length, then the message.

const header = 5;

/** The limit of Go's plugins. Large Terraform states have megabytes, not hundreds of them. */
const largestMessage = 256 * 1024 * 1024;

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(header + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, header);
  return framed;
}

/** Reads messages from chunks of any size. */
export class FrameAssembler {
  readonly #largest: number;
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  /** How many bytes the next step needs: first the header, then the whole frame. */
  #needed = header;

  constructor(largest = largestMessage) {
    this.#largest = largest;
  }

  /** The messages that are complete with `chunk`. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    const messages: Uint8Array[] = [];
    // Joins chunks only when there are enough: joining each one would take quadratic time.
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

  /** Whether no message is incomplete. */
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
