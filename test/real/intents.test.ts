import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  order,
  provider,
  reissue,
  shownLine,
  shownLines,
  TerraformWithSandbox,
} from "../harness/terraform/terraform-with-sandbox.ts";
import { csr } from "../harness/terraform/tofu.ts";

// What people do every day, under a real core. The service counts one reissue for each time that a person asked for one.

const site = "certorder_reissue.site";
const other = { validity_days: 60 };

function stateFile(stage: TerraformWithSandbox): string {
  return join(stage.workspace.folder, "terraform.tfstate");
}

/** Returns how to put today's state back later. */
function backup(stage: TerraformWithSandbox): () => void {
  const copy = `${stateFile(stage)}.copy`;
  copyFileSync(stateFile(stage), copy);
  return () => copyFileSync(copy, stateFile(stage));
}

/** A stage whose first reissue has an unknown outcome. The service carried it out. */
async function unresolved() {
  const stage = await TerraformWithSandbox.open({ orders: [order("o-1"), order("o-2")] });
  await stage.begin(reissue());
  stage.losesAnswer();
  const run = await stage.workspace.apply();
  expect(run.exit, run.text).toBe(1);
  expect(stage.reissues("o-1")).toBe(1);
  return { stage, run };
}

describe("An attempt with an unknown outcome", () => {
  test.concurrent.for([
    ["its block is removed and comes back", "", reissue()],
    [
      "count goes to 0 and back",
      reissue({}, { more: "  count = 0\n" }),
      reissue({}, { more: "  count = 1\n" }),
    ],
    ["the resource gets another order and then the first one again", reissue({ order_id: "o-2" }), reissue()],
  ] as const)("stays open when %s", async ([, without, again]) => {
    const { stage: opened } = await unresolved();
    await using stage = opened;
    stage.workspace.write(without);
    await stage.workspace.apply("-refresh=false");
    stage.workspace.write(again);
    for (const args of [[], ["-refresh=false"]]) {
      const { exit, text } = await stage.workspace.apply(...args);
      expect(exit, text).toBe(1);
      expect(text).toContain("Code: unresolved_attempt");
    }
    expect(stage.reissues("o-1")).toBe(1);
  });

  test.concurrent("is explained once in a plan", async () => {
    const { stage: opened } = await unresolved();
    await using stage = opened;
    const { text } = await stage.workspace.plan();
    expect(text.match(/Look the order up at the service/g)).toHaveLength(1);
  });

  test.concurrent("cannot be resolved as not happened while the service may still work on it", async () => {
    const { stage: opened, run } = await unresolved();
    await using stage = opened;
    const notHappened = shownLines(run).find((line) => line.includes(":not-happened")) ?? "";
    const early = await stage.refuses(provider(notHappened) + reissue());
    expect(early.text).toContain("may still be in flight");
    stage.passesTime();
    await stage.applies();
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("An attempt of another request is not adopted instead of the configured one", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    stage.losesAnswer();
    await expect(stage.reissuesElsewhere({ validityDays: 30 })).rejects.toMatchObject({ outcome: "unknown" });
    const [, open] = await stage.journal.attempts("o-1");
    await stage.journal.resolve({
      orderId: "o-1",
      attemptId: open?.attemptId ?? "",
      certificateId: "cert-elsewhere",
    });
    const refused = await stage.refuses(reissue(other));
    expect(refused.text).toContain("Code: reissued_since");
    await stage.applies(provider(shownLine(refused, "supersede")) + reissue(other));
    expect(stage.reissues()).toBe(3);
    expect(stage.workspace.attributes(site)).toMatchObject({ previous_certificate_id: "cert-elsewhere" });
  });
});

describe("A request that was carried out is not sent again", () => {
  test.concurrent("A block that is removed and comes back does not send again", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    stage.workspace.write("");
    await stage.workspace.apply();
    const { text } = await stage.applies(reissue());
    expect(text).toContain("Order o-1 is adopted without a reissue");
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("An earlier version of a block that comes back does not send again", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    for (const configuration of [reissue(other), "", reissue(other), ""]) {
      stage.workspace.write(configuration);
      const { exit, text } = await stage.workspace.apply();
      expect(exit, text).toBe(0);
    }
    const refused = await stage.refuses(reissue());
    expect(refused.text).toContain("validity_days differs");
    expect(stage.reissues()).toBe(2);
    // To adopt it, the message says, configure the request that made it.
    await stage.applies(reissue(other));
    expect(stage.reissues()).toBe(2);
  });

  test.concurrent("A rolled-back state does not send again, by one reissue or by two", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    const rollBack = backup(stage);
    await stage.applies(reissue(other));
    rollBack();
    await stage.applies(reissue(other));
    expect(stage.reissues()).toBe(2);

    await stage.applies(reissue({ validity_days: 70 }));
    rollBack();
    const refused = await stage.refuses(reissue(other));
    expect(refused.text).toContain("Code: reissued_since");
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("A rolled-back state does not send again if a person follows the plan's advice", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    const rollBack = backup(stage);
    // The newer certificate came from the same request: it can be imported.
    const { certificateId: again } = await stage.reissuesElsewhere();
    const same = await stage.workspace.plan();
    expect(same.exit, same.text).toBe(0);
    expect(same.text).toContain("Order o-1 has a newer certificate");
    await stage.forgets();
    const imported = await stage.pastes(shownLine(same, "terraform import"));
    expect(imported.exit, imported.text).toBe(0);
    await stage.applies();
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: again });

    // The newer certificate came from another request: the configuration has to name it.
    await stage.applies(reissue(other));
    const changed = stage.workspace.attributes(site)?.certificate_id;
    rollBack();
    stage.workspace.write(reissue());
    const different = await stage.workspace.plan();
    expect(different.text).toContain("a request that differs in validity_days");
    await stage.applies(reissue(other));
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: changed });
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("A lost state does not send again", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    rmSync(stateFile(stage));
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A provisioner that fails again and again does not send again", async () => {
    const failing = reissue({}, { more: '  provisioner "local-exec" {\n    command = "exit 1"\n  }\n' });
    await using stage = await TerraformWithSandbox.begun(failing);
    for (let round = 0; round < 3; round++) expect((await stage.workspace.apply()).exit).toBe(1);
    await stage.applies(reissue());
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("two workspaces that describe one order send once", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    await stage.workspace.start(["workspace", "new", "second"]).ended;
    await stage.applies();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("another spelling of the CSR, the names and the hash does not send again", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    const header = { csr: csr.replaceAll("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST") };
    await stage.applies(reissue({ ...header, sign_hash: "SHA256" }));
    const der = { csr: csr.replace(/-----[^-]+-----|\s/g, "") };
    const names = { dns_names: ["EXAMPLE.com.", "www.example.com"], common_name: "WWW.example.com" };
    const { text } = await stage.applies(reissue({ ...der, ...names }));
    expect(text).toContain("0 added, 1 changed, 0 destroyed");
    expect(text).not.toContain("will be reissued");
    expect(stage.workspace.attributes(site)).toMatchObject({ common_name: "WWW.example.com" });
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A saved plan does not send again after the library did the same", async () => {
    await using stage = await TerraformWithSandbox.begun(reissue());
    await stage.workspace.plan("-out=saved.plan");
    const { certificateId } = await stage.reissuesElsewhere();
    const { exit, text } = await stage.workspace.apply("saved.plan");
    expect(exit, text).toBe(0);
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A saved plan does not send after the library sent another request", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    stage.workspace.write(reissue(other));
    await stage.workspace.plan("-out=saved.plan");
    await stage.reissuesElsewhere({ validityDays: 30 });
    const refused = await stage.refuses(undefined, "saved.plan");
    expect(refused.text).toContain("Code: reissued_since");
    expect(stage.reissues()).toBe(2);
  });
});

