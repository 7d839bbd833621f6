import { setTimeout as wait } from "node:timers/promises";
import type { TLSSocketOptions } from "node:tls";
import { startTcpServer, type TcpServer } from "./tcp-server.ts";

/** One connection, as a script sees it. What a script does not do, the server does not do either. */
export interface Connection {
  head(): Promise<string>;
  request(): Promise<string>;
  more(than: number): Promise<string>;
  carryOut(): Promise<string>;
  write(data: string | Buffer): void;
  /** Orderly end, as a proxy or a restarting server gives it. */
  end(data?: string | Buffer): void;
  reset(): void;
  readonly gone: boolean;
}

export type Script = (visit: Connection) => void | Promise<void>;

/** A server that speaks no protocol but its script, and counts what reached it. */
export interface RawServer extends TcpServer {
  /** What came over each connection, decrypted where there is TLS. */
  readonly heard: readonly string[];
  readonly carriedOut: number;
}

export async function startRawServer(script: Script, tls?: TLSSocketOptions): Promise<RawServer> {
  const heard: string[] = [];
  const server = await startTcpServer((connection, stream) => {
    const index = heard.push("") - 1;
    let arrived = () => {};
    stream.on("data", (chunk: Buffer) => {
      heard[index] += chunk.toString("latin1");
      arrived();
    });
    const until = (complete: (text: string) => boolean) =>
      new Promise<string>((resolve) => {
        arrived = () => {
          const text = heard[index] ?? "";
          if (complete(text)) resolve(text);
        };
        arrived();
      });
    void script({
      head: () => until((text) => text.includes("\r\n\r\n")),
      request: () => until(isWhole),
      more: (than) => until((text) => text.length > than),
      async carryOut() {
        const text = await until(isWhole);
        counted.carriedOut++;
        return text;
      },
      write: (data) => void stream.write(data),
      end: (data) => void (data === undefined ? stream.end() : stream.end(data)),
      reset: () => void connection.resetAndDestroy(),
      get gone() {
        return connection.destroyed;
      },
    });
  }, tls);
  const counted = Object.assign(server, { heard, carriedOut: 0 });
  return counted;
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, headEnd))?.[1] ?? "0";
  return text.length - headEnd - 4 >= Number(length);
}

/** Whether what came over a connection is part of a request to the service. A TLS greeting or a CONNECT is not. */
export function isOfRequest(heard: string): boolean {
  return heard !== "" && !heard.startsWith("\x16\x03") && !heard.startsWith("CONNECT ");
}

export async function eventually(holds: () => boolean, withinMs = 10_000): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!holds() && performance.now() < deadline) await wait(5);
  return holds();
}
