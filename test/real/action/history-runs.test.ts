import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { newFolder, reissueInputs, runAction, type Texts } from "../../harness/action/action.ts";
import {
  type ActionWithSandbox,
  readAttemptId,
  test,
  until,
} from "../../harness/action/action-with-sandbox.ts";
import { anotherCsr } from "../../harness/action/csr.ts";

// Each run sends at most once, however often it is run again, and whatever other runs do meanwhile.

const minute = 60_000;
const withAnotherCsr = (): Texts => ({ "csr-file": "", csr: anotherCsr() });
const done = { outcome: "done", "already-done": false };
const answeredBy = (ended: { outputs: object }) => ({
  outcome: "done",
  "already-done": true,
  "certificate-id": (ended.outputs as Texts)["certificate-id"],
});

describe.concurrent("A re-run", () => {
  test.for([
    ["a new CSR", "csr", withAnotherCsr],
    ["another expiry date", "custom-expiration-date", () => ({ "custom-expiration-date": "2027-01-01" })],
    ["another hash", "sign-hash", () => ({ "sign-hash": "sha512" })],
  ] as const)(
    "A re-run with %s is not sent again, and says what differs",
    async ([_, differs, change], { world }) => {
      const first = await world.reissueHere(change());
      expect(first.outputs).toMatchObject({ outcome: "done", "already-done": false });
      const again = await world.reissueHere(withAnotherCsr(), { runAttempt: 2 });
      expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
      expect(again.said).toMatch(new RegExp(`with a different request: .*\\b${differs}\\b.* differs?`));
      expect(again.said).toContain(`certificate ${first.outputs["certificate-id"]}`);
      expect(again.said).toContain("each run is a key of its own");
      expect(again.said).not.toMatch(/nothing happened/i);
      expect(world.sandbox.ledger).toHaveLength(1);
    },
  );

  test("A re-run after a refusal is sent with its new CSR", async ({ world }) => {
    const body = '{"code":"out_of_stock"}';
    world.sandbox.fault({ kind: "status", operation: "reissue", status: 400, body });
    expect((await world.reissueHere(withAnotherCsr())).outputs.code).toBe("out_of_stock");
    const again = await world.reissueHere(withAnotherCsr(), { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "done", "already-done": false });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("does not wait for its earlier attempt: a person has to resolve an open one", async ({ world }) => {
    await world.reissueHere();
    world.github.deployments[0]?.statuses.splice(0);
    const again = await world.reissueHere({}, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
    expect(again.said).toContain(`\n    resolve: ${readAttemptId(again.said)}:CERTIFICATE_ID\n`);
  });
});

test.concurrent("Two jobs of one run at once: one sends, and the other says that the order is busy", async ({
  world,
}) => {
  world.sandbox.fault({ kind: "slow-bytes", operation: "reissue", everyMs: 20 });
  const first = world.reissueHere();
  await until(() => world.sandbox.ledger.length === 1);
  const second = await world.reissueHere();
  expect(second.outputs).toMatchObject({ outcome: "not-sent", code: "order_busy" });
  expect(second.said).toContain("Wait until it ends. Then run this again.");
  expect((await first).outputs).toMatchObject(done);
  expect((await world.reissueHere()).outputs).toMatchObject(answeredBy(await first));
  expect(world.sandbox.ledger).toHaveLength(1);
});

describe.concurrent("Two runs", () => {
  const losers = ["order_busy", "unresolved_attempt", "reissued_since"];
  /** One of two that requested at the same time was sent. The other says why it was not, or adopts that result. */
  const expectOne = (ended: readonly Awaited<ReturnType<ActionWithSandbox["reissueHere"]>>[]) => {
    const sent = ended.filter(({ outputs }) => outputs.outcome === "done" && !outputs["already-done"]);
    expect(sent).toHaveLength(1);
    for (const { outputs, said } of ended)
      if (outputs.outcome !== "done") {
        expect(losers).toContain(outputs.code);
        expect(said).toMatch(/actions\/runs\/\d+/);
        expect(said).not.toMatch(/nothing happened/i);
      } else expect(outputs["certificate-id"]).toBe(sent[0]?.outputs["certificate-id"]);
  };

  test.for([0, 1])(
    "two runs in the same instant send one, in each of 25 rounds, if lists lag by %i",
    async (lag, { world }) => {
      for (let round = 1; round <= 25; round++) {
        world.github.lag = lag;
        const runs = [2 * round, 2 * round + 1].map((runId) =>
          world.reissueHere(round % 2 ? {} : withAnotherCsr(), { runId }),
        );
        expectOne(await Promise.all(runs));
        expect(world.sandbox.ledger).toHaveLength(round);
        world.github.age(minute);
      }
    },
  );

  test.for([1, 2, 3, 4])("%i seconds apart, with latency, send one", async (seconds, { world }) => {
    // The first is at its answer for as long as it takes the second to begin.
    world.sandbox.fault({ kind: "slow-bytes", operation: "reissue", everyMs: 70 });
    world.github.onCall = () => sleep(150);
    const first = world.reissueHere(withAnotherCsr(), { runId: 11 });
    await sleep(seconds * 1_000);
    expectOne(await Promise.all([first, world.reissueHere(withAnotherCsr(), { runId: 12 })]));
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  /** Two pushes in a row. The second run waits in a concurrency group until the first has ended. */
  const pushTwice = async (world: ActionWithSandbox, inputs: Texts = {}) => {
    world.github.create(11, 2 * minute);
    world.github.create(12, minute);
    const first = await world.reissueHere({}, { runId: 11 });
    return { first, second: await world.reissueHere(inputs, { runId: 12 }) };
  };

  test("The second run gets the certificate of the first, if both have one request", async ({ world }) => {
    const { first, second } = await pushTwice(world);
    expect(second.outputs).toMatchObject(answeredBy(first));
    expect(second.said).toContain("was reissued earlier by https://github.com/acme/site/actions/runs/11");
    expect(world.sandbox.ledger).toHaveLength(1);
    // A run that is created now knows that certificate.
    world.github.age(minute);
    expect((await world.reissueHere({}, { runId: 13 })).outputs).toMatchObject(done);
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("The newer run sends its own request after the first, and the older run stays blocked", async ({
    world,
  }) => {
    const csr = withAnotherCsr();
    const { first, second } = await pushTwice(world, csr);
    expect([first.outputs, second.outputs]).toMatchObject([done, done]);
    const again = await world.reissueHere({}, { runId: 11, runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    const rerun = await world.reissueHere(csr, { runId: 12, runAttempt: 2 });
    expect(rerun.outputs).toMatchObject(answeredBy(second));
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("The newer run follows the older one also with an idempotency key for each", async ({ world }) => {
    world.github.create(11, 2 * minute);
    world.github.create(12, minute);
    const newer = { ...withAnotherCsr(), "idempotency-key": "site.csr 2" };
    const first = await world.reissueHere({ "idempotency-key": "site.csr 1" }, { runId: 11 });
    const second = await world.reissueHere(newer, { runId: 12 });
    expect([first.outputs, second.outputs]).toMatchObject([done, done]);
    const rerun = await world.reissueHere(newer, { runId: 12, runAttempt: 2 });
    expect(rerun.outputs).toMatchObject(answeredBy(second));
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("The older run is blocked after the newer one, until a person supersedes", async ({ world }) => {
    world.github.create(11, 2 * minute);
    world.github.create(12, minute);
    const newer = await world.reissueHere({}, { runId: 12 });
    const csr = withAnotherCsr();
    const older = await world.reissueHere(csr, { runId: 11 });
    expect(older.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(older.said).toContain(
      `The latest certificate of order order-ssl-1 is ${newer.outputs["certificate-id"]}`,
    );
    expect(older.said).toContain(`To use certificate ${newer.outputs["certificate-id"]}, do nothing.`);
    expect(world.sandbox.ledger).toHaveLength(1);

    const [, supersede] = /^ {4}supersede: "?(\w{12})"?$/m.exec(older.said) ?? [];
    expect(supersede).toBe(newer.outputs["attempt-id"]);
    // Pasted into the form of a run, with the quotes of YAML.
    const pasted = { ...csr, supersede: `"${supersede}"` };
    const again = await world.reissueHere(pasted, { runId: 11, runAttempt: 2 });
    expect(again.outputs).toMatchObject(done);
    expect(world.sandbox.ledger).toHaveLength(2);
    // Left in the workflow, it buys nothing more.
    const rerun = await world.reissueHere({ ...csr, supersede }, { runId: 11, runAttempt: 3 });
    expect(rerun.outputs).toMatchObject(answeredBy(again));
    world.github.age(minute);
    const later = await world.reissueHere({ ...csr, supersede }, { runId: 13 });
    expect(later.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("A run that cannot read its creation time is refused, with the YAML", async ({ world }) => {
    world.github.permissions = { deployments: "write" };
    // The first run of an order needs it too: else a missing permission would show at the second reissue only.
    const { outputs, said } = await world.reissueHere();
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(said).toContain("permissions:\n  deployments: write\n  actions: read");
    expect(world.sandbox.ledger).toHaveLength(0);
  });

  test("The second run gets the certificate if the first is done before it looks", async ({ world }) => {
    let lists = 0;
    let other: ReturnType<ActionWithSandbox["reissueHere"]> | undefined;
    world.github.onCall = async ({ method, path }) => {
      // After this run was created, and before its first look, the other run comes and goes.
      if (method !== "get" || !path.endsWith("/deployments") || ++lists !== 1) return;
      other = world.reissueHere({}, { runId: 11 });
      await other;
    };
    const second = await world.reissueHere({}, { runId: 12 });
    expect((await other)?.outputs["already-done"]).toBe(false);
    expect(second.outputs).toMatchObject({ outcome: "done", "already-done": true });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("one run sends, if its list shows the older one only later", async ({ world }) => {
    // The older one has written, and does not show to the younger, which ends.
    let goOn = () => {};
    const ended = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isHeld = true;
    world.github.onCall = ({ method, path }) => {
      if (isHeld && method === "get" && path.endsWith("/deployments") && world.github.deployments.length > 0)
        return ended;
    };
    const older = world.reissueHere({}, { runId: 11 });
    await until(() => world.github.deployments.length === 1);
    const hidden = world.github.deployments.splice(0, 1);
    isHeld = false;
    expect((await world.reissueHere({}, { runId: 12 })).outputs.outcome).toBe("done");
    world.github.deployments.unshift(...hidden);
    goOn();
    expect((await older).outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(world.sandbox.ledger).toHaveLength(1);
    // It does not block the order, and hides nothing.
    world.github.age(minute);
    expect((await world.reissueHere({}, { runId: 13 })).outputs).toMatchObject({ outcome: "done" });
  });
});

describe.concurrent("An idempotency-key", () => {
  test("is one reissue across runs: answered for the same request, blocked for another", async ({
    world,
  }) => {
    const key = { "idempotency-key": "spring 2027" };
    const first = await world.reissueHere(key, { runId: 1 });
    world.github.age(minute);
    const same = await world.reissueHere(key, { runId: 2 });
    expect(same.outputs).toMatchObject(answeredBy(first));
    const other = await world.reissueHere({ ...key, ...withAnotherCsr() }, { runId: 3 });
    expect(other.outputs.code).toBe("idempotency_key_used");
    expect(other.said).toContain("with a different request: csr differs");
    expect(other.said).toContain("If one more reissue is meant, use another key.");
    expect(world.sandbox.ledger).toHaveLength(1);

    const next = await world.reissueHere({ "idempotency-key": "autumn 2027" }, { runId: 4 });
    expect(next.outputs).toMatchObject(done);
    world.github.age(minute);
    const outdated = await world.reissueHere(key, { runId: 5 });
    expect(outdated.outputs.code).toBe("idempotency_key_used");
    expect(outdated.said).toContain(`The order's latest certificate is ${next.outputs["certificate-id"]}`);
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("is sent again after a refusal, and a second key sends a second reissue", async ({ world }) => {
    const body = '{"code":"out_of_stock"}';
    world.sandbox.fault({ kind: "status", operation: "reissue", status: 400, body });
    expect((await world.reissueHere({ "idempotency-key": "a" })).outputs.outcome).toBe("rejected");
    expect((await world.reissueHere({ "idempotency-key": "a" })).outputs).toMatchObject(done);
    world.github.age(minute);
    const other = { "idempotency-key": "b", ...withAnotherCsr() };
    expect((await world.reissueHere(other, { runId: 8 })).outputs).toMatchObject(done);
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("stays answered if it was answered with another key's certificate, whatever is sent later", async ({
    world,
  }) => {
    world.github.create(12, minute);
    const first = await world.reissueHere({ "idempotency-key": "a" }, { runId: 11 });
    const key = { "idempotency-key": "b" };
    expect((await world.reissueHere(key, { runId: 12 })).outputs).toMatchObject(answeredBy(first));
    expect(world.github.deployments).toHaveLength(2);
    expect(JSON.stringify(world.github.deployments[1]?.payload)).not.toMatch(/order-ssl-1|cert-1001/);
    const again = await world.reissueHere(key, { runId: 12, runAttempt: 2 });
    expect(again.outputs).toMatchObject(answeredBy(first));
    expect(world.github.deployments).toHaveLength(2);
    world.github.age(minute);
    // Later attempts vouch for all that came before them.
    for (const runId of [14, 15]) {
      expect((await world.reissueHere({}, { runId })).outputs).toMatchObject(done);
      world.github.age(minute);
    }
    const late = await world.reissueHere(key, { runId: 16 });
    expect(late.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    expect(late.said).toContain(`certificate ${first.outputs["certificate-id"]}`);
    expect(world.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("An attempt that may still be in flight", () => {
  const lost = async (world: ActionWithSandbox) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    return readAttemptId((await world.reissueHere({}, { runId: 7 })).said);
  };
  const resolveIt = (world: ActionWithSandbox, attempt: string) =>
    world.reissueHere({ resolve: `${attempt}:not-happened` }, { runId: 8 });

  test.for(["in_progress", "queued", "waiting"])(
    "is not resolved as not happened while its run is %s",
    async (status, { world }) => {
      const attempt = await lost(world);
      world.github.deployments[0]?.statuses.splice(0);
      world.github.age(48 * 60 * minute);
      world.github.started.set(7, { status, createdAt: 0 });
      const refused = await resolveIt(world, attempt);
      expect(refused.outputs.outcome).toBe("not-sent");
      expect(refused.said).toContain("may still be in flight");
      const busy = await world.reissueHere({}, { runId: 9 });
      expect(busy.outputs.code).toBe("order_busy");
      expect(busy.said).toContain("Wait until it ends.");
      expect(world.sandbox.ledger).toHaveLength(0);
    },
  );

  test("lets the run that resolves it reissue an order that was reissued before, also with a key", async ({
    world,
  }) => {
    let runId = 1;
    await world.reissueHere({}, { runId });
    for (const inputs of [{}, { "idempotency-key": "spring" }]) {
      world.github.age(minute);
      world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
      const lost = await world.reissueHere(inputs, { runId: ++runId });
      expect(lost.outputs).toMatchObject({ outcome: "unknown" });
      world.github.age(20 * minute);
      const resolve = `${lost.outputs["attempt-id"]}:not-happened`;
      const { outputs } = await world.reissueHere({ ...inputs, resolve }, { runId: ++runId });
      expect(outputs).toMatchObject({ outcome: "done", "already-done": false });
    }
    expect(world.sandbox.ledger).toHaveLength(3);
  });

  test("is judged by its time where runs cannot be read", async ({ world }) => {
    const attempt = await lost(world);
    world.github.faults.push({ method: "get", path: /\/runs\/7$/, how: 404, times: 10 });
    world.github.age(30 * minute);
    expect((await resolveIt(world, attempt)).outputs.outcome).toBe("done");
  });
});

describe.concurrent("Resolve with a certificate", () => {
  const lose = async (world: ActionWithSandbox, runId: number) => {
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    const { outputs } = await world.reissueHere({}, { runId });
    expect(outputs.outcome).toBe("unknown");
    const id = world.sandbox.ledger.at(-1)?.certificateId;
    return { id, resolve: `${outputs["attempt-id"]}:${id}`, attemptId: outputs["attempt-id"] as string };
  };

  test("gives that certificate to a run with the same request, and to its re-runs", async ({ world }) => {
    const { id, resolve, attemptId } = await lose(world, 7);
    const named = (certificateId = id) => ({
      outcome: "done",
      "already-done": true,
      "certificate-id": certificateId,
    });
    expect((await world.reissueHere({ resolve }, { runId: 8 })).outputs).toMatchObject(named());
    expect((await world.reissueHere({ resolve }, { runId: 8, runAttempt: 2 })).outputs).toMatchObject(
      named(),
    );
    // A later run corrects it. A re-run of the earlier one does not take that back.
    const wrong = { resolve: `${attemptId}:mistaken` };
    expect((await world.reissueHere(wrong, { runId: 20 })).outputs).toMatchObject(named("mistaken"));
    const rerun = await world.reissueHere({ resolve }, { runId: 8, runAttempt: 3 });
    expect(rerun.outputs).toMatchObject(named("mistaken"));
    expect((await world.reissueHere({ resolve }, { runId: 21 })).outputs).toMatchObject(named());
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("sends nothing if the attempt already has a result, also in a re-run", async ({ world }) => {
    const { resolve } = await lose(world, 7);
    await world.reissueHere({ resolve }, { runId: 8 });
    world.github.age(minute);
    for (const runAttempt of [1, 2]) {
      const again = await world.reissueHere({ resolve }, { runId: 9, runAttempt });
      expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "resolved_already" });
      expect(again.said).toContain("start a run without resolve");
    }
    expect(world.sandbox.ledger).toHaveLength(1);
    expect((await world.reissueHere({}, { runId: 10 })).outputs).toMatchObject(done);
  });

  test("resolve and supersede in one run resolve the attempt and send one more", async ({ world }) => {
    const { resolve, attemptId } = await lose(world, 7);
    const both = { resolve, supersede: attemptId };
    const bought = await world.reissueHere(both, { runId: 8 });
    expect(bought.outputs).toMatchObject(done);
    const rerun = await world.reissueHere(both, { runId: 8, runAttempt: 2 });
    expect(rerun.outputs).toMatchObject(answeredBy(bought));
    expect(world.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("A journal on a runner", () => {
  test.for([-300_000, -20_000, 20_000, 300_000])(
    "sends once for two runs although GitHub's clock differs by %i ms",
    async (clockSkewMs, { world }) => {
      const { sandbox, github } = world;
      const home = newFolder();
      const run = (runId: number) =>
        runAction({ sandbox, github, inputs: { ...reissueInputs, history: "journal" }, home, runId });
      github.clockSkewMs = clockSkewMs;
      for (const runId of [1, 2]) github.begin(runId)();
      expect((await run(1)).outputs).toMatchObject({ outcome: "done", "already-done": "false" });
      expect((await run(2)).outputs).toMatchObject({ outcome: "done", "already-done": "true" });
      await sleep(3_500);
      expect((await run(3)).outputs).toMatchObject({ outcome: "done", "already-done": "false" });
      expect(sandbox.ledger).toHaveLength(2);
    },
  );
});
