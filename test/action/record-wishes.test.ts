import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { newFolder, reissueInputs, runAction, type Texts } from "./action.ts";
import { anotherCsr } from "./csr.ts";
import { attemptIn, test, until, type World } from "./world.ts";

// What a run wants, it wants once: whatever it asks for, however often it is run again, and whoever else asks meanwhile.

const minute = 60_000;
const withAnotherCsr = (): Texts => ({ "csr-file": "", csr: anotherCsr() });

describe.concurrent("a run that is run again", () => {
  test.for([
    ["a CSR that a step makes anew", "csr", withAnotherCsr],
    ["another expiry date", "custom-expiration-date", () => ({ "custom-expiration-date": "2027-01-01" })],
    ["another hash", "sign-hash", () => ({ "sign-hash": "sha512" })],
  ] as const)("with %s is not sent again, and says what differs", async ([_, differs, change], { world }) => {
    const first = await world.reissueHere(change());
    expect(first.outputs).toMatchObject({ outcome: "done", replayed: false });
    const again = await world.reissueHere(withAnotherCsr(), { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "name_used" });
    expect(again.said).toMatch(
      new RegExp(`was done already, by a request that differs in .*\\b${differs}\\b`),
    );
    expect(again.said).toContain(`certificate ${first.outputs["certificate-id"]}`);
    expect(again.said).toContain("start a new run");
    expect(again.said).not.toMatch(/nothing happened/i);
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("after a refusal is sent with its new CSR", async ({ world }) => {
    const body = '{"code":"out_of_stock"}';
    world.sandbox.fault({ kind: "status", operation: "reissue", status: 400, body });
    expect((await world.reissueHere(withAnotherCsr())).outputs.code).toBe("out_of_stock");
    const again = await world.reissueHere(withAnotherCsr(), { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "done", replayed: false });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("is not told to wait for itself: what its earlier attempt left is for a person to resolve", async ({
    world,
  }) => {
    await world.reissueHere();
    world.github.deployments[0]?.statuses.splice(0);
    const again = await world.reissueHere({}, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
    expect(again.said).toContain(`resolve: ${attemptIn(again.said)} happened CERTIFICATE_ID`);
  });

  test("cannot reissue one order in two ways", async ({ world }) => {
    expect((await world.reissueHere()).outputs.outcome).toBe("done");
    const second = await world.reissueHere(withAnotherCsr());
    expect(second.outputs.code).toBe("name_used");
    expect(second.said).toContain("one run cannot reissue it in two ways");
  });
});

describe.concurrent("two runs", () => {
  const losers = ["order_busy", "unresolved_attempt", "reissued_since"];
  /** Of two that asked at the same time one was sent; the other says why it was not, or takes that result over. */
  const expectOne = (ended: readonly Awaited<ReturnType<World["reissueHere"]>>[]) => {
    const sent = ended.filter(({ outputs }) => outputs.outcome === "done" && !outputs.replayed);
    expect(sent).toHaveLength(1);
    for (const { outputs, said } of ended)
      if (outputs.outcome !== "done") {
        expect(losers).toContain(outputs.code);
        expect(said).toMatch(/actions\/runs\/\d+/);
        expect(said).not.toMatch(/nothing happened/i);
      } else expect(outputs["certificate-id"]).toBe(sent[0]?.outputs["certificate-id"]);
  };

  test.for([0, 1])(
    "in the same instant send one, in each of 25 rounds, with lists that lag by %i",
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

  /** One that waited in a concurrency group until the other had ended. */
  const queued = async (world: World, inputs: Texts = {}) => {
    world.github.begin(12);
    const first = await world.reissueHere({}, { runId: 11 });
    world.github.age(10 * minute);
    return { first, second: await world.reissueHere(inputs, { runId: 12 }) };
  };

  test("that a concurrency group serialises: the second takes over what the first has made", async ({
    world,
  }) => {
    const { first, second } = await queued(world);
    expect(second.outputs).toMatchObject({
      outcome: "done",
      replayed: true,
      "certificate-id": first.outputs["certificate-id"],
    });
    expect(second.said).toContain("was reissued earlier by https://github.com/acme/site/actions/runs/11");
    expect(world.sandbox.ledger).toHaveLength(1);
    // Whoever asks now knows of it.
    expect((await world.reissueHere({}, { runId: 13 })).outputs).toMatchObject({ replayed: false });
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("of which the second asks for something else: it is refused, until somebody asks anew", async ({
    world,
  }) => {
    const { first, second } = await queued(world, withAnotherCsr());
    expect(second.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(second.said).toContain(`certificate ${first.outputs["certificate-id"]}`);
    expect(second.said).toContain("start a new run");
    expect(world.sandbox.ledger).toHaveLength(1);
    const [, anew = ""] = /resolve: ([0-9a-f]{12} anew)/.exec(second.said) ?? [];
    const csr = withAnotherCsr();
    const more = { runId: 12, runAttempt: 2 };
    expect((await world.reissueHere({ ...csr, resolve: anew }, more)).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(2);
    // Left in the workflow, it speaks of that attempt only.
    const again = await world.reissueHere({ ...csr, resolve: anew }, { runId: 12, runAttempt: 3 });
    expect(again.outputs).toMatchObject({ outcome: "done", replayed: true });
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("of which the second cannot find out when it was asked for: it is refused, with the YAML", async ({
    world,
  }) => {
    world.github.permissions = { deployments: "write" };
    // The first run of an order needs no more than that, nor does its re-run.
    const { first, second } = await queued(world);
    expect(first.outputs.outcome).toBe("done");
    expect((await world.reissueHere({}, { runId: 11, runAttempt: 2 })).outputs.replayed).toBe(true);
    expect(second.outputs).toMatchObject({ outcome: "not-sent", code: "record_unavailable" });
    expect(second.said).toContain("permissions:\n  actions: read");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("in the same second: what ended in it counts as not known", async ({ world }) => {
    await world.reissueHere({}, { runId: 11 });
    const [{ at } = { at: 0 }] = world.github.deployments[0]?.statuses ?? [];
    world.github.started.set(12, {
      status: "in_progress",
      createdAt: Math.floor((at ?? 0) / 1000) * 1000 + 999,
    });
    expect((await world.reissueHere({}, { runId: 12 })).outputs.replayed).toBe(true);
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("of which the first is done before the second looks: it takes over what the first has made", async ({
    world,
  }) => {
    let lists = 0;
    let other: ReturnType<World["reissueHere"]> | undefined;
    world.github.onCall = async ({ method, path }) => {
      // After it was asked for, and before its first look, the other run comes and goes.
      if (method !== "get" || !path.endsWith("/deployments") || ++lists !== 1) return;
      other = world.reissueHere({}, { runId: 11 });
      await other;
    };
    const second = await world.reissueHere({}, { runId: 12 });
    expect((await other)?.outputs.replayed).toBe(false);
    expect(second.outputs).toMatchObject({ outcome: "done", replayed: true });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("of which one's list shows the other, older one only later: one is sent", async ({ world }) => {
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
    // It has let go of the order, and hides nothing.
    world.github.age(minute);
    expect((await world.reissueHere({}, { runId: 13 })).outputs).toMatchObject({ outcome: "done" });
  });
});

describe.concurrent("one run", () => {
  test("that reissues an order of the same id at two services asks each of them once", async ({ world }) => {
    const { url } = world.sandbox;
    const services = { staging: url, production: url.replace("127.0.0.1", "localhost") };
    for (const runId of [1, 2]) {
      for (const [service, address] of Object.entries(services)) {
        const inputs = { service, "base-url": address };
        const { outputs } = await world.reissueHere(inputs, { runId });
        expect(outputs).toMatchObject({ outcome: "done", replayed: false });
        const again = await world.reissueHere(inputs, { runId, runAttempt: 2 });
        expect(again.outputs).toMatchObject({
          replayed: true,
          "certificate-id": outputs["certificate-id"],
        });
      }
      world.github.age(minute);
    }
    expect(world.sandbox.ledger).toHaveLength(4);
  });
});

describe.concurrent("once", () => {
  test("is one wish across runs: answered for the same request, refused for another", async ({ world }) => {
    const once = "spring 2027";
    const first = await world.reissueHere({ once }, { runId: 1 });
    world.github.age(minute);
    const same = await world.reissueHere({ once }, { runId: 2 });
    expect(same.outputs).toMatchObject({
      replayed: true,
      "certificate-id": first.outputs["certificate-id"],
    });
    const other = await world.reissueHere({ once, ...withAnotherCsr() }, { runId: 3 });
    expect(other.outputs.code).toBe("name_used");
    expect(other.said).toContain(
      "what once names (spring 2027) was done already, by a request that differs in csr",
    );
    expect(other.said).toContain("give once another value");
    expect(world.sandbox.ledger).toHaveLength(1);

    expect((await world.reissueHere({ once: "autumn 2027" }, { runId: 4 })).outputs.replayed).toBe(false);
    expect(world.sandbox.ledger).toHaveLength(2);
    world.github.age(minute);
    const outdated = await world.reissueHere({ once }, { runId: 5 });
    expect(outdated.outputs.code).toBe("name_used");
    expect(outdated.said).toContain("and the order was reissued since");
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("is asked again when it was refused, and in a matrix it tells legs of one order apart", async ({
    world,
  }) => {
    const body = '{"code":"out_of_stock"}';
    world.sandbox.fault({ kind: "status", operation: "reissue", status: 400, body });
    expect((await world.reissueHere({ once: "a" })).outputs.outcome).toBe("rejected");
    expect((await world.reissueHere({ once: "a" })).outputs.outcome).toBe("done");
    world.github.age(minute);
    expect((await world.reissueHere({ once: "b", ...withAnotherCsr() }, { runId: 8 })).outputs.outcome).toBe(
      "done",
    );
    expect(world.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("an attempt that may still be on its way", () => {
  const lost = async (world: World) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    return attemptIn((await world.reissueHere({}, { runId: 7 })).said);
  };
  const say = (world: World, attempt: string) =>
    world.reissueHere({ resolve: `${attempt} not-happened` }, { runId: 8 });

  test.for(["in_progress", "queued", "waiting"])(
    "is not resolved as not happened while its run is %s",
    async (status, { world }) => {
      const attempt = await lost(world);
      world.github.deployments[0]?.statuses.splice(0);
      world.github.age(48 * 60 * minute);
      world.github.started.set(7, { status, createdAt: 0 });
      const refused = await say(world, attempt);
      expect(refused.outputs.outcome).toBe("not-sent");
      expect(refused.said).toContain("may still be on its way");
      const busy = await world.reissueHere({}, { runId: 9 });
      expect(busy.outputs.code).toBe("order_busy");
      expect(busy.said).toContain("Wait for that run to end");
      expect(world.sandbox.ledger).toHaveLength(0);
    },
  );

  test("is not either before the service has had its quarter of an hour; then it is, and the reissue is sent", async ({
    world,
  }) => {
    const attempt = await lost(world);
    expect((await say(world, attempt)).said).toContain("may still be on its way");
    world.github.age(14 * minute);
    expect((await say(world, attempt)).said).toContain("may still be on its way");
    expect(world.sandbox.requests).toHaveLength(1);
    world.github.age(2 * minute);
    expect((await say(world, attempt)).outputs).toMatchObject({ outcome: "done", replayed: false });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("lets the run that says so reissue an order that was reissued before, also under a name", async ({
    world,
  }) => {
    let runId = 1;
    await world.reissueHere({}, { runId });
    for (const inputs of [{}, { once: "spring" }]) {
      world.github.age(minute);
      world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
      const lost = await world.reissueHere(inputs, { runId: ++runId });
      expect(lost.outputs).toMatchObject({ outcome: "unknown" });
      world.github.age(20 * minute);
      const resolve = `${lost.outputs["attempt-id"]} not-happened`;
      const { outputs } = await world.reissueHere({ ...inputs, resolve }, { runId: ++runId });
      expect(outputs).toMatchObject({ outcome: "done", replayed: false });
    }
    expect(world.sandbox.ledger).toHaveLength(3);
  });

  test("is judged by its time where runs cannot be read", async ({ world }) => {
    const attempt = await lost(world);
    world.github.permissions = { deployments: "write" };
    world.github.age(30 * minute);
    expect((await say(world, attempt)).outputs.outcome).toBe("done");
  });
});

describe.concurrent("resolve: ATTEMPT happened ID", () => {
  test("is the result of a run that asks for the same, and else only what is known of that attempt", async ({
    world,
  }) => {
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    const lost = await world.reissueHere();
    expect(lost.outputs.outcome).toBe("unknown");
    const id = world.sandbox.ledger[0]?.certificateId;
    const resolve = `${lost.outputs["attempt-id"]} happened ${id}`;
    const same = await world.reissueHere({ resolve }, { runId: 8 });
    expect(same.outputs).toMatchObject({ outcome: "done", replayed: true, "certificate-id": id });
    const rerun = await world.reissueHere({ resolve }, { runId: 8, runAttempt: 2 });
    expect(rerun.outputs).toMatchObject({ outcome: "done", replayed: true, "certificate-id": id });
    // What was wrong can be corrected, and a run that said otherwise does not take that back.
    const wrong = `${lost.outputs["attempt-id"]} happened mistaken`;
    const corrected = { outcome: "done", replayed: true, "certificate-id": "mistaken" };
    expect((await world.reissueHere({ resolve: wrong }, { runId: 20 })).outputs).toMatchObject(corrected);
    expect((await world.reissueHere({ resolve }, { runId: 8, runAttempt: 3 })).outputs).toMatchObject(
      corrected,
    );
    expect((await world.reissueHere({ resolve }, { runId: 21 })).outputs).toMatchObject({
      ...{ outcome: "done", "certificate-id": id },
    });
    // Said by a second person, or left in a workflow, it asks for nothing, and hands out nothing that is outdated.
    world.github.age(minute);
    const again = await world.reissueHere({ resolve }, { runId: 9 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "resolved_already" });
    expect(again.said).toContain("start a run without resolve");
    expect(world.sandbox.ledger).toHaveLength(1);
    world.github.age(minute);
    expect((await world.reissueHere({}, { runId: 10 })).outputs).toMatchObject({ replayed: false });
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    world.github.age(minute);
    const second = await world.reissueHere({}, { runId: 11 });
    const happened = `${second.outputs["attempt-id"]} happened ${world.sandbox.ledger[2]?.certificateId}`;
    const other = await world.reissueHere({ resolve: happened, ...withAnotherCsr() }, { runId: 12 });
    expect(other.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(world.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("a journal on a runner whose clock is not GitHub's", () => {
  test.for([-300_000, -20_000, 20_000, 300_000])("(%i ms)", async (aheadMs, { world }) => {
    const { sandbox, github } = world;
    const home = newFolder();
    const run = (runId: number) => runAction({ sandbox, github, inputs: { ...reissueInputs }, home, runId });
    github.aheadMs = aheadMs;
    for (const runId of [1, 2]) github.begin(runId)();
    expect((await run(1)).outputs).toMatchObject({ outcome: "done", replayed: "false" });
    expect((await run(2)).outputs).toMatchObject({ outcome: "done", replayed: "true" });
    await sleep(3_500);
    expect((await run(3)).outputs).toMatchObject({ outcome: "done", replayed: "false" });
    expect(sandbox.ledger).toHaveLength(2);
  });
});
