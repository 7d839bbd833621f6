import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { neverConnected, readAuthorities, storeUnusable } from "../../../src/journal/stores/server.ts";
import { journalUnavailable } from "../../../src/journal/unavailable.ts";
import { newFolder } from "../../harness/new-folder.ts";

const address = { title: "postgres://me@db/orders", place: "postgres://me@db/orders?sslmode=require" };

test.each([
  [{ syscall: "connect" }, true],
  [{ syscall: "getaddrinfo" }, true],
  [{ code: "CERT_HAS_EXPIRED" }, true],
  [{ code: "ERR_TLS_HANDSHAKE_TIMEOUT" }, true],
  [{ syscall: "read", code: "ECONNRESET" }, false],
  [{ code: "OTHER_ERR_TLS_" }, false],
  [{}, false],
])("A request without a connection cannot have been carried out, any other may: %o", (error, expected) => {
  expect(neverConnected(error)).toBe(expected);
});

test.each([
  [{ code: "EACCES", syscall: "open" }, "The journal cannot be used (open EACCES)."],
  [{ code: "EIO" }, "The journal cannot be used (EIO)."],
  [new Error("anything"), "The journal cannot be used (error)."],
])("A journal that cannot be used says what failed: %o", (cause, message) => {
  expect(journalUnavailable({ title: "The journal" }, cause).message).toBe(message);
});

test("A problem of a server names the journal, the reason, the remedy and the cause", () => {
  const cause = new Error("refused");
  expect(storeUnusable(address, "it does not answer", "Start it.", cause)).toMatchObject({
    code: "journal_unavailable",
    outcome: "not-sent",
    message: "The journal at postgres://me@db/orders cannot be used: it does not answer.",
    remedy: "Start it.",
    cause,
  });
});

test("A way out to create the journal names another user, who has the rights", () => {
  const { remedy } = storeUnusable(address, "me may not create its table", "Ask.", undefined, "Or");
  expect(remedy).toContain("certorder journal init --journal 'postgres://USER@db/orders?sslmode=require'");
});

test("Authorities are read from the file that a setting names, or the error says why not", () => {
  const file = join(newFolder("server-"), "ca.pem");
  const read = () => readAuthorities(file, "sslrootcert", address);
  expect(read).toThrow("the file that sslrootcert names cannot be read (ENOENT)");
  writeFileSync(file, "no authorities");
  expect(read).toThrow("names holds no certificate");
  const pem = "-----BEGIN CERTIFICATE-----\n";
  writeFileSync(file, pem);
  expect(read()).toBe(pem);
});
