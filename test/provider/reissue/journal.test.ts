import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { changed, errorsOf, Stage, site, titles } from "../provider.ts";

const unresolved = "A Reissue Is Unresolved";
const willBe = "Order order-ssl-1 Will Be Reissued";

describe.concurrent("an attempt that only the state knows", () => {
  /** Sent by somebody whose journal is gone. */
  async function orphaned(stage: Stage) {
    const reissue = stage.workspace.resource("certorder_reissue");
    stage.loseAnswer();
    await errorsOf(reissue.apply(site));
    stage.forget();
    await stage.run();
    return { reissue, attempt: String(reissue.state?.attempt_id) };
  }

  test("is refused like any other", async () => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await orphaned(stage);
    for (const refresh of [true, false]) {
      const errors = await errorsOf(reissue.plan(site, { refresh }));
      expect(errors[0]).toMatchObject({ summary: unresolved, detail: expect.stringContaining(attempt) });
    }
    const other = stage.workspace.resource("certorder_reissue");
    expect(titles(await errorsOf(other.plan(changed)))).toContain(unresolved);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is written into the journal when it is destroyed, and holds its order there until it is resolved", async () => {
    await using stage = await Stage.begin();
    const { sandbox, journal } = stage;
    const { reissue, attempt } = await orphaned(stage);
    const fingerprint = reissue.state?.fingerprint;
    await reissue.destroy();
    expect(reissue.state).toBeNull();
    expect(await journal.attempts()).toMatchObject([
      { attemptId: attempt, state: "unknown", fate: "open", what: fingerprint, address: sandbox.url },
    ]);
    await stage.run();
    expect(titles(await errorsOf(reissue.apply(site)))).toEqual([unresolved]);
    await journal.resolve(attempt, "cert-1001");
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("and that is in the journal already stays there as it is", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    stage.loseAnswer();
    await errorsOf(reissue.apply(site));
    const before = await stage.journal.attempts();
    await reissue.destroy();
    expect(await stage.journal.attempts()).toEqual(before);
  });

  test.each([
    { word: "cert-1001", refresh: true, state: { certificate_id: "cert-1001" }, sent: 1 },
    { word: "cert-1001", refresh: false, state: { certificate_id: "cert-1001" }, sent: 1 },
    // Nobody knows when it was sent: whoever says so has to have waited.
    { word: "not-happened", refresh: true, state: { certificate_id: "cert-1002" }, sent: 2 },
    { word: "not-happened", refresh: false, state: { certificate_id: "cert-1002" }, sent: 2 },
  ])("is settled by $word (refresh: $refresh)", async ({ word, refresh, state, sent }) => {
    await using stage = await Stage.begin();
    const { reissue, attempt } = await orphaned(stage);
    await stage.run({ resolve: { "order-ssl-1": `${attempt}:${word}` } });
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject(state);
    expect(stage.sandbox.ledger).toHaveLength(sent);
    expect((await stage.journal.attempts())[0]).toMatchObject({ attemptId: attempt });
  });

  test("of a change leaves the certificate before it in place", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.apply(site);
    stage.loseAnswer();
    await errorsOf(reissue.apply(changed));
    stage.forget();
    const attempt = String(reissue.state?.attempt_id);
    await stage.run({ resolve: { "order-ssl-1": `${attempt}:not-happened` } });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1001",
    });
  });
});

describe.concurrent("a journal that cannot be used", () => {
  /** In place of the journal's folder is something else. */
  async function broken() {
    const stage = await Stage.begin();
    const journal_dir = join(newFolder("not-a-folder-"), "file", "journal");
    writeFileSync(join(journal_dir, ".."), "");
    return { stage, journal_dir };
  }

  test("is found out by the plan, and nothing is sent", async () => {
    const { stage: opened, journal_dir } = await broken();
    await using stage = opened;
    await stage.run({ journal_dir });
    const reissue = stage.workspace.resource("certorder_reissue");
    const errors = await errorsOf(reissue.plan(site));
    expect(errors).toMatchObject([{ summary: "Nothing Was Sent" }]);
    expect(errors[0]?.detail).toContain(journal_dir);
    expect(titles(await errorsOf(reissue.import("order-ssl-1/cert-1")))).toEqual(["Nothing Was Sent"]);
    expect(stage.sandbox.requests).toHaveLength(0);
  });

  test("is found out also where it can be read, but not written", async () => {
    await using stage = await Stage.begin();
    mkdirSync(stage.folder, { recursive: true });
    chmodSync(stage.folder, 0o777);
    const reissue = stage.workspace.resource("certorder_reissue");
    expect(titles(await errorsOf(reissue.plan(site)))).toEqual(["Nothing Was Sent"]);
    expect(stage.sandbox.requests).toHaveLength(0);
  });

  test("stops nobody who asks for nothing, and keeps an open attempt from being forgotten", async () => {
    const { stage: opened, journal_dir } = await broken();
    await using stage = opened;
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.apply(site);
    await stage.run({ journal_dir });
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("none");
    expect(plan.diagnostics).toMatchObject([{ severity: "warning", summary: "Nothing Was Sent" }]);
    for (const options of [{}, { replace: true }])
      expect(titles(await errorsOf(reissue.plan(changed, options)))).toContain("Nothing Was Sent");
    expect(titles(await errorsOf(reissue.plan(site, { replace: true })))).toContain("Nothing Was Sent");

    await stage.run();
    stage.loseAnswer();
    await errorsOf(reissue.apply(changed));
    await stage.run({ journal_dir });
    await errorsOf(reissue.destroy());
    expect(reissue.state).not.toBeNull();
    await stage.run();
    await reissue.destroy();
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is passed over with best-effort, which is told once; what the state knows is respected all the same", async () => {
    const { stage: opened, journal_dir } = await broken();
    await using stage = opened;
    const settings = { journal_dir, journal: "best-effort" };
    await stage.run(settings);
    const reissue = stage.workspace.resource("certorder_reissue");
    const plan = await reissue.plan(site);
    expect(titles(plan.diagnostics)).toEqual(["Going On Without the Journal", willBe]);
    await reissue.apply(site);
    expect(stage.sandbox.ledger).toHaveLength(1);

    stage.loseAnswer();
    await errorsOf(reissue.apply(changed));
    await stage.run(settings);
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual([unresolved]);
    expect(stage.sandbox.ledger).toHaveLength(2);
    const warnings = await reissue.destroy();
    expect(titles(warnings)).toContain("Going On Without the Journal");
    expect(reissue.state).toBeNull();
  });
});

