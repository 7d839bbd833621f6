import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect } from "vitest";
import { newFolder } from "../../../harness/new-folder.ts";
import {
  changed,
  expectErrors,
  passTime,
  resolving,
  site,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const cannotBeUsed = "The journal cannot be used";

/** A folder that cannot be made: a file is in its way. */
function notAFolder(): string {
  const folder = join(newFolder("not-a-folder-"), "file", "journal");
  writeFileSync(join(folder, ".."), "");
  return folder;
}

describe.concurrent("A journal that cannot be used", () => {
  test("stops changes, imports and destroys, and is a warning for a plan without a change", async ({
    stage,
  }) => {
    const journal_dir = notAFolder();
    const reissue = await stage.stored();
    await stage.run({ journal_dir });
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("none");
    expect(plan.diagnostics).toMatchObject([{ severity: "warning", summary: cannotBeUsed }]);
    expect(plan.diagnostics[0]?.detail).toContain(journal_dir);
    for (const stopped of [
      () => stage.plan(reissue, changed),
      () => stage.resource().import("order-ssl-1/cert-1"),
      () => reissue.destroy(),
    ])
      expect(titles(await expectErrors(stopped()))).toEqual([cannotBeUsed]);
    expect(reissue.state).not.toBeNull();
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is ignored with best-effort and one warning, but not what the state knows", async ({ stage }) => {
    const settings = { journal_dir: notAFolder(), journal: "best-effort" };
    await stage.run(settings);
    const reissue = stage.resource();
    const plan = await reissue.plan(site);
    expect(titles(plan.diagnostics)).toEqual([cannotBeUsed, title.reissued]);
    await reissue.apply(site);
    stage.loseAnswer();
    await expectErrors(reissue.apply(changed));
    expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.blocked]);
    expect(stage.sandbox.ledger).toHaveLength(2);
    expect(titles(await reissue.destroy())).toContain(cannotBeUsed);
    expect(reissue.state).toBeNull();
  });

  test("is asked once in a run if its server does not answer", async ({ stage }) => {
    let asked = 0;
    const server = createServer((socket) => {
      asked++;
      socket.destroy();
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as { port: number };
    const reissue = await stage.stored();
    await stage.run({
      journal_dir: null,
      journal_url: `postgres://user:secret@127.0.0.1:${port}/none?sslmode=disable`,
    });
    await reissue.plan(site);
    const first = asked;
    for (const order_id of ["order-2", "order-3"])
      expect(titles(await expectErrors(stage.resource().plan({ ...site, order_id })))).toContain(
        cannotBeUsed,
      );
    expect(first).toBeGreaterThan(0);
    expect(asked).toBe(first);
    server.close();
  });
});

test.concurrent("Without a journal, the state protects what it knows", async ({ stage }) => {
  await stage.run({ journal: "none" });
  const reissue = await stage.stored();
  expect(await stage.journal.attempts()).toEqual([]);
  stage.loseAnswer();
  await expectErrors(reissue.apply(changed));
  const attempt = reissue.state?.open_attempt_id;

  // The next run is a new process: it has only the state.
  const none = { journal: "none" };
  await stage.run(none);
  expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.blocked]);
  await stage.run({ ...none, ...resolving(attempt, "not-happened") });
  expect((await expectErrors(reissue.apply(changed)))[0]?.detail).toContain("may still be in flight");
  passTime(reissue);
  await reissue.apply(changed);
  expect(reissue.state).toMatchObject({ certificate_id: "cert-1003", previous_certificate_id: "cert-1001" });
  reissue.tainted = true;
  const [error] = await expectErrors(reissue.apply(changed));
  expect(error?.detail).toContain("There is no journal.");
  expect(stage.sandbox.ledger).toHaveLength(3);
});

describe.concurrent("A plan in automation", () => {
  const onDisk = "The journal is on this runner's disk";

  test("says once that the default journal may not outlive the job", async ({ stage }) => {
    Object.assign(stage.env, { CI: "true", XDG_STATE_HOME: newFolder("home-") });
    await stage.run({ journal_dir: null });
    const one = stage.resource();
    const plan = await one.plan(site);
    expect(titles(plan.diagnostics)).toEqual([onDisk, title.reissued]);
    expect(plan.diagnostics[0]?.detail).toMatch(/^The journal in .*certorder is lost/);
    const second = await stage.resource().plan({ ...site, order_id: "order-ssl-2" });
    expect(titles(second.diagnostics)).not.toContain(onDisk);

    // It says nothing if nothing is sent, or if a person has chosen the place.
    await one.apply(site);
    expect((await stage.plan(one, site)).diagnostics).toEqual([]);
    for (const chosen of [{}, { journal_dir: null, journal_url: pathToFileURL(stage.folder).href }]) {
      await stage.run(chosen);
      expect(titles((await one.plan(changed)).diagnostics)).toEqual([title.reissued]);
    }
  });

  test.for([
    [{ CI: "false" }, false],
    [{ CI: "0", TF_IN_AUTOMATION: "" }, false],
    [{ TF_IN_AUTOMATION: "1" }, true],
    [{ TFC_RUN_ID: "run-1" }, true],
    [{ ATLANTIS_TERRAFORM_VERSION: "1.16.4" }, true],
  ] as const)("is known by its variables (%o: %s)", async ([variables, isAutomation], { stage }) => {
    Object.assign(stage.env, variables, { XDG_STATE_HOME: newFolder("home-") });
    await stage.run({ journal_dir: null });
    const { diagnostics } = await stage.resource().plan(site);
    expect(titles(diagnostics).includes(onDisk)).toBe(isAutomation);
  });
});

test.concurrent("A journal blocks an order of another service until it has that service's name", async ({
  stage,
}) => {
  await stage.run({ service: "production" });
  await stage.stored();
  const elsewhere = { base_url: "https://other.example" };
  for (const settings of [elsewhere, { ...elsewhere, service: "staging" }]) {
    await stage.run(settings);
    const errors = await expectErrors(stage.resource().plan(site));
    expect(titles(errors)).toEqual(["The order belongs to another service"]);
    expect(errors[0]?.detail).toContain('\n    service = "production" # in the provider block');
  }
  await stage.run({ ...elsewhere, service: "production" });
  expect(titles((await stage.resource().plan(site)).diagnostics)).toEqual([title.adopted]);
});