test.concurrent("Triggers that change, and change back, reissue each time", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue({ triggers: { value: "a" } }));
  for (const [index, value] of ["b", "a"].entries()) {
    await stage.applies(reissue({ triggers: { value } }));
    expect(stage.reissues()).toBe(index + 2);
  }
});

describe("Journal and state know different things", () => {
  test.concurrent("An import is compared with the request that the journal knows", async () => {
    await using stage = await TerraformWithSandbox.begun(reissue());
    const { certificateId } = await stage.reissuesElsewhere({ validityDays: 30 });
    await stage.imports(`o-1/${certificateId}`);
    const refused = await stage.refuses();
    expect(refused.text).toContain("differs from the configuration in validity_days");
    await stage.applies(reissue({ validity_days: 30 }));
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("An import is not newer than what was reissued after it", async () => {
    const due = { validity_days: 90, renew_before_days: 30 };
    await using stage = await TerraformWithSandbox.begun(reissue({ validity_days: 90 }));
    await stage.imports("o-1/cert-1001@2026-08-01");
    await stage.applies();
    const { certificateId } = await stage.reissuesElsewhere({ validityDays: 90 });
    stage.workspace.write(reissue(due));
    // The first apply stores that renewals are wanted. The second one finds that one is due.
    for (let round = 0; round < 2; round++) expect((await stage.workspace.apply()).exit).toBe(0);
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    await stage.hasNothingToDo();
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("An order that was destroyed on a machine without a journal is known there afterwards", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    rmSync(stage.workspace.journal, { recursive: true });
    stage.workspace.write("");
    await stage.workspace.apply();
    await stage.applies(reissue());
    expect(stage.reissues()).toBe(1);
  });

  test.concurrent("A certificate of the state and one of the journal that do not know each other block the order", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue());
    const [first] = stage.sandbox.ledger;
    // Another machine's journal, which has never heard of this state.
    rmSync(stage.workspace.journal, { recursive: true });
    const { certificateId } = await stage.reissuesElsewhere();
    const refused = await stage.refuses(reissue(other));
    expect(refused.text).toContain("Code: latest_unclear");
    expect(refused.text).toContain(`If ${first?.certificateId} is newer`);
    await stage.forgets();
    const newer = shownLines(refused).find((line) => line.includes(certificateId)) ?? "";
    const imported = await stage.pastes(newer);
    expect(imported.exit, imported.text).toBe(0);
    await stage.applies(reissue());
    expect(stage.workspace.attributes(site)).toMatchObject({ certificate_id: certificateId });
    await stage.applies(reissue(other));
    expect(stage.reissues()).toBe(3);
  });

  test.concurrent("A service that has a name is the same at another address, and another name is another service", async () => {
    await using stage = await TerraformWithSandbox.applied(reissue(), { env: { CERTORDER_SERVICE: "prod" } });
    const { env } = stage.workspace;
    env.CERTORDER_BASE_URL = stage.sandbox.url.replace("127.0.0.1", "localhost");
    env.CERTORDER_SERVICE = "Prod \r";
    rmSync(stateFile(stage));
    await stage.applies();
    rmSync(stateFile(stage));
    env.CERTORDER_SERVICE = "production";
    const refused = await stage.refuses();
    expect(refused.text).toContain("Code: other_service");
    await stage.applies(provider(shownLine(refused, "service = ")) + reissue());
    expect(stage.reissues()).toBe(1);
  });
});
