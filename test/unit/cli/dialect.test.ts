import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandDialect } from "../../../src/cli/dialect.ts";
import { fieldRef } from "../../../src/contract/index.ts";

describe("In messages of the command line", () => {
  const dialect = commandDialect({}, {});
  const attempt = { attemptId: "a1", orderId: "o" } as const;

  test("fields and settings are flags", () => {
    expect(dialect(fieldRef("dns_names"))).toBe("--dns-names");
    expect(dialect(fieldRef("journal", "none"))).toBe("--journal none");
    expect(dialect(fieldRef("auth_key"))).toBe("--auth-key-file");
    expect(dialect(fieldRef("journal_url"))).toBe("--journal-url");
  });

  test("each name in the messages of the journal is a flag", () => {
    const folder = join(import.meta.dirname, "../../../src/journal");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const names = sources.flatMap((name) =>
      [...readFileSync(join(folder, name), "utf8").matchAll(/fieldRef\("(\w+)"/g)].map(
        ([, found = ""]) => found,
      ),
    );
    expect(names).toEqual(expect.arrayContaining(["certificate_id", "supersede"]));
    for (const name of names) expect(dialect(fieldRef(name))).toBe(`--${name.replaceAll("_", "-")}`);
  });

  test("a name without a flag stays as it is", () => {
    expect(dialect(fieldRef("triggers"))).toBe("triggers");
    expect(dialect(fieldRef("toString"))).toBe("toString");
  });

  test("ways out are flags to add or commands to paste", () => {
    expect(dialect({ kind: "supersede", ...attempt })).toBe("--supersede a1");
    expect(dialect({ kind: "service", service: "https://a.example" })).toBe("--service https://a.example");
    expect(dialect({ kind: "resolve", ...attempt, certificateId: "c" })).toBe(
      "certorder journal resolve o a1 --certificate-id c",
    );
    expect(dialect({ kind: "resolve", ...attempt, certificateId: undefined })).toBe(
      "certorder journal resolve o a1 --certificate-id ID",
    );
    expect(dialect({ kind: "resolve", ...attempt, certificateId: null })).toBe(
      "certorder journal resolve o a1 --not-happened",
    );
    expect(dialect({ kind: "repair", orderId: "o" })).toBe("certorder journal repair o");
    expect(dialect({ kind: "import", orderId: "o", certificateId: "c" })).toBe(
      "terraform import RESOURCE_ADDRESS o/c@latest",
    );
  });

  test("a shell reads each id in a pasted line as one word", () => {
    const hostile = { attemptId: "a$(touch x)", orderId: "it's; x" };
    expect(dialect({ kind: "resolve", ...hostile, certificateId: "$(x)" })).toBe(
      "certorder journal resolve 'it'\\''s; x' 'a$(touch x)' --certificate-id ID",
    );
    expect(dialect({ kind: "supersede", ...hostile })).toBe("--supersede 'a$(touch x)'");
    expect(dialect({ kind: "service", service: "a b" })).toBe("--service 'a b'");
    expect(dialect({ kind: "repair", orderId: "a b" })).toBe("certorder journal repair 'a b'");
  });

  test("pasted commands name the journal of this command", () => {
    const at = commandDialect({ "journal-dir": "/a/it's b" }, {});
    expect(at({ kind: "resolve", ...attempt, certificateId: null })).toBe(
      "certorder journal resolve o a1 --not-happened --journal-dir '/a/it'\\''s b'",
    );
    expect(at({ kind: "repair", orderId: "o" })).toBe(
      "certorder journal repair o --journal-dir '/a/it'\\''s b'",
    );
    expect(at({ kind: "supersede", ...attempt })).toBe("--supersede a1");
    expect(commandDialect({ "journal-url": "file:///a" }, {})({ kind: "init" })).toBe(
      "certorder journal init --journal-url file:///a",
    );
  });

  test("a journal of the environment is named without its password, and a flag wins over it", () => {
    const init = (given: object, env: Record<string, string>) =>
      commandDialect({ ...given }, env)({ kind: "init" });
    const env = { CERTORDER_JOURNAL_DIR: "/b", CERTORDER_JOURNAL_URL: "postgres://me:secret@db/x" };
    expect(init({}, env)).toBe("certorder journal init --journal-url postgres://USER@db/x");
    expect(init({}, { CERTORDER_JOURNAL_DIR: "/b" })).toBe("certorder journal init --journal-dir /b");
    expect(init({ "journal-dir": "/a" }, env)).toBe("certorder journal init --journal-dir /a");
  });
});
