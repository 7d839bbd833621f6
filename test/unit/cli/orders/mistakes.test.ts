import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openOrders } from "../../../../src/cli/orders/index.ts";
import { checkRequest } from "../../../../src/client/index.ts";
import { type InvalidInputError, reissueOperation } from "../../../../src/contract/index.ts";
import { fileWith, messagesAbout } from "../../../harness/cli/orders-file.ts";
import { newFolder } from "../../../harness/new-folder.ts";

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const own = { extraColumns: ["attempt_id", "latest"], requiredColumns: ["attempt_id"] };
const whole = { check: ({ values }: { values: object }) => checkRequest(reissueOperation, { ...values }) };
const file = (...lines: string[]) => `${lines.join("\n")}\n`;
const mib = 2 ** 20;

describe("A file of orders", () => {
  test.each<[name: string, content: string | Uint8Array, message: string, options?: object]>([
    ["is empty", "", "Line 1: The file is empty."],
    ["has blank lines only", "\n\r\n\n", "Line 1: The file is empty."],
    [
      "has millions of blank lines",
      `order_id\n${"\n".repeat(2 * mib)}a\n`,
      "Line 1056760: More than 1 MiB of blank lines follow each other.",
    ],
    ["is UTF-16", utf16(file("order_id", "a")), "Line 1: The file is text in UTF-16; expected UTF-8."],
    ["is UTF-16 on one line", utf16("order_id"), "Line 1: The file is text in UTF-16; expected UTF-8."],
    ["is not UTF-8", Buffer.from("order_id\na\nb\xfc\n", "latin1"), "Line 3: Bytes are not text in UTF-8."],
    ["has a zero byte", "order_id\na\0\n", "Line 2: A byte is zero, so this is no text in UTF-8."],
    ["ends its lines with CR", "order_id\ra\rb\r", "Line 1: The lines end with a carriage return alone."],
    ["ends long lines with CR", "a\r".repeat(mib), "Line 1: The lines end with a carriage return alone."],
    [
      "has a very long line",
      file("order_id", "a".repeat(mib + 2 ** 17)),
      "Line 2: The line is longer than 1 MiB.",
    ],
    ["has a very long cell", `order_id\n"${"a\n".repeat(mib)}"\n`, "Line 2: The row is longer than 1 MiB."],
    [
      "has an open quote",
      file("order_id,csr", "a,x", 'b,"y', "c,z"),
      "Line 3: A cell of this row has no closing quote.",
    ],
    [
      "has a quote in a cell",
      file("order_id,csr", 'b,y"y'),
      "Line 2: A cell of this row has a quote that is not at its beginning.",
    ],
    [
      "has text after a quote",
      file("order_id,csr", 'b,"y"y'),
      "Line 2: A cell of this row goes on after its closing quote.",
    ],
    ["has too few cells", file("order_id,csr", "a"), "Line 2: The row has 1 cell, but the header has 2."],
    [
      "has too many cells",
      file("order_id,csr", 'c,"a\r\nb"', "a,b,c"),
      "Line 4: The row has 3 cells, but the header has 2.",
    ],
    [
      "has semicolons",
      file("order_id;csr", "a;b"),
      "Line 1: The cells are separated by semicolons or tabs; expected commas.",
    ],
    [
      "has a secret",
      file("order_id,sign_key_pin", "a,4711"),
      "Line 1: sign_key_pin is a secret, which does not belong into a file of orders.",
    ],
    ["has a misspelt column", file("order_id,comon_name", "a,b"), 'Line 1: There is no column "comon_name".'],
    ["has an unknown column", file("order_id,4711", "a,b"), "Line 1: The name of column 2 is not known."],
    [
      "has a column of no request",
      file("order_id,csr", "a,b"),
      "Line 1: The name of column 2 is not known.",
      { fields: { order_id: { kind: "string" } } },
    ],
    ["has a column twice", file("order_id,csr,csr", "a,b,c"), "Line 1: The column csr is there twice."],
    ["has no order_id", file("common_name", "a"), "Line 1: The column order_id is missing."],
    [
      "lacks a column of the command",
      file("order_id", "a"),
      "Line 1: The column attempt_id is missing.",
      own,
    ],
    ["lacks a cell of the command", file("order_id,attempt_id", "a,"), "Line 2: attempt_id is missing.", own],
    ["lacks a member of the command", '{"order_id":"a"}', "Line 1: attempt_id is missing.", own],
    [
      "has a member of another type",
      '{"order_id":"a","attempt_id":7}',
      "Line 1: attempt_id must be a string.",
      own,
    ],
    ["has an empty order", file("order_id,csr", ",b"), "Line 2: order_id is missing."],
    [
      "has blanks around an order",
      file("order_id", "a "),
      'Line 2: order_id "a " has blanks or invisible characters around it.',
    ],
    ["has an order twice", file("order_id", "a", "b", "a"), "Line 4: Line 2 has the same order_id."],
    [
      "has an attempt twice",
      file("order_id,attempt_id", "a,x", "a,y", "a,x"),
      "Line 4: Line 2 has the same order_id and attempt_id.",
      { ...own, uniqueBy: ["order_id", "attempt_id"] },
    ],
    ["has broken JSON", file('{"order_id":"a"}', '{"order_id":"b"'), "Line 2: This is no JSON object."],
    ["has JSON over several lines", file("{", '"order_id":"a"}'), "Line 1: This is no JSON object."],
    ["has other JSON", file('{"order_id":"a"}', "", "[1]"), "Line 3: This is no JSON object."],
    [
      "is a JSON list",
      file("[", '{"order_id":"a"}', "]"),
      "Line 1: The file is a JSON list; expected one JSON object on each line.",
    ],
    [
      "has a member of the wrong type",
      '{"order_id":7}',
      "Line 1: order_id must be a string, got the number 7.",
    ],
    ["has an unknown member", '{"order_id":"a","__proto__":1}', "Line 1: The name of column 2 is not known."],
    [
      "has a secret member",
      '{"sign_key_pin":"4711","order_id":"a"}',
      "Line 1: sign_key_pin is a secret, which does not belong into a file of orders.",
    ],
    ["has an incomplete request", file("order_id", "a"), "Line 2: sign_hash is missing.", whole],
    [
      "has a number that is none",
      file("order_id,sign_hash,validity_days", "a,sha256,x"),
      "Line 2: validity_days must be a whole number, got a string.",
      whole,
    ],
    [
      "has CSR and CSR file",
      file("order_id,csr,csr_file", "a,b,c"),
      "Line 2: Both csr and csr_file are given.",
    ],
    ["has a CSR file of another type", '{"order_id":"a","csr_file":1}', "Line 1: csr_file must be a string."],
    [
      "has a CSR file that is missing",
      file("order_id,csr_file", "a,none"),
      "Line 2: csr_file names a file that cannot be read (ENOENT).",
    ],
    [
      "has a folder as a CSR file",
      file("order_id,csr_file", "a,."),
      "Line 2: What csr_file names is no file.",
    ],
    [
      "has a device as a CSR file",
      file("order_id,csr_file", "a,/dev/zero"),
      "Line 2: What csr_file names is no file.",
    ],
  ])("%s", async (_, content, message, options) => {
    expect((await messagesAbout(fileWith(content), options))[0]).toBe(message);
  });

  test("is refused with all its problems, the first 20 of them shown", async () => {
    const orders = Array.from({ length: 30 }, (_, index) => ` ${index}`);
    const messages = await messagesAbout(fileWith(file("order_id", ...orders)));
    expect(messages).toHaveLength(21);
    expect(messages[19]).toMatch(/^Line 21: order_id " 19" has blanks/);
    expect(messages[20]).toBe("10 more problems are not shown.");
  });

  test("The problems of all earlier lines are told before one that ends the reading", async () => {
    const messages = await messagesAbout(fileWith(file("order_id,csr", "a", 'b,"c')));
    expect(messages).toEqual([
      "Line 2: The row has 1 cell, but the header has 2.",
      "Line 3: A cell of this row has no closing quote.",
    ]);
  });

  test("A private key is refused, in a cell and in a file, and never shown", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    const path = fileWith(
      file("order_id,sign_hash,csr", `a,sha256,"${key}"`, `${key.split("\n")[1]},sha256,`),
    );
    writeFileSync(join(dirname(path), "key.der"), privateKey.export({ type: "pkcs8", format: "der" }));
    const named = join(dirname(path), "named");
    writeFileSync(named, file("order_id,sign_hash,csr_file", "a,sha256,key.der"));
    for (const each of [path, named]) {
      const error = (await openOrders(each, whole).catch((error) => error)) as InvalidInputError;
      const shown = JSON.stringify(error) + error.stack;
      expect(shown).toContain("Line 2: ");
      expect(shown).toContain("private key");
      for (const line of key.split("\n").slice(1, -2)) expect(shown).not.toContain(line.slice(10, 40));
    }
  });
});

describe("--from", () => {
  const opening = (path: string) => openOrders(path).catch((error) => String(error.message));

  test("names a file that can be read", async () => {
    const folder = newFolder("certorder-orders-");
    expect(await opening(folder)).toBe("--from names a folder.");
    expect(await opening(join(folder, "none"))).toBe("--from names a file that does not exist.");
    expect(await opening(join(fileWith(""), "below"))).toBe(
      "--from names a file that cannot be read (ENOTDIR).",
    );
  });

  test("may name a pipe, and paths in it start from the working folder", async () => {
    const folder = newFolder("certorder-orders-");
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const [messages] = await Promise.all([
      messagesAbout(pipe, whole),
      writeFile(pipe, file("order_id,csr_file", "a,package.json")),
    ]);
    expect(messages).toContain(
      "Line 2: The text is not a CSR: it is neither a PEM block of a CSR nor base64 alone.",
    );
  });

  test("leaves no temporary file, also if the file is refused", async () => {
    const [right, wrong] = [fileWith(file("order_id", "a")), fileWith("\n")];
    const folder = newFolder("certorder-orders-");
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await using orders = await openOrders(right);
    await messagesAbout(wrong);
    expect(orders.count).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
