import { describe, expect, test } from "vitest";
import { createLogger } from "../../../src/plugin/log.ts";

function linesWith(environment: NodeJS.ProcessEnv): {
  lines: string[];
  log: ReturnType<typeof createLogger>;
} {
  const lines: string[] = [];
  const now = () => new Date("2026-02-03T04:05:06.789Z");
  const log = createLogger({ name: "my-cloud", environment, now, write: (line) => lines.push(line) });
  return { lines, log };
}

describe("The log of a provider", () => {
  test("is empty, and builds no text, unless the core asks for it", () => {
    for (const environment of [{}, { TF_LOG: "off" }, { TF_LOG: "trace", TF_LOG_PROVIDER_MY_CLOUD: "OFF" }]) {
      const { lines, log } = linesWith(environment);
      log.error("not written", () => {
        throw new Error("built for nothing");
      });
      expect(lines).toEqual([]);
    }
  });

  test("has lines that the core can parse", () => {
    const { lines, log } = linesWith({ TF_LOG: "DEBUG" });
    log.debug("hello", { answer: 42, "@level": "forged" });
    expect(lines[0]?.endsWith("\n")).toBe(true);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      "@level": "debug",
      "@message": "hello",
      "@module": "provider.my-cloud",
      "@timestamp": "2026-02-03T04:05:06.789000Z",
      answer: 42,
    });
  });

  test("follows the most specific variable", () => {
    const { lines, log } = linesWith({
      TF_LOG: "error",
      TF_LOG_PROVIDER: "warn",
      TF_LOG_PROVIDER_MY_CLOUD: "info",
    });
    log.debug("no");
    log.info("yes");
    expect(lines).toHaveLength(1);
  });

  test("takes an unknown level, and json, for everything", () => {
    for (const level of ["json", "loud"]) {
      const { lines, log } = linesWith({ TF_LOG: level });
      log.trace("yes");
      expect(lines).toHaveLength(1);
    }
  });

  test("keeps lines short enough to be read as one", () => {
    const { lines, log } = linesWith({ TF_LOG: "info" });
    log.info("long", { text: "x".repeat(100_000) });
    log.info("x".repeat(100_000));
    for (const line of lines) {
      expect(line.length).toBeLessThan(64 * 1024);
      expect(JSON.parse(line)["@level"]).toBe("info");
    }
  });
});
