import { describe, expect, test } from "vitest";
import type { ManagedResource } from "../../../src/plugin/testing/index.ts";
import { changed, errorsOf, Stage, site, titles } from "../provider.ts";

const unresolved = "A Reissue Is Unresolved";
const ways = [
  { way: "in a refresh", refresh: true },
  { way: "in a plan without one", refresh: false },
];

/** Created, sent, and nobody knows what became of it. */
async function lost(stage: Stage) {
  const reissue = stage.workspace.resource("certorder_reissue");
  stage.loseAnswer();
  expect(titles(await errorsOf(reissue.apply(site)))).toEqual(["The Outcome Is Unknown"]);
  expect(reissue.tainted).toBe(true);
  return { reissue, attempt: String(reissue.state?.attempt_id) };
}

/** The same of a change. */
async function lostChange(stage: Stage) {
  const reissue = stage.workspace.resource("certorder_reissue");
  await reissue.apply(site);
  stage.loseAnswer();
  await errorsOf(reissue.apply(changed));
  expect(reissue.tainted).toBe(false);
  return { reissue, attempt: String(reissue.state?.attempt_id) };
}

function saying(attempt: string, word: string) {
  return { resolve: { "order-ssl-1": `${attempt}:${word}` } };
}

describe.concurrent.each(ways)(
  "a creation that nobody knows the outcome of, resolved $way,",
  ({ refresh }) => {
    test("is refused until then", async () => {
      await using stage = await Stage.begin();
      const { reissue, attempt } = await lost(stage);
      await stage.run();
      const refusals = await errorsOf(reissue.plan(site, { refresh }));
      expect(refusals).toMatchObject([{ summary: unresolved, detail: expect.stringContaining(attempt) }]);
      expect(stage.sandbox.ledger).toHaveLength(1);
    });

    test("with the certificate's id is taken over, and replaces itself without a reissue", async () => {
      await using stage = await Stage.begin();
      const { reissue, attempt } = await lost(stage);
      await stage.run(saying(attempt, "cert-1001"));
      await reissue.apply(site, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
      expect(stage.sandbox.ledger).toHaveLength(1);
      expect(await stage.journal.attempts()).toMatchObject([{ state: "done", certificateId: "cert-1001" }]);
    });

    test("with the certificate's id, and untainted, is left as it is", async () => {
      await using stage = await Stage.begin();
      const { reissue, attempt } = await lost(stage);
      await stage.run(saying(attempt, "cert-1001"));
      reissue.tainted = false;
      await reissue.apply(site, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
      await reissue.apply(changed, { refresh });
      expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-1001" });
      expect(stage.sandbox.ledger).toHaveLength(2);
    });

    test.each([true, false])("as not happened is sent once more (tainted: %s)", async (tainted) => {
      await using stage = await Stage.begin();
      const { reissue, attempt } = await lost(stage);
      stage.wait();
      await stage.run(saying(attempt, "not-happened"));
      reissue.tainted = tainted;
      await reissue.apply(site, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
      expect(stage.sandbox.ledger).toHaveLength(2);
      // What is left there does nothing more.
      expect((await reissue.plan(site, { refresh })).action).toBe("none");
      expect(await stage.journal.attempts()).toMatchObject([{ state: "not-happened" }, { state: "done" }]);
    });

    test("as not happened too early is refused: it may still be on its way", async () => {
      await using stage = await Stage.begin();
      const { reissue, attempt } = await lost(stage);
      await stage.run(saying(attempt, "not-happened"));
      const errors = await errorsOf(reissue.apply(site, { refresh }));
      expect(errors[0]?.detail).toContain(`Attempt ${attempt} may still be on its way`);
      expect(stage.sandbox.ledger).toHaveLength(1);
      expect(await stage.journal.attempts()).toMatchObject([{ state: "unknown" }]);
    });
  },
);

describe.concurrent.each(ways)("a change that nobody knows the outcome of, resolved $way,", ({ refresh }) => {
  test("with the certificate's id is not sent again, and what was asked for is stored", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(saying(attempt, "cert-1002"));
    const { diagnostics } = await reissue.apply(changed, { refresh });
    expect(titles(diagnostics)).toEqual([]);
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1002", previous_certificate_id: "cert-1001", last_outcome: "done" },
      triggers: changed.triggers,
    });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("with the certificate's id, after another change, is what that one replaces", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(saying(attempt, "cert-1002"));
    await reissue.apply({ ...site, triggers: { turn: "3" } }, { refresh });
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1003", previous_certificate_id: "cert-1002" },
    });
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1002" });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("with the certificate's id, after the change was taken back, asks for what is described", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lostChange(stage);
    await stage.run(saying(attempt, "cert-1002"));
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1003" });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("as not happened is sent once more, or not at all when it is taken back", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lostChange(stage);
    stage.wait();
    await stage.run(saying(attempt, "not-happened"));
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

describe.concurrent("what a person says of an attempt", () => {
  test("counts once: left in the configuration, it does nothing to what comes after", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lost(stage);
    stage.wait();
    await stage.run(saying(attempt, "not-happened"));
    await reissue.apply(site);
    stage.loseAnswer();
    await errorsOf(reissue.apply(changed));
    await stage.run(saying(attempt, "not-happened"));
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual([unresolved]);
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("does not undo what was said before", async () => {
    await using stage = await Stage.begin();
    const { workspace, journal } = stage;
    const { reissue, attempt } = await lost(stage);
    await journal.resolve(attempt, "cert-1001");
    await stage.run();
    const other = workspace.resource("certorder_reissue");
    await other.apply(site);
    expect(other.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });

    stage.wait();
    for (const word of ["not-happened", "cert-7"]) {
      await stage.run(saying(attempt, word));
      await reissue.apply(site);
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    }
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("cannot be that nothing happened where the service said that it did", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    sandbox.fault({ kind: "no-certificate-id" });
    const [failure] = await errorsOf(reissue.apply(site));
    expect(failure).toMatchObject({ summary: "Done, but the Answer Is Lost" });
    expect(failure?.detail).not.toContain("not-happened");
    const attempt = String(reissue.state?.attempt_id);
    stage.wait();
    for (const refresh of [true, false]) {
      await stage.run(saying(attempt, "not-happened"));
      const errors = await errorsOf(reissue.apply(site, { refresh }));
      expect(errors[0]?.detail).toContain(`Attempt ${attempt} did happen`);
    }
    // Without a plan that asks for anything it is only told.
    await stage.run(saying(attempt, "not-happened"));
    reissue.tainted = false;
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("none");
    expect(plan.diagnostics.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
    await stage.run(saying(attempt, "cert-1001"));
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("of an attempt that nobody knows does nothing", async () => {
    await using stage = await Stage.begin();
    const { reissue } = await lost(stage);
    await stage.run(saying("000000000000", "not-happened"));
    expect(titles(await errorsOf(reissue.apply(site)))).toEqual([unresolved]);
    await stage.run({ resolve: { "order-other": "a:anew" } });
    expect(titles(await errorsOf(reissue.apply(site)))).toEqual([unresolved]);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("about one attempt says nothing of the other one that is open", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lost(stage);
    // On a machine with another journal.
    stage.forget();
    stage.loseAnswer();
    await stage.reissuedElsewhere().catch(() => {});
    await stage.run(saying(attempt, "cert-1001"));
    const errors = await errorsOf(reissue.apply(site));
    expect(titles(errors)).toEqual([unresolved]);
    const open = (await stage.journal.attempts()).find(({ fate }) => fate === "open");
    expect(errors[0]?.detail).toContain(open?.attemptId);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("may also be said to the journal, and then the order is free without anybody's word", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lostChange(stage);
    await stage.journal.resolve(attempt, "cert-1002");
    await stage.run();
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is refused where it cannot be read, and is not repeated", async () => {
    await using stage = await Stage.begin();
    for (const text of ["", "secret", "secret:", ":secret", "two secrets:cert", "a:b secret"]) {
      const errors = await errorsOf(stage.run({ resolve: { "order-ssl-1": text } }));
      expect(errors).toMatchObject([{ summary: "Invalid Argument", attribute: "resolve" }]);
      expect(errors[0]?.detail).not.toContain("secret");
    }
  });
});

describe.concurrent("the variable CERTORDER_RESOLVE", () => {
  test("says the same, and is the last word", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await lost(stage);
    await using second = await Stage.open(
      {},
      {
        ...{ CERTORDER_BASE_URL: stage.sandbox.url, CERTORDER_JOURNAL: stage.folder },
        CERTORDER_RESOLVE: `other=a:anew , order-ssl-1=${attempt}:cert-1001,`,
      },
    );
    const there: ManagedResource = second.workspace.resource("certorder_reissue");
    Object.assign(there, { state: reissue.state, tainted: true });
    await second.run(saying(attempt, "cert-left-over"));
    expect((await there.plan(site)).planned).toMatchObject({ certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused where it cannot be read, before anything else", async () => {
    const opened = Stage.open({}, { CERTORDER_RESOLVE: "order-ssl-1=a:b,nonsense" });
    const errors = await errorsOf(opened);
    expect(errors).toMatchObject([{ summary: "Invalid Argument" }]);
    expect(errors[0]?.detail).toMatch(/^CERTORDER_RESOLVE does not name an order\./);
  });
});
