import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameAssembler, frame } from "../../../src/plugin/grpc/frames.ts";

// Wrong flags: grpc.test.ts.
describe("gRPC frames", () => {
  test("are put together again wherever they were cut", () => {
    const input = fc.tuple(
      fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 }),
      fc.array(fc.nat(300)),
    );
    fc.assert(
      fc.property(input, ([messages, cuts]) => {
        const bytes = Buffer.concat(messages.map(frame));
        const edges = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const frames = new FrameAssembler();
        const received = edges.slice(1).flatMap((edge, i) => frames.push(bytes.subarray(edges[i], edge)));
        expect(received.map((m) => [...m])).toEqual(messages.map((m) => [...m]));
        expect(frames.isEmpty).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("take linear time for a large message in small pieces", () => {
    const message = Buffer.alloc(16 * 1024 * 1024);
    const bytes = frame(message);
    const frames = new FrameAssembler();
    const start = process.cpuUsage();
    let received = 0;
    for (let at = 0; at < bytes.length; at += 16_384) {
      received += frames.push(bytes.subarray(at, at + 16_384)).length;
    }
    expect(received).toBe(1);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });

  test("are refused when they are larger than allowed", () => {
    const push = (length: number) => new FrameAssembler(100).push(Buffer.from([0, 0, 0, 0, length]));
    expect(push(100)).toEqual([]);
    expect(() => push(101)).toThrow("at most 100");
  });
});
