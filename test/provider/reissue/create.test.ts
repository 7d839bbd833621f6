import { describe, expect, test } from "vitest";
import { unknownIn } from "../../../src/plugin/testing/index.ts";
import { ageJournal } from "../../aged-journal.ts";
import { changed, errorsOf, Stage, site, titles } from "../provider.ts";

const takenOver = "Order order-ssl-1 Is Taken Over Without a Reissue";
const willBe = "Order order-ssl-1 Will Be Reissued";

describe.concurrent("a reissue that is created", () => {
  test("is sent once, left alone, changed by a trigger, and forgotten", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("create");
    expect(unknownIn(plan)).toContain("certificate_id");
    expect(titles(plan.diagnostics)).toEqual([willBe]);
    expect(plan.diagnostics[0]?.detail).toContain("because it is created. This costs money.");
    expect(sandbox.ledger).toHaveLength(0);

    await stage.run();
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      ...{ id: "order-ssl-1", certificate_id: "cert-1001", previous_certificate_id: null },
      ...{ last_outcome: "done", renewal_due: false },
    });
    await stage.run();
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
    });
    expect(await stage.journal.attempts()).toMatchObject([
      { certificateId: "cert-1001", replaced: undefined },
      { certificateId: "cert-1002", replaced: "cert-1001", attemptId: reissue.state?.attempt_id },
    ]);

    const warnings = await reissue.destroy();
    expect(warnings).toMatchObject([{ severity: "warning", summary: "Destroying Only Forgets" }]);
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("never has its write-only access code in plan or state", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    const code = { order_id: "order-code-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    await reissue.apply({ ...code, sign_key_pin_wo: "sandbox-pin-2468", sign_key_pin_wo_version: 1 });
    expect(JSON.stringify(reissue.state)).not.toContain("sandbox-pin-2468");
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is answered by the order's newest certificate where that was made from the same request", async () => {
    await using stage = await Stage.begin();
    const { attemptId } = await stage.reissuedElsewhere();
    const reissue = stage.workspace.resource("certorder_reissue");
    const plan = await reissue.plan(site);
    expect(titles(plan.diagnostics)).toEqual([takenOver]);
    expect(plan.diagnostics[0]?.detail).not.toContain("moved block");
    expect(unknownIn(plan)).toEqual([]);

    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1001", previous_certificate_id: null, last_outcome: "adopted" },
      ...{ attempt_id: attemptId, issued_at: (await stage.journal.attempts())[0]?.endedAt },
    });
    expect(stage.sandbox.ledger).toHaveLength(1);
    // From here on it holds what it has taken over.
    await reissue.apply(changed);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is answered also in another spelling, and another acknowledgement makes no difference", async () => {
    await using stage = await Stage.begin();
    await stage.reissuedElsewhere();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.apply({
      ...site,
      common_name: "WWW.example.com.",
      dns_names: ["Example.com", "www.EXAMPLE.com"],
      i_know_will_revoke_last_cert: true,
    });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused where the order was reissued with another request, until a person asks for one more", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 90 });
    const reissue = workspace.resource("certorder_reissue");
    const [refusal, ...others] = await errorsOf(reissue.apply(site));
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({ severity: "error", summary: "The Order Was Reissued Otherwise" });
    for (const part of ["cert-1001", attemptId, "differs in validity_days", `"${attemptId}:anew"`])
      expect(refusal?.detail).toContain(part);
    expect(sandbox.ledger).toHaveLength(1);

    const anew = { resolve: { "order-ssl-1": `${attemptId}:anew` } };
    await stage.run(anew);
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
    expect(sandbox.ledger).toHaveLength(2);
    // The history knows what was replaced, so that nobody who still has it takes it for newer than all of this.
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1001" });

    // That was for the one time: what is left there does nothing.
    const other = workspace.resource("certorder_reissue");
    expect(titles(await errorsOf(other.apply(changed)))).toContain("The Order Was Reissued Otherwise");
    await stage.run(anew);
    await reissue.apply(changed);
    expect(sandbox.ledger).toHaveLength(3);
  });

  test("is refused where its answer has expired by what was asked for, until a person asks for one more", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 2 });
    const reissue = workspace.resource("certorder_reissue");
    const short = { ...site, validity_days: 2 };
    expect((await reissue.plan(short)).planned).toMatchObject({ certificate_id: "cert-1001" });
    ageJournal(stage.folder, 3 * 86_400_000);
    await stage.run();
    expect(await errorsOf(reissue.apply(short))).toMatchObject([
      {
        summary: "The Certificate Has Expired",
        detail: expect.stringContaining(`"${attemptId}:anew"`),
      },
    ]);
    await stage.run({ resolve: { "order-ssl-1": `${attemptId}:anew` } });
    await reissue.apply(short);
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("after it was destroyed takes the same certificate over again", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    await reissue.destroy();
    await stage.run();
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    await reissue.destroy();
    await stage.run();
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual(["The Order Was Reissued Otherwise"]);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("is refused while an attempt is open that no state knows", async () => {
    await using stage = await Stage.begin();
    stage.loseAnswer();
    await stage.reissuedElsewhere().catch(() => {});
    const [attempt] = await stage.journal.attempts();
    const reissue = stage.workspace.resource("certorder_reissue");
    const errors = await errorsOf(reissue.apply(site));
    expect(errors).toMatchObject([{ summary: "A Reissue Is Unresolved" }]);
    for (const word of ["not-happened", "CERTIFICATE_ID"])
      expect(errors[0]?.detail).toContain(`resolve = { "order-ssl-1" = "${attempt?.attemptId}:${word}" }`);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused while a result may have reached nobody, and takes it over once a person has said so", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const { attemptId } = await stage.unshown();
    const reissue = workspace.resource("certorder_reissue");
    const [refusal] = await errorsOf(reissue.apply(site));
    expect(refusal).toMatchObject({ summary: "A Reissue Is Unresolved" });
    // It did happen: there is nothing to be looked up, and only one answer.
    expect(refusal?.detail).toContain(`"${attemptId}:cert-1001"`);
    expect(refusal?.detail).not.toMatch(/not-happened|Look order/);

    await stage.run({ resolve: { "order-ssl-1": `${attemptId}:cert-1001` } });
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("between plan and apply of a creation", () => {
  test("somebody else may fulfil the wish: nothing is sent", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    const plan = await reissue.plan(site);
    await stage.reissuedElsewhere();
    await stage.run();
    const { diagnostics } = await reissue.carryOut(site, plan);
    expect(titles(diagnostics)).toEqual([willBe, takenOver]);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("somebody else may ask for something else: nothing is sent", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    const plan = await reissue.plan(site);
    await stage.reissuedElsewhere({ validityDays: 90 });
    await stage.run();
    expect(titles(await errorsOf(reissue.carryOut(site, plan)))).toEqual([
      "The Order Was Reissued Otherwise",
    ]);
    expect(reissue.state).toBeNull();
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("the certificate that was to be taken over may be replaced: nothing is sent, and it is not taken over", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    await stage.reissuedElsewhere();
    const [same, other] = [workspace.resource("certorder_reissue"), workspace.resource("certorder_reissue")];
    const plans = [await same.plan(site), await other.plan(site)] as const;
    await stage.reissuedElsewhere();
    await stage.run();
    await expect(same.carryOut(site, plans[0])).rejects.toThrow("inconsistent final plan");
    await stage.reissuedElsewhere({ validityDays: 90 });
    await stage.run();
    expect(titles(await errorsOf(other.carryOut(site, plans[1])))).toContain(
      "The Order Was Reissued Otherwise",
    );
    expect([same.state, other.state]).toEqual([null, null]);
    expect(sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("two resources of one order", () => {
  test("are told so, and share one reissue where they ask for the same", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const [one, two] = [workspace.resource("certorder_reissue"), workspace.resource("certorder_reissue")];
    const plans = [await one.plan(site), await two.plan(site)] as const;
    expect(titles(plans[0].diagnostics)).toEqual([willBe]);
    expect(titles(plans[1].diagnostics)).toContain("Order order-ssl-1 Is Described Twice");
    await stage.run();
    // At once, as a core applies them: the second waits for the first.
    await Promise.all([one.carryOut(site, plans[0]), two.carryOut(site, plans[1])]);
    expect([one, two].map(({ state }) => state?.certificate_id)).toEqual(["cert-1001", "cert-1001"]);
    expect(new Set([one, two].map(({ state }) => state?.last_outcome))).toEqual(new Set(["done", "adopted"]));
    expect(sandbox.ledger).toHaveLength(1);
    for (const reissue of [one, two]) expect((await reissue.plan(site)).action).toBe("none");
  });

  test("are one reissue and one refusal where they do not", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const [one, two] = [workspace.resource("certorder_reissue"), workspace.resource("certorder_reissue")];
    const plans = [await one.plan(site), await two.plan(changed)] as const;
    await stage.run();
    await one.carryOut(site, plans[0]);
    const errors = await errorsOf(two.carryOut(changed, plans[1]));
    expect(titles(errors)).toContain("The Order Was Reissued Otherwise");
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("do not undo each other: the one that is behind is told, and asks for nothing", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const [one, two] = [workspace.resource("certorder_reissue"), workspace.resource("certorder_reissue")];
    await one.apply(site);
    await two.apply(site);
    await two.apply(changed);
    await stage.run();
    const plan = await one.plan(site);
    expect(plan.action).toBe("none");
    expect(titles(plan.diagnostics)).toEqual(["Order order-ssl-1 Has a Newer Certificate"]);
    expect(plan.diagnostics[0]?.detail).toContain("differs from the configuration in triggers");
    await one.apply(changed);
    expect(one.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("of which one is stored where no journal knows it: the other one is refused, or takes it over", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const [one, two] = [workspace.resource("certorder_reissue"), workspace.resource("certorder_reissue")];
    await one.apply(site);
    stage.forget();
    await stage.run();
    await one.plan(site);
    expect(titles(await errorsOf(two.plan(changed)))).toEqual([
      "The Order Was Reissued Otherwise",
      "Order order-ssl-1 Is Described Twice",
    ]);
    const plan = await two.plan(site);
    expect(plan.planned).toMatchObject({ certificate_id: "cert-1001" });
    expect(plan.diagnostics[0]?.detail).toContain("a moved block says so");
    expect(sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("a reissue that something stands against is refused", () => {
  test("in a plan, before anything is sent", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    await stage.run({ allow_reissue: false });
    expect(await errorsOf(workspace.resource("certorder_reissue").plan(site))).toMatchObject([
      { summary: "Reissues Are Switched Off" },
    ]);
    await stage.run({ max_reissues: 1 });
    const first = workspace.resource("certorder_reissue");
    const plan = await first.plan(site);
    const second = workspace.resource("certorder_reissue").plan({ ...site, order_id: "order-ssl-2" });
    expect(await errorsOf(second)).toMatchObject([{ summary: "Too Many Reissues at Once" }]);
    // A plan may be applied under another configuration than it was made under.
    await stage.run({ allow_reissue: false });
    expect(await errorsOf(first.carryOut(site, plan))).toMatchObject([
      { summary: "Reissues Are Switched Off" },
    ]);
    expect(sandbox.requests).toHaveLength(0);
  });

  test("by a number of reissues that is none", async () => {
    await using stage = await Stage.begin();
    expect(await errorsOf(stage.run({ max_reissues: -1 }))).toMatchObject([
      { summary: "Invalid Argument", attribute: "max_reissues" },
    ]);
  });

  test("where it is described wrongly, with every problem at its argument", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    const wrong = {
      ...site,
      persist_until: 0,
      validity_days: 0,
      renew_before_days: 9,
      csr: "-----BEGIN PRIVATE KEY-----",
    };
    const errors = await errorsOf(reissue.plan(wrong));
    expect(errors.map(({ attribute }) => attribute).sort()).toEqual([
      "persist_until",
      "renew_before_days",
      "validity_days",
      // The private key: the core would quote it.
      undefined,
    ]);
  });
});
