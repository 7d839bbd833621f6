import { describe, expect } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { unknownPaths } from "../../../../src/plugin/testing/index.ts";
import {
  changed,
  expectErrors,
  site,
  superseding,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

describe.concurrent("A new resource", () => {
  test("is sent once; a changed trigger sends one more; destroying sends nothing", async ({ stage }) => {
    const { sandbox } = stage;
    const reissue = stage.resource();
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("create");
    expect(unknownPaths(plan)).toContain("certificate_id");
    expect(titles(plan.diagnostics)).toEqual([title.reissued]);
    expect(plan.diagnostics[0]?.detail).toContain("because the resource is created. This costs money.");
    expect(sandbox.ledger).toHaveLength(0);

    await stage.run();
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      id: "order-ssl-1",
      certificate_id: "cert-1001",
      previous_certificate_id: null,
      certificate_history: [],
      last_outcome: "done",
      renewal_due: false,
      open_attempt_id: null,
      service: sandbox.url,
    });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
      certificate_history: ["cert-1001"],
    });
    expect(await stage.journal.attempts()).toMatchObject([
      { certificateId: "cert-1001", replaced: undefined },
      { certificateId: "cert-1002", replaced: "cert-1001", attemptId: reissue.state?.attempt_id },
    ]);

    expect(titles(await reissue.destroy())).toEqual(["Order order-ssl-1 is only removed from the state"]);
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("never has its write-only access code in plan or state", async ({ stage }) => {
    const code = { order_id: "order-code-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    const pin = { sign_key_pin_wo: "sandbox-pin-2468", sign_key_pin_wo_version: 1 };
    const reissue = await stage.stored({ ...code, ...pin });
    expect(JSON.stringify(reissue.state)).not.toContain("sandbox-pin-2468");
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("adopts the latest certificate if the same request made it", async ({ stage }) => {
    const { attemptId } = await stage.reissuedElsewhere();
    const reissue = stage.resource();
    const plan = await reissue.plan(site);
    expect(titles(plan.diagnostics)).toEqual([title.adopted]);
    expect(unknownPaths(plan)).toEqual([]);

    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1001",
      previous_certificate_id: null,
      last_outcome: "done",
      attempt_id: attemptId,
      issued_at: (await stage.journal.attempts())[0]?.endedAt,
    });
    expect(stage.sandbox.ledger).toHaveLength(1);
    // The resource knows the latest from here on.
    await reissue.apply(changed);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is blocked by an expired latest certificate, until supersede names it", async ({ stage }) => {
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 2 });
    const reissue = stage.resource();
    const short = { ...site, validity_days: 2 };
    expect((await reissue.plan(short)).planned).toMatchObject({ certificate_id: "cert-1001" });
    stage.wait(3 * 86_400_000);
    const [blocked] = await expectErrors(reissue.apply(short));
    expect(blocked).toMatchObject({ summary: "The certificate has expired" });
    expect(blocked?.detail).toContain(`supersede = { "order-ssl-1" = "${attemptId}" }`);
    await stage.run(superseding(attemptId));
    await reissue.apply(short);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("adopts the same certificate again after it was destroyed", async ({ stage }) => {
    const reissue = await stage.stored();
    await reissue.destroy();
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    await reissue.destroy();
    expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.newer]);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("passes acknowledged names on to the service, also without a state", async ({ stage }) => {
    const fewer = { ...site, dns_names: ["www.example.com"] };
    expect(titles(await expectErrors(stage.resource().apply(fewer)))).toEqual([
      "The service refused the request",
    ]);
    await stage.stored({ ...fewer, acknowledge_removed_names: ["example.com"] });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("A new resource whose order is reissued between plan and apply", () => {
  test("does not adopt the certificate that was planned to be adopted", async ({ stage }) => {
    await stage.reissuedElsewhere();
    const [same, other] = [stage.resource(), stage.resource()];
    const plans = [await stage.plan(same, site), await stage.plan(other, site)] as const;
    await stage.reissuedElsewhere();
    await stage.run();
    await expect(same.carryOut(site, plans[0])).rejects.toThrow("inconsistent final plan");
    await stage.reissuedElsewhere({ validityDays: 90 });
    await stage.run();
    expect(titles(await expectErrors(other.carryOut(site, plans[1])))).toContain(title.newer);
    expect([same.state, other.state]).toEqual([null, null]);
    expect(stage.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("Two resources of one order", () => {
  const twice = ["Order order-ssl-1 is described twice"];

  test("are refused by the plan, also with supersede", async ({ stage }) => {
    const [one, two] = [await stage.stored(), await stage.stored()];
    for (const settings of [{}, superseding(one.state?.attempt_id)]) {
      await stage.run(settings);
      await one.plan(site);
      expect(titles(await expectErrors(two.plan(site)))).toEqual(twice);
    }
  });

  test("whose order is known only when they are applied reissue it once", async ({ stage }) => {
    const [one, two] = [stage.resource(), stage.resource()];
    const unknown = { ...site, order_id: UNKNOWN };
    const plans = [await one.plan(unknown), await two.plan(unknown)] as const;
    expect(unknownPaths(plans[0])).toEqual(expect.arrayContaining(["id", "certificate_id"]));
    expect(titles(plans[0].diagnostics)).toEqual(["An order whose id is not known yet will be reissued"]);
    await stage.run();
    await one.carryOut(site, plans[0]);
    expect(titles(await expectErrors(two.carryOut(site, plans[1])))).toEqual(twice);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("that two states have do not undo each other", async ({ stage }) => {
    const [one, two] = [await stage.stored(), await stage.stored()];
    await two.apply(changed);
    await stage.run();
    const plan = await one.plan(site);
    expect(plan.action).toBe("none");
    expect(titles(plan.diagnostics)).toEqual(["Order order-ssl-1 has a newer certificate"]);
    expect(plan.diagnostics[0]?.detail).toContain("It came from a request that differs in triggers.");
    await one.apply(changed);
    expect(one.state).toMatchObject({ certificate_id: "cert-1002" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("A plan that may not reissue", () => {
  test("is refused while allow_reissue is false, and so is an apply of an earlier plan", async ({
    stage,
  }) => {
    const reissue = stage.resource();
    await stage.run({ allow_reissue: false });
    expect(titles(await expectErrors(reissue.plan(site)))).toEqual(["Reissues are switched off"]);
    await stage.run();
    const plan = await reissue.plan(site);
    await stage.run({ allow_reissue: false });
    expect(titles(await expectErrors(reissue.carryOut(site, plan)))).toEqual(["Reissues are switched off"]);
    expect(stage.sandbox.requests).toHaveLength(0);
  });

  test("is refused with one error if it has more orders than max_reissues, known or not", async ({
    stage,
  }) => {
    await stage.run({ max_reissues: 2 });
    const errors: string[] = [];
    for (const order_id of ["order-ssl-1", UNKNOWN, UNKNOWN, "order-ssl-2", UNKNOWN])
      await stage
        .resource()
        .plan({ ...site, order_id })
        .catch((error: Error) => errors.push(error.message));
    expect(errors).toEqual([expect.stringContaining("This run reissues more than 2 orders.")]);
    expect(await expectErrors(stage.run({ max_reissues: -1 }))).toMatchObject([
      { summary: "Invalid argument", attribute: "max_reissues" },
    ]);
    expect(stage.sandbox.requests).toHaveLength(0);
  });

  test("is refused for wrong arguments, with each problem at its argument", async ({ stage }) => {
    const wrong = {
      ...site,
      persist_until: 0,
      validity_days: 0,
      renew_before_days: 9,
      csr: "-----BEGIN PRIVATE KEY-----",
    };
    const errors = await expectErrors(stage.resource().plan(wrong));
    // Undefined: the core would quote the private key.
    expect(errors.map(({ attribute }) => attribute).sort()).toEqual([
      "persist_until",
      "renew_before_days",
      "validity_days",
      undefined,
    ]);
  });
});
