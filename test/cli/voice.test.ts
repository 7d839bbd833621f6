import { describe, expect, test } from "vitest";
import { voiceOf } from "../../src/cli/voice.ts";
import { named } from "../../src/contract/index.ts";

describe("In messages of the command line", () => {
  const voice = voiceOf({}, {});
  const attempt = { attemptId: "a1", orderId: "o" } as const;

  test("fields and settings are flags", () => {
    expect(voice(named("dns_names"))).toBe("--dns-names");
    expect(voice(named("journal", "off"))).toBe("--journal off");
    expect(voice(named("auth_key"))).toBe("--auth-key-file");
    expect(voice(named("journal_url"))).toBe("--journal-url");
  });

  test("a name without a flag stays as it is", () => {
    expect(voice(named("triggers"))).toBe("triggers");
    expect(voice(named("toString"))).toBe("toString");
  });

  test("ways out are flags to add or commands to paste", () => {
    expect(voice({ of: "supersede", ...attempt })).toBe("--supersede a1");
    expect(voice({ of: "service", service: "https://a.example" })).toBe("--service https://a.example");
    expect(voice({ of: "resolve", ...attempt, certificateId: "c" })).toBe(
      "certorder journal resolve o a1 --certificate-id c",
    );
    expect(voice({ of: "resolve", ...attempt, certificateId: undefined })).toBe(
      "certorder journal resolve o a1 --certificate-id ID",
    );
    expect(voice({ of: "resolve", ...attempt, certificateId: null })).toBe(
      "certorder journal resolve o a1 --not-happened",
    );
    expect(voice({ of: "repair", orderId: "o" })).toBe("certorder journal repair o");
    expect(voice({ of: "import", orderId: "o", certificateId: "c" })).toBe(
      "terraform import RESOURCE_ADDRESS o/c@latest",
    );
  });

  test("a shell reads each id in a pasted line as one word", () => {
    const hostile = { attemptId: "a$(touch x)", orderId: "it's; x" };
    expect(voice({ of: "resolve", ...hostile, certificateId: "$(x)" })).toBe(
      "certorder journal resolve 'it'\\''s; x' 'a$(touch x)' --certificate-id ID",
    );
    expect(voice({ of: "supersede", ...hostile })).toBe("--supersede 'a$(touch x)'");
    expect(voice({ of: "service", service: "a b" })).toBe("--service 'a b'");
    expect(voice({ of: "repair", orderId: "a b" })).toBe("certorder journal repair 'a b'");
  });

  test("pasted commands name the journal of this command", () => {
    const at = voiceOf({ "journal-dir": "/a/it's b" }, {});
    expect(at({ of: "resolve", ...attempt, certificateId: null })).toBe(
      "certorder journal resolve o a1 --not-happened --journal-dir '/a/it'\\''s b'",
    );
    expect(at({ of: "repair", orderId: "o" })).toBe(
      "certorder journal repair o --journal-dir '/a/it'\\''s b'",
    );
    expect(at({ of: "supersede", ...attempt })).toBe("--supersede a1");
    expect(voiceOf({ "journal-url": "file:///a" }, {})({ of: "init" })).toBe(
      "certorder journal init --journal-url file:///a",
    );
  });

  test("a journal of the environment is named without its password, and a flag wins over it", () => {
    const init = (given: object, env: Record<string, string>) => voiceOf({ ...given }, env)({ of: "init" });
    const env = { CERTORDER_JOURNAL: "/b", CERTORDER_JOURNAL_URL: "postgres://me:secret@db/x" };
    expect(init({}, env)).toBe("certorder journal init --journal-url postgres://USER@db/x");
    expect(init({}, { CERTORDER_JOURNAL: "/b" })).toBe("certorder journal init --journal-dir /b");
    expect(init({ "journal-dir": "/a" }, env)).toBe("certorder journal init --journal-dir /a");
  });
});
