import { expect, test } from "vitest";
import { terraformDialect, vanishingJournal } from "../../../src/contract/index.ts";

const hosted = { RUNNER_ENVIRONMENT: "github-hosted" };
const folder = "/var/lib/certorder";

test.each<[place: string | undefined, env: Record<string, string>, warns: boolean]>([
  [undefined, {}, false],
  [undefined, { CI: "true" }, true],
  ["", { CI: "true" }, true],
  [undefined, { CI: "false", TF_IN_AUTOMATION: "0", TFC_RUN_ID: "" }, false],
  [undefined, { ATLANTIS_TERRAFORM_VERSION: "1.16.4" }, true],
  // A person has chosen the folder: it may be a volume that lasts.
  [folder, { CI: "true" }, false],
  [folder, { CI: "true", RUNNER_ENVIRONMENT: "self-hosted" }, false],
  [undefined, hosted, true],
  [folder, hosted, true],
  ["file:///var/lib/certorder", hosted, true],
  ["C:\\certorder", hosted, true],
  ["postgres://certorder@db.example.com/certorder", { CI: "true", ...hosted }, false],
  ["s3://bucket/prefix", { CI: "true", ...hosted }, false],
  ["repository", { CI: "true", ...hosted }, false],
  ["none", { CI: "true", ...hosted }, false],
])("The journal %j with %o vanishes with the machine: %s", (place, env, warns) => {
  const problem = vanishingJournal(place, env);
  expect(problem !== undefined).toBe(warns);
  if (problem) {
    expect(problem.severity).toBe("warning");
    expect(problem.renderIn(terraformDialect).remedy).toBe(
      'Name a journal that lasts: journal = "postgres://user@host/database"',
    );
  }
});
