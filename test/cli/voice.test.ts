import { describe, expect, test } from "vitest";
import { voiceOf } from "../../src/cli/voice.ts";
import { named } from "../../src/contract/index.ts";

describe("the command line calls", () => {
  const voice = voiceOf({}, {});

  test("fields and settings by their flags", () => {
    expect(voice(named("dns_names"))).toBe("--dns-names");
    expect(voice(named("journal", "off"))).toBe("--journal off");
    expect(voice(named("auth_key"))).toBe("--auth-key-file");
    expect(voice(named("journal_url"))).toBe("--journal-url");
  });

  test("what has no flag as it is", () => {
    expect(voice(named("triggers"))).toBe("triggers");
    expect(voice(named("toString"))).toBe("toString");
  });

  test("one more reissue by its flag", () => {
    expect(voice({ of: "anew", attemptId: "a1", orderId: "o" })).toBe("add --anew a1");
  });

  test("the journal that is meant, where it is named here", () => {
    const resolve = { of: "resolve", attemptId: "a1", orderId: "o", certificateId: undefined } as const;
    expect(voice(resolve)).toBe("run: certorder journal resolve a1 --certificate-id ID");
    expect(voiceOf({ "journal-dir": "/a/it's b" }, {})({ ...resolve, certificateId: null })).toBe(
      "run: certorder journal resolve a1 --not-happened --journal-dir '/a/it'\\''s b'",
    );
    expect(voiceOf({ "journal-url": "file:///a" }, {})({ of: "init" })).toBe(
      "run: certorder journal init --journal-url file:///a",
    );
  });

  test("also the one that a variable names, without its password; a flag counts more", () => {
    const init = (given: object, env: Record<string, string>) => voiceOf({ ...given }, env)({ of: "init" });
    const env = { CERTORDER_JOURNAL: "/b", CERTORDER_JOURNAL_URL: "postgres://me:secret@db/x" };
    expect(init({}, env)).toBe("run: certorder journal init --journal-url postgres://USER@db/x");
    expect(init({}, { CERTORDER_JOURNAL: "/b" })).toBe("run: certorder journal init --journal-dir /b");
    expect(init({ "journal-dir": "/a" }, env)).toBe("run: certorder journal init --journal-dir /a");
  });
});
