import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bitString,
  objectIdentifier,
  octetString,
  time,
  unsignedInteger,
} from "../../../src/sandbox/x509/der.ts";

describe("DER", () => {
  test("A number is positive and has no needless zero in front", () => {
    expect(unsignedInteger(Buffer.from([0x80])).toString("hex")).toBe("02020080");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const [tag, length, ...content] = unsignedInteger(bytes);
        expect(tag).toBe(2);
        expect(length).toBe(content.length);
        expect(content[0]).toBeLessThan(0x80);
        if (content.length > 1) expect(content[0] !== 0 || (content[1] ?? 0) >= 0x80).toBe(true);
        const value = BigInt(`0x${Buffer.from(content).toString("hex")}`);
        expect(value).toBe(BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`));
      }),
    );
  });

  test("lengths take the short form up to 127 and the shortest long form after that", () => {
    expect([...octetString(Buffer.alloc(127)).subarray(0, 3)]).toEqual([4, 127, 0]);
    expect([...octetString(Buffer.alloc(128)).subarray(0, 3)]).toEqual([4, 0x81, 128]);
    expect([...octetString(Buffer.alloc(256)).subarray(0, 4)]).toEqual([4, 0x82, 1, 0]);
    expect([...octetString(Buffer.alloc(65_536)).subarray(0, 5)]).toEqual([4, 0x83, 1, 0, 0]);
  });

  test("object identifiers, bit strings and times are written as X.690 says", () => {
    expect(objectIdentifier("1.2.840.10045.4.3.2").toString("hex")).toBe("06082a8648ce3d040302");
    expect(objectIdentifier("2.5.29.17").toString("hex")).toBe("0603551d11");
    expect(bitString(Buffer.from([0x80]), 7).toString("hex")).toBe("03020780");
    expect(time(new Date("2049-12-31T23:59:59Z")).toString("latin1")).toBe("\x17\x0d491231235959Z");
    expect(time(new Date("2050-01-01T00:00:00Z")).toString("latin1")).toBe("\x18\x0f20500101000000Z");
  });
});
