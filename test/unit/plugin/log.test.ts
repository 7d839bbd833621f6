import { describe, expect, test, vi } from "vitest";
import { defineProvider, defineResource, UNKNOWN } from "../../../src/plugin/index.ts";
import { createLogger } from "../../../src/plugin/log.ts";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { bareProvider } from "../../harness/plugin/thing.ts";

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
  expect(written).toEqual(levels.slice(levels.indexOf(lowest as (typeof levels)[number])));
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

describe("A masked secret", () => {
  const all = { TF_LOG: "trace" };

  test("is hidden in messages, names and values at any depth, and the line stays valid", () => {
    const [line = ""] = linesWith(all, (log) => {
      log.mask("hush", "1234");
      log.info("with hush and hush", {
        text: "a hush",
        deep: [{ hush: ["hush"], at: new Date(0) }],
        pin: 1234,
        big: 912345n,
        count: 7,
      });
    });
    expect(JSON.parse(line)).toEqual({
      "@level": "info",
      "@message": "with *** and ***",
      "@module": "provider.my-cloud",
      "@timestamp": "2026-02-03T04:05:06.789000Z",
      text: "a ***",
      deep: [{ "***": ["***"], at: "1970-01-01T00:00:00.000Z" }],
      pin: "***",
      big: "9***5",
      count: 7,
    });
  });

  test("is hidden in text that is JSON, and in JSON inside of it", () => {
    const secret = 'a"b\\c\nd';
    const once = JSON.stringify({ password: secret });
    const twice = JSON.stringify({ body: once });
    const [line = ""] = linesWith(all, (log) => {
      log.mask(secret);
      log.info(once, { twice });
    });
    expect(JSON.parse(line)).toMatchObject({
      "@message": '{"password":"***"}',
      twice: '{"body":"{\\"password\\":\\"***\\"}"}',
    });
  });

  test("is hidden as a whole if it contains another one, or lies where a long message is cut", () => {
    const [both = "", cut = ""] = linesWith(all, (log) => {
      log.mask("abc");
      log.mask("abcdef");
      log.info("abcdef abc");
      log.info(`${"x".repeat(29_997)}abcdef`);
    });
    expect(JSON.parse(both)["@message"]).toBe("*** ***");
    expect(JSON.parse(cut)["@message"].slice(29_990)).toBe("xxxxxxx***");
  });

  test("can be empty or absent, and then nothing is hidden; a single character is hidden too", () => {
    const [line = "", short = ""] = linesWith(all, (log) => {
      log.mask("", null, undefined, UNKNOWN);
      log.info("text");
      log.mask("x");
      log.info("text");
    });
    expect(JSON.parse(line)["@message"]).toBe("text");
    expect(JSON.parse(short)).toMatchObject({ "@level": "info", "@message": "te***t" });
  });
});

test("Fields with a masked name have no value in the log, at any depth", () => {
  const [line = ""] = linesWith({ TF_LOG: "info" }, (log) => {
    log.maskFields("password", "token");
    log.info("text", { password: "a", user: "b", deep: [{ token: { id: 1 }, Token: "c" }], none: undefined });
  });
  expect(JSON.parse(line)).toMatchObject({
    password: "***",
    user: "b",
    deep: [{ token: "***", Token: "c" }],
  });
});

test("The framework logs no value of an attribute, and the stack of an exception without masked secrets", async () => {
  vi.stubEnv("TF_LOG", "trace");
  const text = { type: "string", optional: true } as const;
  const resource = defineResource()({
    schema: {
      attributes: { plain: text, sensitive: { ...text, sensitive: true }, wo: { ...text, writeOnly: true } },
    },
    create({ planned, config, log }) {
      log.mask(config.wo);
      if (config.wo === "hush-wo") throw new Error(`cannot use ${config.wo}`);
      return { state: planned };
    },
    update: ({ planned }) => ({ state: planned }),
    read: ({ state }) => ({ state }),
  });
  const provider = defineProvider({ ...bareProvider, resources: { t_thing: resource } });
  const workspace = await Workspace.open({ inProcess: provider });
  const thing = workspace.resource("t_thing");
  const config = { plain: "hush-plain", sensitive: "hush-sensitive", wo: "other-wo" };
  await thing.apply(config);
  await thing.apply({ ...config, plain: "hush-changed" });
  await thing.destroy();
  await expect(thing.apply({ ...config, wo: "hush-wo" })).rejects.toThrow("cannot use");
  const { stderr } = workspace.core.link;
  expect(stderr).toContain("Error: cannot use ***");
  expect(stderr).not.toContain("hush");
  vi.unstubAllEnvs();
});
