import { describe, expect } from "vitest";
import {
  type ActionWithSandbox,
  minute,
  readAttemptId,
  test,
  withAnotherCsr,
} from "../../harness/action/action-with-sandbox.ts";
import { readTable } from "../../harness/action/summary.ts";

// A key sends at most once, however often it is asked for, and whatever other runs did before.

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
    expect(again.said).toContain("use another key, such as idempotency-key: run 7-2");
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
    expect(other.said).toContain("use another key, such as idempotency-key: spring 2027-2");
    expect(world.reissues).toBe(1);

    const next = await world.reissueHere({ "idempotency-key": "autumn 2027" }, { runId: 4 });
    expect(next.outputs["already-done"]).toBe(false);
    world.github.age(minute);
    const outdated = await world.reissueHere(key, { runId: 5 });
    expect(outdated.outputs.code).toBe("idempotency_key_used");
    expect(outdated.said).toContain(`The order's latest certificate is ${next.outputs["certificate-id"]}`);
    expect(world.reissues).toBe(2);
  });

  test("that is answered says which certificate there is, how old it is, and what to write for one more", async ({
    world,
  }) => {
    const key = { "idempotency-key": "spring" };
    const first = await world.reissueHere(key);
    expect(first.outputs.sent).toBe(true);
    const again = await world.reissueHere(key, { runId: 8 });
    expect(again.outputs).toMatchObject({ ...answeredBy(first), sent: false });
    expect(again.said).toMatch(/has certificate cert-\S+, made less than a minute ago \(20\S+Z\);/);
    expect(again.said).toContain("For one more reissue, use another key, such as idempotency-key: spring-2");
    // The line to paste was pasted before.
    await world.reissueHere({ "idempotency-key": "spring-2" }, { runId: 9 });
    for (const used of ["spring", "spring-2"]) {
      const { said } = await world.reissueHere({ "idempotency-key": used }, { runId: 10 });
      expect(said).toContain("such as idempotency-key: spring-3 (if an expression makes the key, keep it,");
      expect(said).toContain("let it end with -3)");
    }
    expect(again.summary).toContain("Already done: nothing was sent");
  });
});

test.concurrent("A new key reissues the order once more, also for the same request", async ({ world }) => {
  for (const runId of [1, 2]) expect(await world.ends({}, { runId })).toBe("sent");
  expect(world.reissues).toBe(2);
});

test.concurrent("The output sent is true also if the answer is lost or a refusal", async ({ world }) => {
  world.refuse();
  const refused = await world.reissueHere({}, { runId: 1 });
  expect(refused.outputs).toMatchObject({ outcome: "rejected", sent: true });
  world.lose();
  const lost = await world.reissueHere({}, { runId: 2 });
  expect(lost.outputs).toMatchObject({ outcome: "unknown", sent: true });
  const blocked = await world.reissueHere({}, { runId: 3 });
  expect(blocked.outputs).toMatchObject({ outcome: "not-sent", sent: false });
});

describe.concurrent("An attempt that may still be in flight", () => {
  test("is judged by its deadline, in GitHub's clock", async ({ world }) => {
    world.lose();
    const resolve = `${readAttemptId((await world.reissueHere({}, { runId: 7 })).said)}:not-happened`;
    world.github.deployments[0]?.statuses.splice(0);
    expect(await world.ends({}, { runId: 8 })).toBe("order_busy");
    const early = await world.reissueHere({ resolve }, { runId: 8 });
    expect(early.outputs).toMatchObject({ outcome: "not-sent", code: "order_busy" });
    expect(early.said).toContain("may still be in flight");
    world.github.age(30 * minute);
    expect(await world.ends({}, { runId: 8 })).toBe("unresolved_attempt");
    expect(await world.ends({ resolve }, { runId: 8 })).toBe("stated");
    expect(await world.ends({}, { runId: 7, runAttempt: 2 })).toBe("sent");
  });
});

describe.concurrent("In a matrix,", () => {
  test("supersede is for one order, and the jobs of other orders send nothing", async ({ world }) => {
    const supersede = String((await world.reissueHere()).outputs["attempt-id"]);
    const other = await world.reissueHere({ supersede, "order-id": "order-ssl-2" }, { runId: 8 });
    expect(other).toMatchObject({ level: "passed", outputs: { code: "other_order" } });
    expect(world.reissues).toBe(1);
    expect(await world.ends({ supersede }, { runId: 8 })).toBe("sent");
    // Left in the workflow, it buys nothing more.
    expect(await world.ends({ supersede }, { runId: 9 })).toBe("reissued_since");
    expect(world.reissues).toBe(2);
  });

  test("resolve is for one order, and the jobs of other orders record and send nothing", async ({
    world,
  }) => {
    world.lose();
    const resolve = `${(await world.reissueHere()).outputs["attempt-id"]}:cert-1`;
    const other = await world.reissueHere({ resolve, "order-id": "order-ssl-2" }, { runId: 8 });
    expect(other).toMatchObject({ level: "passed", outputs: { code: "other_order", sent: false } });
    expect(await world.ends({ resolve }, { runId: 8 })).toBe("stated");
    expect(world.reissues).toBe(0);
  });

  test.for([{ resolve: "abcdefabcdef:not-happened" }, { supersede: "abcdefabcdef" }])(
    "an attempt that no order has is an error: %j",
    async (inputs, { world }) => {
      expect(await world.ends(inputs)).toBe("not_in_journal");
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

  test.for(["$(reboot)", "../../x", "-rf", "cert@latest", "x".repeat(65)])(
    "is not an output if it is %s, and resolve takes another name of the certificate",
    async (odd, { world }) => {
      answerWith(world, odd);
      const { outputs, said } = await world.reissueHere();
      expect(outputs).toMatchObject({ outcome: "done-unread", code: "certificate_id_missing", sent: true });
      const attempt = outputs["attempt-id"];
      expect(said).toContain(`\n    resolve: ${attempt}:CERTIFICATE_ID\n`);
      expect(said).toContain("/errors/certificate_id_missing/");
      const refused = world.reissueHere({ resolve: `${attempt}:${odd}` }, { runId: 8 });
      await expect(refused).rejects.toThrow(
        "cannot be passed on safely: it has to begin with a letter or a digit",
      );
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
      Links: `[run](${repository}/actions/runs/7) · [journal](${repository}/deployments/certorder-history)`,
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
    // Its pages are links, the one about the code and the run that blocks the order.
    expect(summary).toMatch(/^More: https:\S+\/$/m);
    const blocked = await world.reissueHere({}, { runId: 8 });
    expect(blocked.summary).toMatch(
      / https:\/\/github\.com\/acme\/site\/actions\/runs\/7\/attempts\/1\b(?!`)/,
    );
    expect(summary).not.toContain("Nothing happened");
  });
});
