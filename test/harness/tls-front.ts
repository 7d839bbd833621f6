import { type RequestListener, request } from "node:http";
import { createServer } from "node:https";
import type { KeyAndCertificate } from "../../src/sandbox/index.ts";
import { onLoopback } from "./on-loopback.ts";

/** Ends TLS for another name, and passes requests on to a server that insists on its own name. */
export async function openTlsFront(certificate: KeyAndCertificate, target: string) {
  const server = createServer(certificate, passOnTo(target));
  return {
    port: await onLoopback(server),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Passes a request on to a server that insists on its own name. */
export function passOnTo(target: string): RequestListener {
  return (incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const host = new URL(target).host;
    const onward = request(target + url, { method, headers: { ...headers, host } }, (answer) =>
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    incoming.pipe(onward);
  };
}
