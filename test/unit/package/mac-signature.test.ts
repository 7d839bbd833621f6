import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { signAdHoc } from "../../../scripts/mac-signature.ts";

const page = 4096;
const head = { text: 32, linkedit: 32 + 72, signature: 32 + 2 * 72 };

/** The least that a program for macOS is: a head, two segments and a signature, which is over other bytes. */
function program(pages: number, rest: number): Buffer {
  const limit = pages * page + rest;
  const file = Buffer.alloc(limit + 100, 0xee);
  file.fill(0, 0, head.signature + 16);
  for (const [index, number] of [0xfeedfacf, 0x1000007, 3, 2, 3, 2 * 72 + 16].entries())
    file.writeUInt32LE(number, 4 * index);
  const segment = (at: number, name: string, from: number, size: number) => {
    file.writeUInt32LE(0x19, at);
    file.writeUInt32LE(72, at + 4);
    file.write(name, at + 8, "ascii");
    file.writeBigUInt64LE(BigInt(size), at + 32);
    file.writeBigUInt64LE(BigInt(from), at + 40);
    file.writeBigUInt64LE(BigInt(size), at + 48);
  };
  segment(head.text, "__TEXT", 0, page);
  segment(head.linkedit, "__LINKEDIT", page, limit + 100 - page);
  for (const [index, number] of [0x1d, 16, limit, 100].entries())
    file.writeUInt32LE(number, head.signature + 4 * index);
  return file;
}

/** How many pages of a program are other than its signature says, read as a system reads it. */
function wrongPages(file: Buffer): number {
  const at = file.readUInt32LE(head.signature + 8);
  const directory = at + file.readUInt32BE(at + 16);
  const [hashes, slots, limit] = [16, 28, 32].map((offset) => file.readUInt32BE(directory + offset));
  let wrong = 0;
  for (let slot = 0; slot < Number(slots); slot++) {
    const code = file.subarray(slot * page, Math.min((slot + 1) * page, Number(limit)));
    const stated = file.subarray(directory + Number(hashes) + 32 * slot).subarray(0, 32);
    if (!createHash("sha256").update(code).digest().equals(stated)) wrong++;
  }
  return wrong;
}

test.each([
  [3, 0],
  [3, 16],
  [2, page - 1],
])("A signature is over every page of a program of %i pages and %i bytes", (pages, rest) => {
  const before = program(pages, rest);
  const limit = pages * page + rest;
  const signed = signAdHoc(before, "certorder");
  expect(wrongPages(signed)).toBe(0);

  // It is the end of the file, and of its last segment.
  const size = signed.readUInt32LE(head.signature + 12);
  expect(signed.length).toBe(limit + size);
  expect(signed.readUInt32BE(limit)).toBe(0xfade0cc0);
  expect(signed.readUInt32BE(limit + 4)).toBe(size);
  expect(Number(signed.readBigUInt64LE(head.linkedit + 48))).toBe(signed.length - page);
  expect(Number(signed.readBigUInt64LE(head.linkedit + 32)) % page).toBe(0);
  expect(Number(signed.readBigUInt64LE(head.linkedit + 32))).toBeGreaterThanOrEqual(signed.length - page);
  expect(signed.readUInt32BE(limit + 20 + 28)).toBe(Math.ceil(limit / page));
  expect(signed.toString("latin1", limit + 20 + 88, limit + 20 + 98)).toBe("certorder\0");
  // Nothing else has changed, and nothing of it by chance.
  const kept = (file: Buffer) => file.subarray(head.signature + 16, limit);
  expect(kept(signed).equals(kept(before))).toBe(true);
  expect(signAdHoc(before, "certorder").equals(signed)).toBe(true);
  expect(signAdHoc(signed, "certorder").equals(signed)).toBe(true);

  signed[page + 1] = 0;
  expect(wrongPages(signed)).toBe(1);
});

test("A file that is no such program, or is not signed at its end, is left to a person", () => {
  expect(() => signAdHoc(Buffer.alloc(100), "x")).toThrow("no program for macOS");
  const unsigned = program(1, 0);
  unsigned.writeUInt32LE(0x2, head.signature);
  expect(() => signAdHoc(unsigned, "x")).toThrow("no signature");
  expect(() => signAdHoc(Buffer.concat([program(1, 0), Buffer.of(1)]), "x")).toThrow("not the end");
});
