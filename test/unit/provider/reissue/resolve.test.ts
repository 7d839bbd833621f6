import { describe, expect } from "vitest";
import { FileStore } from "../../../../src/journal/stores/file.ts";
import { unknownPaths } from "../../../../src/plugin/testing/index.ts";
import {
  backup,
  changed,
  expectErrors,
  type ProviderWithSandbox,
  passTime,
  resolving,
  site,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const ways = [{ refresh: true }, { refresh: false }];

/** A creation whose answer is lost. */
async function lost(stage: ProviderWithSandbox) {
  const reissue = stage.resource();
  stage.loseAnswer();
  expect(titles(await expectErrors(reissue.apply(site)))).toEqual([
    "The outcome is unknown: the connection was lost before an answer came",
  ]);
  expect(reissue.tainted).toBe(true);
  return { reissue, attempt: reissue.state?.open_attempt_id };
}

/** A change whose answer is lost. */
async function lostChange(stage: ProviderWithSandbox) {
  const reissue = await stage.stored();
  stage.loseAnswer();
  await expectErrors(reissue.apply(changed));
  expect(reissue.tainted).toBe(false);
  return { reissue, attempt: reissue.state?.open_attempt_id };
}

describe.concurrent.each(ways)("A creation with a lost answer (%o)", ({ refresh }) => {
  test.for([false, true])(
    "is blocked until resolve names its certificate, which the plan shows and the apply writes (createBeforeDestroy: %s)",
    async (createBeforeDestroy, { stage }) => {
      const { reissue, attempt } = await lost(stage);
      const errors = await expectErrors(stage.plan(reissue, site, { refresh }));
      expect(errors).toMatchObject([
        { summary: title.blocked, detail: expect.stringContaining(String(attempt)) },
      ]);
      await stage.run(resolving(attempt, "cert-1001"));
      const plan = await stage.plan(reissue, site, { refresh });
      expect(plan.planned).toMatchObject({ certificate_id: "cert-1001", attempt_id: attempt });
      expect(unknownPaths(plan)).toEqual([]);
      expect(await stage.journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);

      await reissue.apply(site, { refresh, createBeforeDestroy });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
      expect(await stage.journal.attempts()).toMatchObject([{ lastEvent: "done", resolvedBy: "person" }]);
      expect(stage.sandbox.ledger).toHaveLength(1);
    },
  );

  test("that happened is resolved in place once it is untainted", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    await stage.run(resolving(attempt, "cert-1001"));
    reissue.tainted = false;
    expect((await reissue.apply(site, { refresh })).action).toBe("update");
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", open_attempt_id: null });
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test.for([true, false])(
    "that did not happen is sent again, as soon as it cannot be in flight any more (tainted: %s)",
    async (tainted, { stage }) => {
      const { reissue, attempt } = await lost(stage);
      await stage.run(resolving(attempt, "not-happened"));
      const errors = await expectErrors(reissue.apply(site, { refresh }));
      expect(titles(errors)).toEqual(["The resolution does not apply", title.blocked]);
      expect(errors[0]?.detail).toContain(`Attempt ${attempt} may still be in flight`);
      expect(await stage.journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);

      stage.ageJournal();
      await stage.run(resolving(attempt, "not-happened"));
      reissue.tainted = tainted;
      await reissue.apply(site, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
      expect(await stage.journal.attempts()).toMatchObject([
        { lastEvent: "not-happened" },
        { lastEvent: "done" },
      ]);
      expect(stage.sandbox.ledger).toHaveLength(2);
    },
  );
});

describe.concurrent.each(ways)("A change with a lost answer (%o)", ({ refresh }) => {
  test("that happened is not sent again, and the request from before is sent on top of it", async ({
    stage,
  }) => {
    const { reissue, attempt } = await lostChange(stage);
    const restore = backup(reissue);
    await stage.run(resolving(attempt, "cert-1002"));
    const plan = await stage.plan(reissue, changed, { refresh });
    expect(plan.planned).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
    expect(plan.diagnostics).toEqual([]);
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
      attempt_id: attempt,
      open_attempt_id: null,
      triggers: changed.triggers,
      certificate_history: ["cert-1001"],
    });
    expect(reissue.private).toEqual(new Uint8Array());
    expect(stage.sandbox.ledger).toHaveLength(2);

    restore();
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1002",
    });
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1002" });
  });

  test("that did not happen is sent once more, or not at all after a revert", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    stage.ageJournal();
    await stage.run(resolving(attempt, "not-happened"));
    const restore = backup(reissue);
    expect((await reissue.apply(site, { refresh })).diagnostics).toEqual([]);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    restore();
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1001",
    });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("An entry of resolve", () => {
  test.for([
    { result: "cert-1002", given: changed, keepsPrivate: false },
    { result: "cert-1002", given: changed, keepsPrivate: true },
    { result: "not-happened", given: changed, keepsPrivate: false },
    { result: "not-happened", given: site, keepsPrivate: true },
  ])(
    "that a plan had, and its apply lacks, is missed ($result, private data: $keepsPrivate)",
    async (row, { stage }) => {
      const { reissue, attempt } = await lostChange(stage);
      stage.ageJournal();
      await stage.run(resolving(attempt, row.result));
      const plan = await reissue.plan(row.given);
      await stage.run();
      await reissue.upgrade();
      const errors = await expectErrors(reissue.carryOut(row.given, plan, row));
      expect(titles(errors)).toEqual(["This run does not have the resolution that was planned"]);
      expect(errors[0]?.detail).toContain(`resolve said "${attempt}:${row.result}"`);
      expect(await stage.journal.attempts()).toMatchObject([{ status: "succeeded" }, { status: "open" }]);
      expect(stage.sandbox.ledger).toHaveLength(2);
    },
  );

  test("is written also by a destroy", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(resolving(attempt, "cert-1002"));
    await reissue.destroy();
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ certificateId: "cert-1002" });
  });

  test("can be in CERTORDER_RESOLVE, which may not contradict the argument", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    stage.env.CERTORDER_RESOLVE = `other=a:b , order-ssl-1=${attempt}:cert-1001,`;
    await stage.run();
    expect((await reissue.plan(site)).planned).toMatchObject({ certificate_id: "cert-1001" });
    const [error] = await expectErrors(stage.run(resolving(attempt, "not-happened")));
    expect(error?.detail).toContain(`resolve has two results for attempt ${attempt} of order order-ssl-1.`);
    stage.env.CERTORDER_RESOLVE = "order-ssl-1=a:b,nonsense";
    const [unread] = await expectErrors(stage.run());
    expect(unread?.detail).toMatch(/^resolve \(CERTORDER_RESOLVE\) does not name an order\./);
  });

  test.for(["resolve", "supersede"])(
    "or supersede that cannot be read is not repeated (%s)",
    async (name, { stage }) => {
      const errors = await expectErrors(stage.run({ [name]: { "order-ssl-1": "two secrets:cert" } }));
      expect(errors).toMatchObject([{ summary: "Invalid argument", attribute: name }]);
      expect(errors[0]?.detail).not.toContain("secret");
    },
  );
});

