import { describe, expect } from "vitest";
import {
  type ActionWithSandbox,
  minute,
  readAttemptId,
  test,
  withAnotherCsr,
} from "../../harness/action/action-with-sandbox.ts";
import { readTable } from "../../harness/action/summary.ts";

// Each run sends at most once, however often it is run again, and whatever other runs did before.

const answeredBy = ({ outputs }: Awaited<ReturnType<ActionWithSandbox["reissueHere"]>>) => ({
  outcome: "done",
  "already-done": true,
  "certificate-id": outputs["certificate-id"],
});

describe.concurrent("A re-run", () => {
  test("with another request is not sent, and says what differs", async ({ world }) => {
    const first = await world.reissueHere();
    const again = await world.reissueHere(withAnotherCsr(), { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    expect(again.said).toContain("with a different request: csr differs");
    expect(again.said).toContain(`certificate ${first.outputs["certificate-id"]}`);
    expect(again.said).toContain("each run is a key of its own");
    expect(again.said).not.toMatch(/nothing happened/i);
    expect(world.reissues).toBe(1);
  });

  test("after a refusal is sent, also with another request", async ({ world }) => {
    world.refuse();
    expect(await world.ends(withAnotherCsr())).toBe("out_of_stock");
    expect(await world.ends(withAnotherCsr(), { runAttempt: 2 })).toBe("sent");
  });

  test("does not wait for its earlier attempt: a person has to resolve an open one", async ({ world }) => {
    await world.reissueHere();
    world.github.deployments[0]?.statuses.splice(0);
    const again = await world.reissueHere({}, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
    expect(again.said).toContain(`\n    resolve: ${readAttemptId(again.said)}:CERTIFICATE_ID\n`);
  });
});

describe.concurrent("Of two runs that were created before either began,", () => {
  const create = ({ github }: ActionWithSandbox) => {
    github.create(11, 2 * minute);
    github.create(12, minute);
  };

  test("the second gets the certificate of the first, if both have one request", async ({ world }) => {
    create(world);
    const first = await world.reissueHere({}, { runId: 11 });
    const second = await world.reissueHere({}, { runId: 12 });
    expect(second.outputs).toMatchObject(answeredBy(first));
    expect(second.said).toContain("was reissued earlier by https://github.com/acme/site/actions/runs/11");
    expect(world.reissues).toBe(1);
    // A run that is created now knows that certificate.
    world.github.age(minute);
    expect(await world.ends({}, { runId: 13 })).toBe("sent");
  });

  test("the older is blocked after the newer, until a person supersedes", async ({ world }) => {
    create(world);
    const { outputs: newer } = await world.reissueHere({}, { runId: 12 });
    const csr = withAnotherCsr();
    const older = await world.reissueHere(csr, { runId: 11 });
    expect(older.outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(older.said).toContain(`latest certificate of order order-ssl-1 is ${newer["certificate-id"]}`);
    expect(older.said).toContain(`To use certificate ${newer["certificate-id"]}, do nothing.`);
    expect(world.reissues).toBe(1);

    const [, supersede] = /^ {4}supersede: "?(\w{12})"?$/m.exec(older.said) ?? [];
    expect(supersede).toBe(newer["attempt-id"]);
    // Pasted into the form of a run, with the quotes of YAML.
    const pasted = { ...csr, supersede: `"${supersede}"` };
    const again = await world.reissueHere(pasted, { runId: 11, runAttempt: 2 });
    expect(again.outputs["already-done"]).toBe(false);
    // Left in the workflow, it buys nothing more.
    const rerun = await world.reissueHere({ ...csr, supersede }, { runId: 11, runAttempt: 3 });
    expect(rerun.outputs).toMatchObject(answeredBy(again));
    world.github.age(minute);
    expect(await world.ends({ ...csr, supersede }, { runId: 13 })).toBe("reissued_since");
    expect(world.reissues).toBe(2);
  });
});

describe.concurrent("An idempotency-key", () => {
  test("is one reissue across runs: answered for the same request, blocked for another", async ({
    world,
  }) => {
    const key = { "idempotency-key": "spring 2027" };
    world.refuse();
    expect(await world.ends(key, { runId: 1 })).toBe("out_of_stock");
    const first = await world.reissueHere(key, { runId: 1 });
    world.github.age(minute);
    expect((await world.reissueHere(key, { runId: 2 })).outputs).toMatchObject(answeredBy(first));
    const other = await world.reissueHere({ ...key, ...withAnotherCsr() }, { runId: 3 });
    expect(other.outputs.code).toBe("idempotency_key_used");
    expect(other.said).toContain("If one more reissue is meant, use another key.");
    expect(world.reissues).toBe(1);

    const next = await world.reissueHere({ "idempotency-key": "autumn 2027" }, { runId: 4 });
    expect(next.outputs["already-done"]).toBe(false);
    world.github.age(minute);
    const outdated = await world.reissueHere(key, { runId: 5 });
    expect(outdated.outputs.code).toBe("idempotency_key_used");
    expect(outdated.said).toContain(`The order's latest certificate is ${next.outputs["certificate-id"]}`);
    expect(world.reissues).toBe(2);
  });

  test("stays answered if it was answered with another key's certificate, whatever is sent later", async ({
    world,
  }) => {
    world.github.create(12, minute);
    const first = await world.reissueHere({ "idempotency-key": "a" }, { runId: 11 });
    const key = { "idempotency-key": "b" };
    for (const runAttempt of [1, 2]) {
      const { outputs } = await world.reissueHere(key, { runId: 12, runAttempt });
      expect(outputs).toMatchObject(answeredBy(first));
      expect(world.github.deployments).toHaveLength(2);
    }
    expect(JSON.stringify(world.github.deployments[1]?.payload)).not.toMatch(/order-ssl-1|cert-1001/);
    // Later attempts vouch for all that came before them.
    for (const runId of [14, 15]) {
      world.github.age(minute);
      expect(await world.ends({}, { runId })).toBe("sent");
    }
    world.github.age(minute);
    const late = await world.reissueHere(key, { runId: 16 });
    expect(late.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    expect(late.said).toContain(`certificate ${first.outputs["certificate-id"]}`);
    expect(world.reissues).toBe(3);
  });

  test("that is answered is not shown unless that is recorded, and counts where lists are late", async ({
    world,
  }) => {
    world.github.create(8, minute);
    await world.reissueHere();
    world.github.faults.push({ method: "post", path: /deployments$/, how: 500 });
    expect(await world.ends({}, { runId: 8 })).toBe("history_unavailable");
    world.github.lag = 2;
    expect(await world.ends({}, { runId: 8 })).toBe("answered");
  });
});

describe.concurrent("An attempt that may still be in flight", () => {
  const lose = async (world: ActionWithSandbox) => {
    world.lose();
    return readAttemptId((await world.reissueHere({}, { runId: 7 })).said);
  };

  test.for(["in_progress", "queued"])(
    "is not resolved as not happened while its run is %s",
    async (status, { world }) => {
      const attempt = await lose(world);
      world.github.deployments[0]?.statuses.splice(0);
      world.github.age(48 * 60 * minute);
      world.github.started.set(7, { status, createdAt: 0 });
      const refused = await world.reissueHere({ resolve: `${attempt}:not-happened` }, { runId: 8 });
      expect(refused.outputs.outcome).toBe("not-sent");
      expect(refused.said).toContain("may still be in flight");
      expect(await world.ends({}, { runId: 9 })).toBe("order_busy");
      expect(world.reissues).toBe(0);
    },
  );

  test("is judged by its time, in GitHub's clock, where runs cannot be read", async ({ world }) => {
    const resolve = `${await lose(world)}:not-happened`;
    world.github.faults.push({ method: "get", path: /\/runs\/7$/, how: 404, times: 10 });
    expect(await world.ends({ resolve }, { runId: 8 })).toBe("order_busy");
    world.github.age(30 * minute);
    expect(await world.ends({ resolve }, { runId: 8 })).toBe("sent");
  });

  test("lets the run that resolves it reissue an order that was reissued before, also with a key", async ({
    world,
  }) => {
    let runId = 1;
    await world.reissueHere({}, { runId });
    for (const inputs of [{}, { "idempotency-key": "spring" }]) {
      world.github.age(minute);
      world.lose();
      const { outputs } = await world.reissueHere(inputs, { runId: ++runId });
      expect(outputs.outcome).toBe("unknown");
      world.github.age(20 * minute);
      const resolve = `${outputs["attempt-id"]}:not-happened`;
      expect(await world.ends({ ...inputs, resolve }, { runId: ++runId })).toBe("sent");
    }
    expect(world.reissues).toBe(3);
  });
});

describe.concurrent("Resolve with a certificate", () => {
  const lose = async (world: ActionWithSandbox) => {
    world.lose("after");
    const { outputs } = await world.reissueHere({}, { runId: 7 });
    expect(outputs.outcome).toBe("unknown");
    const attempt = String(outputs["attempt-id"]);
    const id = world.sandbox.ledger[0]?.certificateId;
    return { attempt, id, resolve: `${attempt}:${id}` };
  };

  test("gives that certificate to a run with the same request, and to its re-runs", async ({ world }) => {
    const { attempt, id, resolve } = await lose(world);
    const expectResult = async (resolve: string, runId: number, runAttempt: number, certificate = id) =>
      expect((await world.reissueHere({ resolve }, { runId, runAttempt })).outputs).toMatchObject({
        "already-done": true,
        "certificate-id": certificate,
      });
    // The line of a message can be pasted whole into the form of a run.
    await expectResult(`resolve: "${resolve}"`, 8, 1);
    await expectResult(resolve, 8, 2);
    // A later run corrects it. A re-run of the earlier one does not take that back.
    await expectResult(`${attempt}:mistaken`, 20, 1, "mistaken");
    await expectResult(resolve, 8, 3, "mistaken");
    await expectResult(resolve, 21, 1);
    expect(world.reissues).toBe(1);
  });

  test("sends nothing if the attempt already has a result, also in a re-run", async ({ world }) => {
    const { resolve } = await lose(world);
    await world.reissueHere({ resolve }, { runId: 8 });
    world.github.age(minute);
    for (const runAttempt of [1, 2]) {
      const again = await world.reissueHere({ resolve }, { runId: 9, runAttempt });
      expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "resolved_already" });
      expect(again.said).toContain("start a run without resolve");
    }
    expect(world.reissues).toBe(1);
    expect(await world.ends({}, { runId: 10 })).toBe("sent");
  });

  test("together with supersede resolves the attempt and sends one more", async ({ world }) => {
    const { resolve, attempt } = await lose(world);
    const both = { resolve, supersede: attempt };
    const bought = await world.reissueHere(both, { runId: 8 });
    expect(bought.outputs["already-done"]).toBe(false);
    const rerun = await world.reissueHere(both, { runId: 8, runAttempt: 2 });
    expect(rerun.outputs).toMatchObject(answeredBy(bought));
    expect(world.reissues).toBe(2);
  });
});

describe.concurrent("In a matrix,", () => {
  test("supersede is for one order, and the jobs of other orders send nothing", async ({ world }) => {
    const supersede = String((await world.reissueHere()).outputs["attempt-id"]);
    const other = await world.reissueHere({ supersede, "order-id": "order-ssl-2" }, { runId: 8 });
    expect(other).toMatchObject({ level: "passed", outputs: { code: "superseded_elsewhere" } });
    expect(world.reissues).toBe(1);
    expect(await world.ends({ supersede }, { runId: 8 })).toBe("sent");
  });

  test.for([{ resolve: "abcdefabcdef:not-happened" }, { supersede: "abcdefabcdef" }])(
    "an attempt that no order has is an error: %j",
    async (inputs, { world }) => {
      expect(await world.ends(inputs)).toBe("attempt_not_found");
      expect(world.reissues).toBe(0);
    },
  );
});

describe.concurrent("A certificate id", () => {
  const answerWith = ({ sandbox }: ActionWithSandbox, id: string) => {
    const body = JSON.stringify({ code: "success", data: { certificate: { id } } });
    sandbox.addFault({ kind: "status", operation: "reissue", status: 200, body });
  };

  test("is an output if it has the characters of base64, also in a re-run", async ({ world }) => {
    const id = "cert/2026+7==";
    answerWith(world, id);
    for (const runAttempt of [1, 2])
      expect((await world.reissueHere({}, { runAttempt })).outputs).toMatchObject({ "certificate-id": id });
  });

  test.for(["$(reboot)", "x".repeat(65)])(
    "is not an output if it is %s, and resolve takes another name of the certificate",
    async (odd, { world }) => {
      answerWith(world, odd);
      const { outputs } = await world.reissueHere();
      expect(outputs).toMatchObject({ outcome: "done-unread", code: "certificate_id_unusable" });
      const attempt = outputs["attempt-id"];
      const refused = world.reissueHere({ resolve: `${attempt}:${odd}` }, { runId: 8 });
      await expect(refused).rejects.toThrow("cannot be passed on safely");
      const ended = await world.reissueHere({ resolve: `${attempt}:0a/1b+2c==` }, { runId: 8 });
      expect(ended.outputs).toMatchObject({ outcome: "done", "certificate-id": "0a/1b+2c==" });
    },
  );
});

describe.concurrent("The summary of a reissue", () => {
  test("is a table: order, outcome, certificate, attempt, duration and links", async ({ world }) => {
    const { summary, outputs } = await world.reissueHere();
    expect(summary).toMatch(/^### ✅ Reissued\n\n\|/);
    const repository = "https://github.com/acme/site";
    expect(readTable(summary)).toEqual({
      Order: "`order-ssl-1`",
      Outcome: "done",
      Certificate: `\`${outputs["certificate-id"]}\``,
      Attempt: `\`${outputs["attempt-id"]}\``,
      Took: expect.stringMatching(/^\d+ ms$|^[\d.]+ s$/),
      Links: `[run](${repository}/actions/runs/7) · [history](${repository}/deployments/certorder-history)`,
    });
  });

  test("names the ways out, with each line to paste in a code block of its own", async ({ world }) => {
    world.lose();
    const { summary, outputs, lines } = await world.reissueHere();
    const attempt = outputs["attempt-id"];
    const block = (result: string) => `\n\n\`\`\`yaml\nresolve: ${attempt}:${result}\n\`\`\`\n`;
    expect(summary).toContain("**What to do:** Look the order up");
    expect(summary).toContain(`If it was reissued:${block("CERTIFICATE_ID")}`);
    expect(summary).toContain(`stopped waiting:${block("not-happened")}`);
    expect(lines).toContain(`    resolve: ${attempt}:not-happened`);
    expect(summary).not.toContain("Nothing happened");
  });
});
