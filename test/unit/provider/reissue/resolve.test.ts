import { describe, expect } from "vitest";
import { FileStore } from "../../../../src/journal/stores/file.ts";
import { unknownPaths } from "../../../../src/plugin/testing/index.ts";
import {
  changed,
  expectErrors,
  ProviderWithSandbox,
  passTime,
  resolving,
  site,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const ways = [{ refresh: true }, { refresh: false }];
const doesNotApply = "The resolution does not apply";

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
  test("is blocked until it is resolved", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    const errors = await expectErrors(stage.plan(reissue, site, { refresh }));
    expect(errors).toMatchObject([
      { summary: title.blocked, detail: expect.stringContaining(String(attempt)) },
    ]);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test.for([false, true])(
    "that happened is previewed by the plan and written by the apply (createBeforeDestroy: %s)",
    async (createBeforeDestroy, { stage }) => {
      const { reissue, attempt } = await lost(stage);
      await stage.run(resolving(attempt, "cert-1001"));
      const plan = await stage.plan(reissue, site, { refresh });
      expect(plan.planned).toMatchObject({ certificate_id: "cert-1001", attempt_id: attempt });
      expect(unknownPaths(plan)).toEqual([]);
      expect(await stage.journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);

      await reissue.apply(site, { refresh, createBeforeDestroy });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
      expect(await stage.journal.attempts()).toMatchObject([{ lastEvent: "done", resolvedManually: true }]);
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

  test.for([true, false])("that did not happen is sent again (tainted: %s)", async (tainted, { stage }) => {
    const { reissue, attempt } = await lost(stage);
    stage.wait();
    await stage.run(resolving(attempt, "not-happened"));
    reissue.tainted = tainted;
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
    expect(await stage.journal.attempts()).toMatchObject([
      { lastEvent: "not-happened" },
      { lastEvent: "done" },
    ]);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("cannot be resolved as not happened while it may be in flight", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    await stage.run(resolving(attempt, "not-happened"));
    const errors = await expectErrors(reissue.apply(site, { refresh }));
    expect(titles(errors)).toEqual([doesNotApply, title.blocked]);
    expect(errors[0]?.detail).toContain(`Attempt ${attempt} may still be in flight`);
    expect(await stage.journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent.each(ways)("A change with a lost answer (%o)", ({ refresh }) => {
  test("that happened is not sent again", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
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
  });

  test.for([
    { title: "another change", given: { ...site, triggers: { turn: "3" } } },
    { title: "the request from before", given: site },
  ])("that happened is replaced by $title", async ({ given }, { stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(resolving(attempt, "cert-1002"));
    await reissue.apply(given, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1002",
    });
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1002" });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("that did not happen is sent once more, or not at all after a revert", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    stage.wait();
    await stage.run(resolving(attempt, "not-happened"));
    const { state } = reissue;
    expect((await reissue.apply(site, { refresh })).diagnostics).toEqual([]);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    reissue.state = state;
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1001",
    });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("A plan that was made with resolve", () => {
  const isMissing = "This run does not have the resolution that was planned";

  test.for([
    { result: "cert-1002", given: changed, keepsPrivate: false },
    { result: "cert-1002", given: changed, keepsPrivate: true },
    { result: "not-happened", given: changed, keepsPrivate: false },
    { result: "not-happened", given: site, keepsPrivate: true },
  ])("is refused if the apply lacks it ($result, private data: $keepsPrivate)", async (row, { stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    stage.wait();
    await stage.run(resolving(attempt, row.result));
    const plan = await reissue.plan(row.given);
    await stage.run();
    await reissue.upgrade();
    const errors = await expectErrors(reissue.carryOut(row.given, plan, row));
    expect(titles(errors)).toEqual([isMissing]);
    expect(errors[0]?.detail).toContain(`resolve said "${attempt}:${row.result}"`);
    expect(await stage.journal.attempts()).toMatchObject([{ status: "succeeded" }, { status: "open" }]);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("leaves no note behind: later plans without it are not refused", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(resolving(attempt, "cert-1002"));
    await reissue.apply(changed);
    await stage.run();
    expect((await reissue.plan(changed, { refresh: false })).action).toBe("none");
  });

  test("shows a change until the journal has it, also for a resolved state", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    // The other machine has a journal of its own.
    await stage.run({ ...resolving(attempt, "cert-1002"), journal_dir: `${stage.folder}-other` });
    await reissue.apply(changed);
    expect(await stage.journal.attempts()).toMatchObject([{}, { status: "open" }]);

    await stage.run(resolving(attempt, "cert-1002"));
    const plan = await reissue.plan(changed);
    expect(unknownPaths(plan)).toEqual(["request_digest"]);
    await stage.run();
    await reissue.upgrade();
    expect(titles(await expectErrors(reissue.carryOut(changed, plan)))).toEqual([isMissing]);

    await stage.run(resolving(attempt, "cert-1002"));
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
    expect(await stage.journal.attempts()).toMatchObject([{}, { certificateId: "cert-1002" }]);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("An entry of resolve", () => {
  test("that was left in the configuration does nothing to later attempts", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    stage.wait();
    await stage.run(resolving(attempt, "not-happened"));
    await reissue.apply(site);
    stage.loseAnswer();
    await expectErrors(reissue.apply(changed));
    await stage.run(resolving(attempt, "not-happened"));
    expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.blocked]);
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("does not undo an earlier resolution", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    await stage.journal.resolve({
      orderId: site.order_id,
      attemptId: String(attempt),
      certificateId: "cert-1001",
    });
    stage.wait();
    for (const result of ["not-happened", "cert-7"]) {
      await stage.run(resolving(attempt, result));
      await reissue.apply(site);
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    }
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("about one attempt says nothing about another open one", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    // On a machine with another journal.
    stage.forget();
    stage.loseAnswer();
    await stage.reissuedElsewhere().catch(() => {});
    await stage.run(resolving(attempt, "cert-1001"));
    const errors = await expectErrors(reissue.apply(site));
    expect(titles(errors)).toEqual([title.blocked]);
    const open = (await stage.journal.attempts()).find(({ status }) => status === "open");
    expect(errors[0]?.detail).toContain(open?.attemptId);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is written also by a destroy", async ({ stage }) => {
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(resolving(attempt, "cert-1002"));
    await reissue.destroy();
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ certificateId: "cert-1002" });
  });

  test("that cannot be read is refused and not repeated", async ({ stage }) => {
    for (const text of ["", "secret", "secret:", ":secret", "two secrets:cert", "a:b secret"]) {
      const errors = await expectErrors(stage.run({ resolve: { "order-ssl-1": text } }));
      expect(errors).toMatchObject([{ summary: "Invalid argument", attribute: "resolve" }]);
      expect(errors[0]?.detail).not.toContain("secret");
    }
  });
});

describe.concurrent("The variable CERTORDER_RESOLVE", () => {
  test("is an entry like those of the argument", async ({ stage }) => {
    const { reissue, attempt } = await lost(stage);
    await using second = await ProviderWithSandbox.open(
      {},
      {
        CERTORDER_BASE_URL: stage.sandbox.url,
        CERTORDER_JOURNAL_DIR: stage.folder,
        CERTORDER_RESOLVE: `other=a:b , order-ssl-1=${attempt}:cert-1001,`,
      },
    );
    const there = Object.assign(second.resource(), { state: reissue.state, tainted: true });
    expect((await there.plan(site)).planned).toMatchObject({ certificate_id: "cert-1001" });
    const [error] = await expectErrors(second.run(resolving(attempt, "not-happened")));
    expect(error?.detail).toContain(`resolve has two results for attempt ${attempt} of order order-ssl-1.`);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused if it cannot be read", async () => {
    const errors = await expectErrors(
      ProviderWithSandbox.open({}, { CERTORDER_RESOLVE: "order-ssl-1=a:b,nonsense" }),
    );
    expect(titles(errors)).toEqual(["Invalid argument"]);
    expect(errors[0]?.detail).toMatch(/^resolve \(CERTORDER_RESOLVE\) does not name an order\./);
  });
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

  test.for(["creation", "change", "change, one attempt only in the state"])(
    "are resolved with one line (%s)",
    async (kind, { stage }) => {
      const isInState = kind.endsWith("state");
      const { reissue, attempt: stored } = isInState
        ? await lostChange(stage)
        : { reissue: kind === "change" ? await stage.stored() : stage.resource() };
      if (isInState) {
        stage.forget();
        passTime(reissue);
      }
      const [first, second] = ["aaaaaaaaaaaa", String(stored ?? "bbbbbbbbbbbb")] as const;
      for (const attempt of isInState ? [first] : [first, second]) await sent(stage, attempt);
      const asked = kind === "creation" ? site : { ...site, triggers: { turn: "3" } };
      const sentBefore = stage.sandbox.ledger.length;

      await stage.run(resolving(first, "not-happened"));
      const [error] = await expectErrors(stage.plan(reissue, asked, { refresh }));
      const line = `${first}:not-happened ${second}:not-happened`;
      expect(error).toMatchObject({ summary: title.blocked, detail: expect.stringContaining(`"${line}"`) });

      await stage.run({ resolve: { [site.order_id]: line } });
      await reissue.apply(asked, { refresh });
      expect(stage.sandbox.ledger).toHaveLength(sentBefore + 1);
      expect((await stage.journal.attempts()).filter(({ status }) => status === "open")).toEqual([]);
    },
  );
});
