import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { order, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

// The configuration of docs/guides/teams.md, as a team uses it: state and journal on a server, and jobs with different rights.

const root = join(import.meta.dirname, "..", "..", "..");
const guide = readFileSync(join(root, "docs", "guides", "teams.md"), "utf8");
const [, configuration = ""] = /```terraform\n(terraform[\s\S]*?)```/.exec(guide) ?? [];

test("The guide's configuration lets a team plan without the auth key, apply once, and resolve a lost answer", async () => {
  const server = await PostgresServer.start();
  const url = await server.newJournal();
  await using stage = await TerraformWithSandbox.open({
    orders: [order("order-ssl-1")],
    env: {
      PG_CONN_STR: `${server.url()}?sslmode=disable`,
      TF_VAR_journal: url,
      CERTORDER_JOURNAL: undefined,
    },
  });
  const { workspace, sandbox } = stage;
  const write = (text: string) => writeFileSync(join(workspace.folder, "main.tf"), text);
  write(configuration);
  cpSync(join(root, "examples", "site.csr"), join(workspace.folder, "site.csr"));
  expect((await workspace.init()).exit).toBe(0);

  // A pipeline that must not reissue.
  const forbidden = await workspace.run("plan", "-detailed-exitcode", "-var", "max_reissues=0");
  expect(forbidden).toMatchObject({ exit: 1 });
  expect(forbidden.text).toContain("Reissues are switched off");

  // The reissue happens, and its answer is lost. A person finds the certificate.
  stage.losesAnswer();
  expect((await workspace.apply()).exit).toBe(1);
  const blocked = await workspace.run("plan");
  expect(blocked).toMatchObject({ exit: 1 });
  const [, attempt] = /attempt ([0-9a-f]{12})/.exec(blocked.text) ?? [];
  const [, line = ""] = /^ +(resolve = .*)$/m.exec(guide) ?? [];
  const found = line.replace("ATTEMPT:CERTIFICATE_ID", `${attempt}:${sandbox.ledger[0]?.certificateId}`);
  write(configuration.replace("  max_reissues =", `  ${found}\n  max_reissues =`));
  await stage.applies();
  write(configuration);
  await stage.hasNothingToDo();
  expect(stage.reissues()).toBe(1);

  // The job of a pull request. It has another API key, of which it needs no secret.
  const otherKey = { CERTORDER_KEY_ID: "key-of-plans", CERTORDER_AUTH_KEY: "any text" };
  const plan = () => workspace.start(["plan", "-no-color", "-lock=false"], otherKey).ended;
  expect((await plan()).text).toContain("No changes.");
  write(configuration.replace("sha256", "sha384"));
  const { exit, text } = await plan();
  expect(exit, text).toBe(0);
  for (const quoted of [
    "Warning: This plan reissues order order-ssl-1",
    "because sign_hash changes. This costs money.",
  ]) {
    expect(guide).toContain(quoted);
    expect(text).toContain(quoted);
  }
  expect(stage.reissues()).toBe(1);
});