describe.concurrent.each(ways)("Two open attempts (%o)", ({ refresh }) => {
  const sent = (stage: ProviderWithSandbox, attempt: string) => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    return new FileStore(stage.folder).log(site.order_id).append({
      event: "sent",
      attempt,
      at,
      order: site.order_id,
      digest: "",
      process: "",
      deadline: at,
      service: stage.sandbox.url,
      address: stage.sandbox.url,
    });
  };

  test.for(["creation", "change"])("are resolved with one line (%s)", async (kind, { stage }) => {
    const first = "aaaaaaaaaaaa";
    const reissue = kind === "creation" ? stage.resource() : (await lostChange(stage)).reissue;
    // The attempt of the change is in the state only.
    const second = String(reissue.state?.open_attempt_id ?? "bbbbbbbbbbbb");
    if (kind === "change") {
      stage.forget();
      passTime(reissue);
    } else await sent(stage, second);
    await sent(stage, first);
    const sentBefore = stage.sandbox.ledger.length;

    await stage.run(resolving(first, "not-happened"));
    const [error] = await expectErrors(stage.plan(reissue, changed, { refresh }));
    const line = `${first}:not-happened ${second}:not-happened`;
    expect(error).toMatchObject({ summary: title.blocked, detail: expect.stringContaining(`"${line}"`) });

    await stage.run({ resolve: { [site.order_id]: line } });
    await reissue.apply(changed, { refresh });
    expect(stage.sandbox.ledger).toHaveLength(sentBefore + 1);
    expect((await stage.journal.attempts()).filter(({ status }) => status === "open")).toEqual([]);
  });
});
