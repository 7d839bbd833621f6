import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliDialect, commandDialect } from "../../../src/cli/dialect.ts";
import { fieldRef, type Paste } from "../../../src/contract/index.ts";

const attempt = { attemptId: "a1", orderId: "o" } as const;
const hostile = { attemptId: "a$(touch x)", orderId: "it's; x" };
const resolve = { kind: "resolve", ...attempt, certificateId: null } as const;
const notHappened = "certorder journal resolve o a1 --not-happened";

describe("In messages of the command line", () => {
  test("fields and settings are flags, and other names stay as they are", () => {
    const names = ["dns_names", "auth_key", "journal", "order_id", "triggers", "toString"];
    expect(names.map((name) => cliDialect(fieldRef(name)))).toEqual([
      "--dns-names",
      "--auth-key-file",
      "--journal",
      "ORDER_ID",
      "triggers",
      "toString",
    ]);
    expect(cliDialect(fieldRef("journal", "none"))).toBe("--journal none");
  });

  test("each name in the messages of the journal is a flag", () => {
    const folder = join(import.meta.dirname, "../../../src/journal");
    const names = globSync("**/*.ts", { cwd: folder }).flatMap((name) =>
      [...readFileSync(join(folder, name), "utf8").matchAll(/fieldRef\("(\w+)"/g)].map(
        ([, found = ""]) => found,
      ),
    );
    expect(names).toEqual(expect.arrayContaining(["certificate_id", "idempotency_key", "max_age"]));
    for (const name of names) expect(cliDialect(fieldRef(name))).toBe(`--${name.replaceAll("_", "-")}`);
  });

  test.each<[Paste, string]>([
    [{ kind: "supersede", ...attempt }, "--supersede a1"],
    [{ kind: "service", service: "https://a.example" }, "--service https://a.example"],
    [resolve, notHappened],
    [{ ...resolve, certificateId: "c" }, "certorder journal resolve o a1 --certificate-id c"],
    [{ ...resolve, certificateId: undefined }, "certorder journal resolve o a1 --certificate-id ID"],
    [{ kind: "repair", orderId: "o" }, "certorder journal repair o"],
    [{ kind: "import", orderId: "o", certificateId: "c" }, "certorder journal import o c --latest"],
    [
      { kind: "import", orderId: "it's", certificateId: undefined, isDated: true },
      "certorder journal import 'it'\\''s' CERTIFICATE_ID --issued-at YYYY-MM-DD",
    ],
    [
      { kind: "import", orderId: "o", certificateId: "c", bringsBack: true },
      "certorder journal import o c --bring-back",
    ],
    [
      { ...resolve, certificateId: "c", isSameId: true },
      "certorder journal resolve o a1 --certificate-id c --same-id",
    ],
    [
      { kind: "resolve", ...hostile, certificateId: "$(x)" },
      "certorder journal resolve 'it'\\''s; x' 'a$(touch x)' --certificate-id ID",
    ],
    [{ kind: "supersede", ...hostile }, "--supersede 'a$(touch x)'"],
    [{ kind: "service", service: "a b" }, "--service 'a b'"],
    [{ kind: "repair", orderId: "a b" }, "certorder journal repair 'a b'"],
    [{ kind: "repair", orderId: "-o" }, "certorder journal repair -- -o"],
    [{ ...resolve, orderId: "--yes" }, "certorder journal resolve --not-happened -- --yes a1"],
    [
      { kind: "import", orderId: "-o", certificateId: "c", isDated: true },
      "certorder journal import --issued-at YYYY-MM-DD -- -o c",
    ],
  ])("the way out %j is a line to paste, in which a shell reads each id as one word", (wayOut, line) => {
    expect(commandDialect({}, {})(wayOut)).toBe(line);
  });

  test.each([
    [{ journal: "/a/it's b" }, {}, " --journal '/a/it'\\''s b'"],
    [{ journal: "file:///a" }, {}, " --journal file:///a"],
    [{}, { CERTORDER_JOURNAL: "/b" }, " --journal /b"],
    [{}, { CERTORDER_JOURNAL: "postgres://me@db/x" }, " --journal postgres://me@db/x"],
    [{}, { CERTORDER_JOURNAL: "postgres://me:secret@db/x" }, ""],
    [{ journal: "/a" }, { CERTORDER_JOURNAL: "postgres://db/x" }, " --journal /a"],
  ])("pasted commands name the journal of flags %j and environment %j", (flags, env, journal) => {
    const dialect = commandDialect(flags, env);
    expect(dialect(resolve)).toBe(`${notHappened}${journal}`);
    expect(dialect({ kind: "repair", orderId: "o" })).toBe(`certorder journal repair o${journal}`);
    expect(dialect({ kind: "import", orderId: "o", certificateId: "c" })).toBe(
      `certorder journal import o c --latest${journal}`,
    );
    expect(dialect({ ...resolve, orderId: "-o" })).toBe(
      `certorder journal resolve --not-happened${journal} -- -o a1`,
    );
    expect(dialect({ kind: "import", orderId: "-o", certificateId: "c" })).toBe(
      `certorder journal import --latest${journal} -- -o c`,
    );
    expect(dialect({ kind: "init", place: "/c" })).toBe("certorder journal init --journal /c");
    expect(dialect({ kind: "supersede", ...attempt })).toBe("--supersede a1");
  });
});
