import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect } from "vitest";
import { Journal } from "../../../../src/journal/index.ts";
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
import { test } from "../provider-fixture.ts";

const cannotBeUsed = "The journal cannot be used";

/** A folder that cannot be made: a file is in its way. */
function notAFolder(): string {
  const folder = join(newFolder("not-a-folder-"), "file", "journal");
  writeFileSync(join(folder, ".."), "");
  return folder;
}

test.concurrent("A journal that is gone is not created again without a warning, if the state has certificates", async ({
  provider,
}) => {
  const reissue = await provider.stored();
  await provider.run({ journal: join(newFolder("unmounted-"), "journal") });
  const plan = await reissue.plan(changed);
  expect(titles(plan.diagnostics)).toContain("The journal does not exist");
  await provider.run({ journal: join(newFolder("first-"), "journal") });
  const first = await provider.plan(provider.resource(), { ...site, order_id: "order-ssl-3" });
  expect(titles(first.diagnostics)).not.toContain("The journal does not exist");
});

describe.concurrent("A journal that cannot be used", () => {
  test("stops all but a plan without a change, which gets a warning", async ({ provider }) => {
    const journal = notAFolder();
    const reissue = await provider.stored();
    const imported = provider.resource();
    await imported.import("order-ssl-2/cert-1");
    await provider.run({ journal });
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("none");
    expect(plan.diagnostics).toMatchObject([{ severity: "warning", summary: cannotBeUsed }]);
    expect(plan.diagnostics[0]?.detail).toContain(journal);
    const renewal = { ...site, validity_days: 90, renew_before_days: 30 };
    const due = Object.assign(provider.resource(), {
      state: { ...reissue.state, ...renewal, renewal_due: true, request_digest: null },
    });
    for (const stopped of [
      () => provider.plan(provider.resource(), { ...site, order_id: "order-ssl-3" }),
      () => provider.plan(reissue, changed),
      () => provider.plan(due, renewal),
      () => provider.plan(imported, { ...site, order_id: "order-ssl-2" }),
      () => provider.resource().import("order-ssl-1/cert-1"),
      () => reissue.destroy(),
    ])
      expect(titles(await expectErrors(stopped()))).toEqual([cannotBeUsed]);
    expect(reissue.state).not.toBeNull();
    expect(provider.sandbox.ledger).toHaveLength(1);
  });

  test("is asked once in a run if its server does not answer", async ({ provider }) => {
    let asked = 0;
    const server = createServer((socket) => {
      asked++;
      socket.destroy();
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as { port: number };
    const reissue = await provider.stored();
    await provider.run({
      journal: `postgres://user:secret@127.0.0.1:${port}/none?sslmode=disable`,
    });
    await reissue.plan(site);
    const first = asked;
    for (const order_id of ["order-2", "order-3"])
      expect(titles(await expectErrors(provider.resource().plan({ ...site, order_id })))).toContain(
        cannotBeUsed,
      );
    expect(first).toBeGreaterThan(0);
    expect(asked).toBe(first);
    server.close();
  });
});

test.concurrent("An apply creates its journal, and a plan does not", async ({ provider }) => {
  // An empty mount point, and a folder that is not there.
  for (const journal of [newFolder("empty-"), join(newFolder("new-"), "journal")]) {
    const made = new Journal(journal);
    await provider.run({ journal });
    const reissue = provider.resource();
    await reissue.plan(site);
    expect(await made.exists()).toBe(false);
    await reissue.apply(site);
    expect(await made.attempts()).toMatchObject([{ orderId: site.order_id, status: "succeeded" }]);
    await provider.run({ journal: join(newFolder("other-"), "journal") });
    // What only the state knows is written into a new journal.
    expect(titles(await reissue.destroy())).not.toContain(cannotBeUsed);
  }
});

test.concurrent("Without a journal, the state protects what it knows", async ({ provider }) => {
  await provider.run({ journal: "none" });
  const reissue = await provider.stored();
  expect(await provider.journal.attempts()).toEqual([]);
  provider.loseAnswer();
  await expectErrors(reissue.apply(changed));
  const attempt = reissue.state?.open_attempt_id;

  // The next run is a new process: it has only the state.
  const none = { journal: "none" };
  await provider.run(none);
  expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.blocked]);
  await provider.run({ ...none, ...resolving(attempt, "not-happened") });
  expect((await expectErrors(reissue.apply(changed)))[0]?.detail).toContain("may still be in flight");
  passTime(reissue);
  await reissue.apply(changed);
  expect(reissue.state).toMatchObject({
    certificate_id: "cert-1003",
    certificate_history: expect.arrayContaining(["cert-1001"]),
  });
  reissue.tainted = true;
  const [error] = await expectErrors(reissue.apply(changed));
  expect(error?.detail).toContain("There is no journal.");
  expect(provider.sandbox.ledger).toHaveLength(3);
});

describe.concurrent("A plan in automation", () => {
  const onDisk = "The journal is on this runner's disk";

  test("says once that the default journal may not outlive the job", async ({ provider }) => {
    Object.assign(provider.env, { CI: "true", XDG_STATE_HOME: newFolder("home-") });
    await provider.run({ journal: null });
    const reissue = provider.resource();
    const plan = await reissue.plan(site);
    expect(titles(plan.diagnostics)).toEqual([onDisk, title.reissued]);
    expect(plan.diagnostics[0]?.detail).toMatch(/^The journal in .*certorder is lost/);
    const second = await provider.resource().plan({ ...site, order_id: "order-ssl-2" });
    expect(titles(second.diagnostics)).not.toContain(onDisk);

    // It says nothing if nothing is sent, or if a person has chosen the place.
    await reissue.apply(site);
    expect((await provider.plan(reissue, site)).diagnostics).toEqual([]);
    for (const chosen of [{}, { journal: pathToFileURL(provider.folder).href }]) {
      await provider.run(chosen);
      expect(titles((await reissue.plan(changed)).diagnostics)).toEqual([title.reissued]);
    }
  });

  test.for([
    [{ CI: "false" }, false],
    [{ CI: "0", TF_IN_AUTOMATION: "" }, false],
    [{ TF_IN_AUTOMATION: "1" }, true],
    [{ TFC_RUN_ID: "run-1" }, true],
    [{ ATLANTIS_TERRAFORM_VERSION: "1.16.4" }, true],
  ] as const)("is known by its variables (%o: %s)", async ([variables, isAutomation], { provider }) => {
    Object.assign(provider.env, variables, { XDG_STATE_HOME: newFolder("home-") });
    await provider.run({ journal: null });
    const { diagnostics } = await provider.resource().plan(site);
    expect(titles(diagnostics).includes(onDisk)).toBe(isAutomation);
  });
});

test.concurrent("An order is blocked at another service, until `service` names it", async ({ provider }) => {
  await provider.run({ service: "production" });
  await provider.stored();
  const elsewhere = { base_url: "https://other.example" };
  await provider.run({ ...elsewhere, service: "staging" });
  const errors = await expectErrors(provider.resource().plan(site));
  expect(titles(errors)).toEqual(["The order belongs to another service"]);
  await provider.run({ ...elsewhere, service: "production" });
  expect(titles((await provider.resource().plan(site)).diagnostics)).toEqual([title.adopted]);
});
