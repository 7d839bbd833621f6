import { chmodSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { preloading } from "../harness/program.ts";
import { cores } from "../harness/terraform/terraform.ts";
import type { TerraformOptions } from "../harness/terraform/terraform-with-sandbox.ts";
import {
  provider,
  reissue,
  shownLine,
  TerraformWithSandbox,
} from "../harness/terraform/terraform-with-sandbox.ts";
import { until } from "../harness/terraform/trial.ts";

// The journal, the state and other interfaces know different things about an order.

const site = "certorder_reissue.site";

describe.each(cores)("%s", (_, program) => {
  const open = (options: TerraformOptions = {}) => TerraformWithSandbox.open({ program, ...options });
  const applied = (configuration = reissue(), options: TerraformOptions = {}) =>
    TerraformWithSandbox.applied(configuration, { program, ...options });

  test.concurrent("Two people with a journal each, one state and different clocks agree on the latest", async () => {
    await using stage = await open({ env: preloading(join(import.meta.dirname, "other-clock.ts")) });
    const { workspace } = stage;
    const work = (person: string, skewMs: number) => {
      workspace.env.CERTORDER_JOURNAL_DIR = join(workspace.folder, person);
      workspace.env.CLOCK_SKEW_MS = String(skewMs);
    };
    const alice = () => work("alice", 180_000);
    const bob = () => work("bob", 0);
    alice();
    await stage.begin(reissue());
    await stage.applies();
    bob();
    const supersede = `supersede = { "o-1" = "${workspace.attributes(site)?.attempt_id}" }`;
    await stage.applies(provider(supersede) + reissue());
    const [, second] = stage.sandbox.ledger;
    alice();
    // The entry stays in the configuration. It names an attempt that is not the latest any more.
    const again = await stage.applies();
    expect(again.text).not.toContain("newer certificate");
    await stage.applies(reissue());
    expect(workspace.attributes(site)).toMatchObject({ certificate_id: second?.certificateId });
    expect(stage.reissues()).toBe(2);
    await stage.applies(reissue({ sign_hash: "sha384" }));
    bob();
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("An outcome that only the state has is not asked for, and the next apply records it", async () => {
    await using stage = await open();
    await stage.begin(reissue());
    stage.sandbox.fault({ kind: "slow-bytes", everyMs: 25 });
    const applying = stage.workspace.apply();
    await until("the reissue was carried out", () => stage.reissues() === 1);
    const [file = ""] = Object.keys(stage.workspace.journalFiles() ?? {});
    const path = join(stage.workspace.journal, file);
    renameSync(path, `${path}.kept`);
    mkdirSync(path);
    const run = await applying;
    rmdirSync(path);
    renameSync(`${path}.kept`, path);
    expect(run.exit, run.text).toBe(0);
    expect(run.text).toContain("The outcome is not in the journal");

    const later = await stage.workspace.plan();
    expect(later.exit, later.text).toBe(0);
    expect(later.text).not.toMatch(/not-happened|no known outcome/);
    await stage.applies(reissue({ sign_hash: "sha384" }));
    expect(stage.reissues()).toBe(2);
    expect(await stage.journal.attempts("o-1")).toMatchObject([
      { status: "succeeded", certificateId: stage.sandbox.ledger[0]?.certificateId },
      { status: "succeeded" },
    ]);
  });

  test.concurrent("A plan with nothing to do and a journal that cannot be read is a warning about the journal", async () => {
    await using stage = await applied();
    const [file = ""] = Object.keys(stage.workspace.journalFiles() ?? {});
    chmodSync(join(stage.workspace.journal, file), 0o666);
    const { exit, text } = await stage.workspace.plan();
    expect(exit, text).toBe(0);
    expect(text).toContain("Warning: The journal cannot be used");
    expect(text).not.toContain("Nothing was sent");
    chmodSync(join(stage.workspace.journal, file), 0o600);
    await stage.hasNothingToDo();
  });

  test.concurrent("Another address of the service is refused, and the line to paste works as it is shown", async () => {
    await using stage = await applied();
    stage.workspace.env.CERTORDER_BASE_URL = stage.sandbox.url.replace("127.0.0.1", "localhost");
    const changed = reissue({ sign_hash: "sha384" });
    const refused = await stage.refuses(changed);
    expect(refused.text).toContain("Code: other_service");
    await stage.applies(provider(shownLine(refused, "service = ")) + changed);
    expect(stage.reissues()).toBe(2);
  });
});
