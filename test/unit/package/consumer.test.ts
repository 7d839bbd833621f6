import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");
let project: string;
const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: project, encoding: "utf8" });

// A project that has the package installed, as its tarball would install it.
beforeAll(() => {
  project = newFolder("certorder-consumer-");
  const installed = join(project, "node_modules", "certorder");
  mkdirSync(installed, { recursive: true });
  execFileSync(process.execPath, [join(root, "scripts", "build.ts"), "--if-needed"]);
  cpSync(join(root, "build"), join(installed, "build"), { recursive: true });
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  for (const name of ["undici", "@types"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
});

test("A project imports every entry", () => {
  writeFileSync(
    join(project, "entries.js"),
    `for (const entry of ["", "/journal", "/receiver", "/sandbox", "/csr", "/plugin", "/plugin/schema-json", "/plugin/testing", "/plugin/timeouts", "/plugin/validators"])
       console.log(entry, Object.keys(await import("certorder" + entry)).sort().join(" "));`,
  );
  expect(run(process.execPath, "entries.js")).toMatchInlineSnapshot(`
    " BlockedError CallbackRequiredError CertOrderClient CertOrderError DoneUnreadError InvalidInputError Journal NotSentError RejectedError UnknownOutcomeError callbackVerdict outcomes
    /journal BlockedError Journal MemoryStore
    /receiver fetchReceiver nodeReceiver
    /sandbox answerPresets credentialKinds defaultAnswers products seedAccounts seedOrders startSandbox
    /csr CsrError readCsr
    /plugin Dynamic ExactNumber UNKNOWN Unknown defineAction defineDataSource defineEphemeralResource defineFunction defineListResource defineProvider defineResource defineSchema error hasErrors isKnown pathText serve toDynamic warning
    /plugin/schema-json schemaJson
    /plugin/testing CoreViolation CoreWorkspace ProviderErrors StepError Workspace findCore isAtLeast unknownNames
    /plugin/timeouts timeoutMs timeouts
    /plugin/validators atLeastOneOf conflictsWith eachElement eachKey exactlyOneOf length matches noneOf oneOf range requiredTogether requiredWith size uniqueValues
    "
  `);
});

test("A project requires the package from CommonJS, and undici is not loaded before the first request", () => {
  writeFileSync(
    join(project, "old.cjs"),
    `const { CertOrderClient } = require("certorder");
     new CertOrderClient({ baseUrl: "https://service.example", keyId: "k", authKey: "a", journal: "none" });
     console.log(Object.keys(require.cache).filter((file) => file.includes("undici")).length);`,
  );
  expect(run(process.execPath, "old.cjs")).toBe("0\n");
});

test("A project type-checks against the package strictly", () => {
  cpSync(join(import.meta.dirname, "surface.ts"), join(project, "surface.ts"));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--types", "node"];
  const modern = ["--module", "nodenext", "--target", "es2024"];
  const args = [tsc, ...strict, ...modern, "surface.ts"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  expect(stdout).toBe("");
});
