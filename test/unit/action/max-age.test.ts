import { describe, expect } from "vitest";
import {
  type ActionWithSandbox,
  hour,
  minute,
  test,
  withAnotherCsr,
} from "../../harness/action/action-with-sandbox.ts";

// Renewals: a reissue by max-age, and a dry run that says whether one is due.

const day = 24 * hour;
const monthly = { "max-age": "30d" };
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

describe.concurrent("With max-age, a certificate", () => {
  test("that is younger is the result, and one that is older is renewed", async ({ world }) => {
    const first = await world.reissueHere();
    world.github.age(29 * day);
    const young = await world.reissueHere(monthly, { runId: 8 });
    expect(young.outputs).toMatchObject({
      outcome: "done",
      sent: false,
      "already-done": true,
      "certificate-id": first.outputs["certificate-id"],
    });
    expect(young.said).toContain("To reissue the order now, use idempotency-key instead of max-age.");
    world.github.age(2 * day);
    expect(await world.ends(monthly, { runId: 8, runAttempt: 2 })).toBe("sent");
    expect(await world.ends(monthly, { runId: 9 })).toBe("answered");
    expect(world.reissues).toBe(2);
  });

  test("that is younger and made from another CSR blocks, and one that is older is renewed", async ({
    world,
  }) => {
    await world.reissueHere();
    const other = await world.reissueHere({ ...monthly, ...withAnotherCsr() }, { runId: 8 });
    expect(other.outputs).toMatchObject({ outcome: "not-sent", code: "recently_reissued" });
    expect(other.said).toContain("use idempotency-key instead of max-age");
    world.github.age(31 * day);
    expect(await world.ends({ ...monthly, ...withAnotherCsr() }, { runId: 9 })).toBe("sent");
    expect(world.reissues).toBe(2);
  });

  test("that the journal does not know blocks, with the line that imports it", async ({ world }) => {
    const { outputs, said } = await world.reissueHere(monthly);
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "not_in_journal" });
    expect(said).toContain("\n    import: CERTIFICATE_ID@YYYY-MM-DD\n");
    expect(world.sandbox.requests).toEqual([]);
  });

  test.for([
    ["cert-portal", "answered without a date", "recently_reissued"],
    [`cert-portal@${daysAgo(3)}`, "young", "answered"],
    [`cert-portal@${daysAgo(40)}`, "old", "sent"],
  ])("that was imported as %s is %s: %s", async ([imported = "", , ends = ""], { world }) => {
    expect(await world.ends({ import: imported }, { runId: 1 })).toBe("stated");
    expect(await world.ends(monthly, { runId: 2 })).toBe(ends);
    expect(world.reissues).toBe(ends === "sent" ? 1 : 0);
  });
});

describe.concurrent("A dry run with max-age", () => {
  const dry = { ...monthly, "dry-run": "true" };
  const due = async (world: ActionWithSandbox, inputs = {}) =>
    (await world.reissueHere({ ...dry, ...inputs })).outputs;

  test("says whether a renewal is due, before there is a CSR, and writes nothing", async ({ world }) => {
    await world.reissueHere();
    const [posts, requests] = [countPosts(world), world.sandbox.requests.length];
    const withoutCsr = { "csr-file": "" };
    expect(await due(world, withoutCsr)).toMatchObject({ code: "dry_run", sent: false, due: false });
    expect(await due(world)).toMatchObject({ due: false });
    world.github.age(31 * day);
    expect(await due(world, withoutCsr)).toMatchObject({ code: "dry_run", sent: false, due: true });
    expect([countPosts(world), world.sandbox.requests.length]).toEqual([posts, requests]);
  });

  const countPosts = ({ github }: ActionWithSandbox) =>
    github.seen.filter(({ method, path }) => method === "post" && path !== "/graphql").length;

  test("fails if something would block a renewal of any age", async ({ world }) => {
    await expect(due(world)).rejects.toMatchObject({ code: "not_in_journal" });
    await world.reissueHere({ import: "cert-portal" });
    await expect(due(world)).rejects.toMatchObject({ code: "recently_reissued" });
    world.lose();
    await world.reissueHere({}, { runId: 8 });
    await expect(due(world)).rejects.toMatchObject({ code: "unresolved_attempt" });
  });

  test("without max-age asks nothing, and knows nothing", async ({ world }) => {
    const { outputs } = await world.reissueHere({ "dry-run": "true" });
    expect(outputs).toEqual({
      outcome: "not-sent",
      code: "dry_run",
      tries: 0,
      sent: false,
      "already-done": false,
    });
    expect(world.github.seen).toEqual([]);
  });

  test("of a statement records nothing", async ({ world }) => {
    const { outputs, said } = await world.reissueHere({ "dry-run": "true", import: "cert-1" });
    expect(outputs).toMatchObject({ code: "dry_run", sent: false });
    expect(said).toContain("would record its statement");
    expect(world.github.seen).toEqual([]);
  });
});

describe.concurrent("A runner whose clock is 10 minutes off", () => {
  test.for([-10 * minute, 10 * minute])("reissues once, with GitHub %i ms ahead", async (skew, { world }) => {
    world.github.clockSkewMs = skew;
    const key = { "idempotency-key": "spring" };
    expect(await world.ends(key, { runId: 1 })).toBe("sent");
    expect(await world.ends(key, { runId: 2 })).toBe("answered");
    expect(await world.ends(monthly, { runId: 3 })).toBe("answered");
    const due = await world.reissueHere({ ...monthly, "dry-run": "true" });
    expect(due.outputs.due).toBe(false);
    expect(world.reissues).toBe(1);
  });
});
