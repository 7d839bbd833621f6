import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { ManagedResource } from "../../../../src/plugin/testing/index.ts";
import { newFolder } from "../../../harness/new-folder.ts";
import {
  changed,
  expectErrors,
  type ProviderWithSandbox,
  passTime,
  resolving,
  site,
  superseding,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

// The state is a second witness beside the journal.

/** The journal lost its last event, as on a full disk. */
function loseLastEvent(stage: ProviderWithSandbox): void {
  for (const name of readdirSync(stage.folder)) {
    const path = join(stage.folder, name);
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
    writeFileSync(path, `${lines.slice(0, -1).join("\n")}\n`);
  }
}

describe.concurrent("An outcome that the journal lost and the state has", () => {
  test("blocks nothing, and the next apply writes it first", async ({ stage }) => {
    const reissue = await stage.stored();
    loseLastEvent(stage);
    expect(await stage.journal.attempts()).toMatchObject([{ status: "open" }]);
    const plan = await stage.plan(reissue, site);
    expect(plan).toMatchObject({ action: "none", diagnostics: [] });
    await reissue.apply(changed);
    expect(await stage.journal.attempts()).toMatchObject([
      { lastEvent: "done", certificateId: "cert-1001" },
      { lastEvent: "done", replaced: "cert-1001" },
    ]);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("Two certificates that state and journal do not know of each other", () => {
  const isUnclear = "It is not clear which certificate is newer";

  /** The state has `cert-1002`, made through another journal; this journal has `cert-1001`. */
  async function unclear(stage: ProviderWithSandbox): Promise<ManagedResource> {
    await stage.reissuedElsewhere();
    await stage.run({ journal_dir: newFolder("other-") });
    const reissue = await stage.stored();
    await stage.run();
    return reissue;
  }

  test("block a change, and supersede does nothing", async ({ stage }) => {
    const reissue = await unclear(stage);
    const [{ attemptId } = { attemptId: "" }] = await stage.journal.attempts();
    for (const settings of [{}, superseding(attemptId), superseding(reissue.state?.attempt_id)]) {
      await stage.run(settings);
      const errors = await expectErrors(reissue.apply(changed));
      expect(titles(errors)).toEqual([isUnclear]);
      for (const id of ["cert-1001", "cert-1002"])
        expect(errors[0]?.detail).toContain(
          `\n    terraform import RESOURCE_ADDRESS order-ssl-1/${id}@latest\n`,
        );
    }
    // Without a change it is a warning.
    await stage.run();
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("none");
    expect(titles(plan.diagnostics)).toEqual([
      "Order order-ssl-1: it is not clear which certificate is newer",
    ]);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test.for(["cert-1001", "cert-1002"])("are put in order by importing %s@latest", async (id, { stage }) => {
    await unclear(stage);
    const reissue = stage.resource();
    await reissue.import(`order-ssl-1/${id}@latest`);
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: id });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1003", previous_certificate_id: id });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("An open attempt that only the state knows", () => {
  async function orphaned(stage: ProviderWithSandbox) {
    const reissue = stage.resource();
    stage.loseAnswer();
    await expectErrors(reissue.apply(site));
    stage.forget();
    await stage.run();
    return { reissue, attempt: String(reissue.state?.open_attempt_id) };
  }

  test.for([
    { result: "cert-1001", refresh: true, certificate: "cert-1001", sent: 1 },
    { result: "cert-1001", refresh: false, certificate: "cert-1001", sent: 1 },
    { result: "not-happened", refresh: true, certificate: "cert-1002", sent: 2 },
    { result: "not-happened", refresh: false, certificate: "cert-1002", sent: 2 },
  ])("is resolved as $result once it is untainted (refresh: $refresh)", async (row, { stage }) => {
    const { reissue, attempt } = await orphaned(stage);
    await stage.run(resolving(attempt, row.result));
    reissue.tainted = false;
    if (row.result === "not-happened") {
      const { diagnostics } = await reissue.plan(site, row);
      expect(diagnostics[0]?.detail).toContain("may still be in flight");
      passTime(reissue);
    }
    await reissue.apply(site, row);
    expect(reissue.state).toMatchObject({ certificate_id: row.certificate });
    expect(stage.sandbox.ledger).toHaveLength(row.sent);
    expect((await stage.journal.attempts())[0]).toMatchObject({ attemptId: attempt });
  });
});
