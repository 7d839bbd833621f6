import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
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

describe("A project that uses the package", () => {
  test("imports every entry", () => {
    writeFileSync(
      join(project, "entries.js"),
      `for (const entry of ["", "/journal", "/receiver", "/sandbox", "/csr", "/plugin", "/plugin/testing"])
         console.log(entry, Object.keys(await import("certorder" + entry)).sort().join(" "));`,
    );
    expect(run(process.execPath, "entries.js")).toMatchInlineSnapshot(`
      " BlockedError CallbackRequiredError CertOrderClient CertOrderError DoneUnreadError InvalidRequestError NotSentError RejectedError UnknownOutcomeError callbackCodes callbackVerdict outcomes
      /journal BlockedError Journal MemoryStore
      /receiver fetchReceiver nodeReceiver
      /sandbox answerPresets credentialKinds defaultAnswers products seedAccounts seedOrders startSandbox
      /csr CsrError readCsr
      /plugin Dynamic ExactNumber UNKNOWN Unknown atLeastOneOf conflictsWith defineAction defineDataSource defineEphemeralResource defineFunction defineListResource defineProvider defineResource defineSchema error exactlyOneOf hasErrors isKnown pathText requiredTogether requiredWith schemaJson serve timeoutMs timeouts toDynamic warning
      /plugin/testing CoreViolation ProviderErrors Workspace unknownPaths
      "
    `);
  });

  test("does not load undici before the first request", () => {
    writeFileSync(
      join(project, "lazy.js"),
      `import { CertOrderClient } from "certorder";
       import { createRequire } from "node:module";
       new CertOrderClient({ baseUrl: "https://service.example", keyId: "k", authKey: "a", journal: "none" });
       console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes("undici")).length);`,
    );
    expect(run(process.execPath, "lazy.js").trim()).toBe("0");
  });

  test("can require it from CommonJS", () => {
    writeFileSync(join(project, "old.cjs"), `console.log(typeof require("certorder").CertOrderClient)`);
    expect(run(process.execPath, "old.cjs").trim()).toBe("function");
  });

  test("type-checks against it strictly", () => {
    writeFileSync(
      join(project, "typed.ts"),
      `import { CertOrderClient, CertOrderError, type ReissueRequest } from "certorder";
       import { Journal } from "certorder/journal";
       import { defineProvider, defineResource } from "certorder/plugin";
       import type { Workspace } from "certorder/plugin/testing";
       import { fetchReceiver } from "certorder/receiver";
       import { startSandbox } from "certorder/sandbox";
       const request: ReissueRequest = { signHash: "sha256", dnsNames: ["a.example"] };
       const client = new CertOrderClient({ baseUrl: "", keyId: "", authKey: "", journal: new Journal() });
       export const id: Promise<string> = client.reissue("o", request, { idempotencyKey: "k" }).then(({ certificateId }) => certificateId);
       export const known = (error: unknown): string => (CertOrderError.is(error) ? error.outcome : "");
       export { fetchReceiver, startSandbox };
       export const apply = (workspace: Workspace) => workspace.resource("x_a").apply({ name: "a" });
       const needy = defineResource<{ readonly url: string }>()({
         schema: { attributes: { name: { type: "string", required: true } } },
         create: ({ planned, provider }) => ({ state: { name: planned.name + provider.url } }),
       });
       const about = { name: "x", address: "x/x", version: "1.0.0", schema: { attributes: {} } } as const;
       defineProvider({ ...about, configure: () => ({ data: { url: "" } }), resources: { x_a: needy } });
       // @ts-expect-error it delivers something else than its resource needs
       defineProvider({ ...about, configure: () => ({ data: { uri: "" } }), resources: { x_a: needy } });
       // @ts-expect-error with a journal a key is required
       void client.reissue("o", request);
       // @ts-expect-error sign_hash is required
       export const wrong: ReissueRequest = {};`,
    );
    cpSync(join(import.meta.dirname, "surface.ts"), join(project, "surface.ts"));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--types", "node"];
    const modern = ["--module", "nodenext", "--target", "es2024"];
    const compiled = spawnSync(process.execPath, [tsc, ...strict, ...modern, "typed.ts", "surface.ts"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(compiled.stdout).toBe("");
  });

  test("has the command line", () => {
    const output = run(
      process.execPath,
      join("node_modules", "certorder", "build", "cli", "main.js"),
      "--version",
    );
    expect(output.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