describe.concurrent("without a journal", () => {
  test("the state protects what it knows, in another process too", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    await stage.run({ journal: "off" });
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    expect(await stage.journal.attempts()).toEqual([]);
    stage.loseAnswer();
    await errorsOf(reissue.apply(changed));
    const attempt = String(reissue.state?.attempt_id);

    await using second = await Stage.open(
      {},
      { CERTORDER_BASE_URL: sandbox.url, CERTORDER_JOURNAL_MODE: "off" },
    );
    const there = Object.assign(second.workspace.resource("certorder_reissue"), { state: reissue.state });
    await second.run({ journal: "off" });
    expect(titles(await errorsOf(there.apply(changed)))).toEqual([unresolved]);
    await second.run({ journal: "off", resolve: { "order-ssl-1": `${attempt}:not-happened` } });
    await there.apply(changed);
    expect(there.state).toMatchObject({ certificate_id: "cert-1003", previous_certificate_id: "cert-1001" });
    there.tainted = true;
    await there.apply(changed);
    expect(sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("on a CI runner", () => {
  const onDisk = "The Journal Lies on This Runner";

  test("a plan that reissues says once that the journal may not outlive the job", async () => {
    const home = newFolder("home-");
    await using stage = await Stage.open(
      {},
      { CI: "true", XDG_STATE_HOME: home, CERTORDER_JOURNAL: undefined },
    );
    const [one, two] = ["order-ssl-1", "order-code-1"].map(() =>
      stage.workspace.resource("certorder_reissue"),
    );
    const code = { order_id: "order-code-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    const first = await one?.plan(site);
    expect(titles(first?.diagnostics ?? [])).toEqual([onDisk, willBe]);
    expect(first?.diagnostics[0]?.detail).toContain(join(home, "certorder"));
    const second = await two?.plan({ ...code, sign_key_pin_wo: "x" });
    expect(titles(second?.diagnostics ?? [])).not.toContain(onDisk);

    // Nothing is said where nothing is sent, or where somebody has chosen the place.
    await one?.apply(site);
    await stage.run();
    expect(titles((await one?.plan(site))?.diagnostics ?? [])).toEqual([]);
    for (const chosen of [{ journal_dir: stage.folder }, { journal_url: pathToFileURL(stage.folder).href }]) {
      await stage.run(chosen);
      expect(titles((await one?.plan(changed))?.diagnostics ?? [])).toEqual([willBe]);
    }
    rmSync(home, { recursive: true });
  });
});

describe.concurrent("orders of the same id", () => {
  test("at services with names of their own do not answer for each other", async () => {
    await using stage = await Stage.begin();
    await using other = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    await stage.run({ service: "production" });
    await reissue.apply(site);

    const staging = { journal_dir: stage.folder, service: "staging" };
    const there = other.workspace.resource("certorder_reissue");
    await other.run({ journal_dir: stage.folder });
    expect(titles(await errorsOf(there.plan(site)))).toEqual(["The Order Has Another History"]);
    await other.run(staging);
    await there.apply(site);
    expect(there.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    await there.apply(changed);
    expect([stage.sandbox.ledger.length, other.sandbox.ledger.length]).toEqual([1, 2]);

    // What is newest there is nothing to what is taken over here.
    const again = stage.workspace.resource("certorder_reissue");
    await stage.run({ service: "production" });
    await again.apply(site);
    expect(again.state).toMatchObject({ certificate_id: "cert-1001", attempt_id: reissue.state?.attempt_id });
    const imported = stage.workspace.resource("certorder_reissue");
    await imported.import("order-ssl-1/cert-1002");
    expect(imported.state).toMatchObject({ attempt_id: null, fingerprint: null });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });
});
