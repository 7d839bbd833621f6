import { expect, test } from "vitest";
import { limitTry } from "../../../src/client/limits.ts";

test.each([
  ["120 s", 120_000, 10_000, 60_000],
  ["20 s", 20_000, 10_000, 10_000],
  ["8 s", 8_000, 4_000, 4_000],
])("Of %s for a call, an answer gets half and a connection at most 10 s", (_, timeoutMs, connect, answer) => {
  expect(limitTry({ timeoutMs, maxTries: 3 })).toEqual({
    connectTimeoutMs: connect,
    responseTimeoutMs: answer,
  });
});
