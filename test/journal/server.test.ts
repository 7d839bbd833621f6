import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { neverConnected, readAuthorities, titleOf, unusableAt } from "../../src/journal/shelves/server.ts";
import { newFolder } from "../new-folder.ts";

const address = { title: "postgres://me@db/orders" };

test("before a connection stands nothing can have been carried out, after that it may", () => {
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

test("a problem names the place, why, what helps, and what it comes from", () => {
  const cause = new Error("refused");
  expect(titleOf(address)).toBe("The journal at postgres://me@db/orders");
  expect(unusableAt(address, "nobody answers", "Start it.", cause)).toMatchObject({
    message: "The journal at postgres://me@db/orders cannot be used: nobody answers.",
    ...{ remedy: "Start it.", cause },
  });
});

test("authorities are read from the file that a setting names, or it is said that they cannot be", () => {
  const file = join(newFolder("server-"), "ca.pem");
  expect(() => readAuthorities(file, "sslrootcert", address)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining("the file that sslrootcert names cannot be read (ENOENT)"),
      cause: expect.objectContaining({ code: "ENOENT" }),
    }),
  );
  writeFileSync(file, "authorities");
  expect(readAuthorities(file, "sslrootcert", address)).toBe("authorities");
});
