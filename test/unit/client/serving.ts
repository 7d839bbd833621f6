import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { CertOrderError } from "../../../src/contract/index.ts";

/** A server for one test. */
export async function serving(handle: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The error of a call that fails. */
export async function failure<E extends CertOrderError = CertOrderError>(call: Promise<unknown>): Promise<E> {
  const error = await call.then(
    () => new Error("It did not fail."),
    (thrown: unknown) => thrown,
  );
  if (CertOrderError.is(error)) return error as E;
  throw error;
}
