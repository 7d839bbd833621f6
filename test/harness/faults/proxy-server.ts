import { connect, type Socket } from "node:net";
import type { TLSSocketOptions } from "node:tls";
import { startTcpServer, type TcpServer } from "./tcp-server.ts";

const established = "HTTP/1.1 200 Connection established\r\n\r\n";

/** What a proxy does with a connection once it has read a whole CONNECT. */
export type OnConnect = (socket: Socket, head: string) => void;

export interface Proxy extends TcpServer {
  /** The head of each CONNECT, or whatever else was asked. */
  readonly asked: readonly string[];
}

export interface ProxyBehaviour {
  /** Before anything is read. */
  readonly onAccept?: (socket: Socket) => void;
  readonly onConnect?: OnConnect;
  /** Makes it a proxy that is itself reached over TLS. */
  readonly tls?: TLSSocketOptions;
}

/** A proxy on loopback. It never looks a name up: where a tunnel leads is the test's business. */
export async function startProxy({ onAccept, onConnect, tls }: ProxyBehaviour): Promise<Proxy> {
  const asked: string[] = [];
  const server = await startTcpServer((connection, socket) => {
    onAccept?.(connection);
    let head = "";
    const read = (chunk: Buffer) => {
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", read);
      asked.push(head);
      onConnect?.(socket, head);
    };
    socket.on("data", read);
  }, tls);
  return Object.assign(server, { asked });
}

export function tunnelTo(port: number, reply: string | Buffer = established): OnConnect {
  return (socket) => {
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write(reply);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
  };
}
