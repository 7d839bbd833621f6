import { expect, test } from "vitest";
import { createLogger, type LogFields } from "../../../src/plugin/log.ts";
import { UNKNOWN } from "../../../src/plugin/values/unknown.ts";

const circular: Record<string, unknown> = {};
circular.self = circular;
const revoked = Proxy.revocable({}, {});
revoked.revoke();

test.each<[kind: string, fields: unknown]>([
  ["an unknown value", { planned: { id: UNKNOWN } }],
  ["an object that contains itself", circular],
  ["a revoked proxy", { revoked: revoked.proxy }],
  [
    "a function that throws",
    () => {
      throw new Error("no fields");
    },
  ],
])("A log line with %s is written, and does not end the call", (_kind, fields) => {
  const lines: string[] = [];
  const log = createLogger({
    name: "t",
    environment: { TF_LOG: "debug" },
    write: (line) => lines.push(line),
  });
  log.debug("created", fields as LogFields);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { "@message": "created", fields: expect.stringMatching(/^cannot be written: ./) },
  ]);
});
