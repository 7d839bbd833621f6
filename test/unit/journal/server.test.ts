import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  journalTitle,
  neverConnected,
  readAuthorities,
  storeUnusable,
} from "../../../src/journal/stores/server.ts";
import { newFolder } from "../../harness/new-folder.ts";

const address = { title: "postgres://me@db/orders" };

test("A request without a connection cannot have been carried out, any other may", () => {
  for (const error of [
    { syscall: "connect" },
    { syscall: "getaddrinfo" },
    { code: "CERT_HAS_EXPIRED" },
    { code: "ERR_TLS_HANDSHAKE_TIMEOUT" },
  ])
    expect(neverConnected(error)).toBe(true);
  for (const error of [{ syscall: "read", code: "ECONNRESET" }, { code: "OTHER_ERR_TLS_" }, {}])
    expect(neverConnected(error)).toBe(false);
});

test("A problem names the journal, the reason, the remedy and the cause", () => {
  const cause = new Error("refused");
  expect(journalTitle(address)).toBe("The journal at postgres://me@db/orders");
  expect(storeUnusable(address, "it does not answer", "Start it.", cause)).toMatchObject({
    message: "The journal at postgres://me@db/orders cannot be used: it does not answer.",
    remedy: "Start it.",
    cause,
  });
});

test("Authorities are read from the file that a setting names, or the error says why not", () => {
  const file = join(newFolder("server-"), "ca.pem");
  expect(() => readAuthorities(file, "sslrootcert", address)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining("the file that sslrootcert names cannot be read (ENOENT)"),
      cause: expect.objectContaining({ code: "ENOENT" }),
    }),
  );
  writeFileSync(file, "no authorities");
  expect(() => readAuthorities(file, "sslrootcert", address)).toThrow("names holds no certificate");
  const pem = "-----BEGIN CERTIFICATE-----\n";
  writeFileSync(file, pem);
  expect(readAuthorities(file, "sslrootcert", address)).toBe(pem);
});
