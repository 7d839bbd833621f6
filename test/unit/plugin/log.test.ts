import { expect, test } from "vitest";
import { createLogger } from "../../../src/plugin/log.ts";

function linesWith(
  environment: NodeJS.ProcessEnv,
  write: (log: ReturnType<typeof createLogger>) => void,
): string[] {
  const lines: string[] = [];
  const now = () => new Date("2026-02-03T04:05:06.789Z");
  write(createLogger({ name: "my-cloud", environment, now, write: (line) => lines.push(line) }));
  return lines;
}

test.each([{}, { TF_LOG: "off" }, { TF_LOG: "trace", TF_LOG_PROVIDER_MY_CLOUD: "OFF" }])(
  "The log is empty, and builds no text, unless the core asks for it: %j",
  (environment) => {
    const lines = linesWith(environment, (log) =>
      log.error("not written", () => {
        throw new Error("built for nothing");
      }),
    );
    expect(lines).toEqual([]);
  },
);

test("The log has lines that the core can parse", () => {
  const [line = ""] = linesWith({ TF_LOG: "DEBUG" }, (log) =>
    log.debug("hello", { answer: 42, "@level": "forged" }),
  );
  expect(line.endsWith("\n")).toBe(true);
  expect(JSON.parse(line)).toEqual({
    "@level": "debug",
    "@message": "hello",
    "@module": "provider.my-cloud",
    "@timestamp": "2026-02-03T04:05:06.789000Z",
    answer: 42,
  });
});

test("The log writes a bigint with all its digits", () => {
  const [line = ""] = linesWith({ TF_LOG: "debug" }, (log) => log.debug("hello", { size: [2n ** 62n] }));
  expect(JSON.parse(line)).toMatchObject({ size: ["4611686018427387904"] });
});

const variables = { TF_LOG: "error", TF_LOG_PROVIDER: "warn", TF_LOG_PROVIDER_MY_CLOUD: "info" };
test.each([
  [variables, "info"],
  [{ ...variables, TF_LOG_PROVIDER_MY_CLOUD: undefined }, "warn"],
  [{ TF_LOG: "error" }, "error"],
  // Anything else means everything.
  [{ TF_LOG: "json" }, "trace"],
  [{ TF_LOG: "loud" }, "trace"],
])("The log follows the most specific variable: %j", (environment, lowest) => {
  const levels = ["trace", "debug", "info", "warn", "error"] as const;
  const lines = linesWith(environment, (log) => {
    for (const level of levels) log[level]("text");
  });
  const written = lines.map((line) => JSON.parse(line)["@level"]);
  expect(written).toEqual(levels.slice(levels.findIndex((level) => level === lowest)));
});

test("The log keeps lines short enough to be read as one", () => {
  const lines = linesWith({ TF_LOG: "info" }, (log) => {
    log.info("long", { text: "x".repeat(100_000) });
    log.info("x".repeat(100_000));
  });
  for (const line of lines) {
    expect(line.length).toBeLessThan(64 * 1024);
    expect(JSON.parse(line)["@level"]).toBe("info");
  }
});
