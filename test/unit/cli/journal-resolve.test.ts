import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { commandsToPaste, commandToPaste } from "../../harness/cli/pasted.ts";
import { environmentFor, listener, requestFlags, service } from "../../harness/cli/service.ts";
import { commandIntent, reissue as reissueInJournal } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

const lost = { kind: "reset-after-processing" } as const;

/** Commands about order-1, with a journal of their own. */
function commandsOf(serviceEnv: Readonly<Record<string, string>>) {
  const folder = newJournal();
  const env = { ...serviceEnv, CERTORDER_JOURNAL: folder };
  const run = (words: readonly string[]) => certorder(words, { env });
  const keyed = (key: string) => run(["reissue", "order-1", ...requestFlags, "--idempotency-key", key]);
  const resolve = (attempt: string, ...flags: string[]) =>
    run(["journal", "resolve", "order-1", attempt, ...flags]);
  const named = (attempt: string, id: string) => resolve(attempt, "--certificate-id", id);
  const attempts = async () => {
    const { stdout } = await run(["journal", "show", "order-1", "--json"]);
    return (JSON.parse(stdout) as { attempts: Record<string, string>[] }).attempts;
  };
  const lastAttempt = async () => (await attempts()).at(-1)?.attempt_id ?? "";
  return { folder, run, keyed, resolve, named, attempts, lastAttempt };
}

/** The same, after a reissue with the key `k` whose answer was lost. */
async function lostAnswer() {
  const sandbox = await service();
  const commands = commandsOf(sandbox.env);
  sandbox.addFault(lost);
  expect(await commands.keyed("k")).toMatchObject({ code: 5 });
  return { sandbox, ...commands, attempt: await commands.lastAttempt() };
}

const resolved = { code: 0, stdout: expect.stringContaining("✓ resolved attempt") };
const refused = (why: string) => ({ code: 7, stdout: "", stderr: expect.stringContaining(why) });

describe("certorder journal resolve", () => {
  test.concurrent("A later statement corrects a typo, and the key is answered with the real certificate", async () => {
    const { sandbox, keyed, named, attempts, attempt } = await lostAnswer();
    expect(await named(attempt, "cert-typo")).toMatchObject(resolved);
    expect((await keyed("k")).stdout).toContain("certificate cert-typo");
    expect(await named(attempt, "cert-real")).toMatchObject(resolved);
    expect((await keyed("k")).stdout).toContain("certificate cert-real");
    expect(await attempts()).toMatchObject([{ certificate_id: "cert-real", is_stated: true }]);
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("A certificate corrects not-happened, and is never taken back by it", async () => {
    const { sandbox, folder, keyed, resolve, named, attempts, attempt } = await lostAnswer();
    ageJournal(folder);
    expect(await resolve(attempt, "--not-happened")).toMatchObject(resolved);
    expect(await attempts()).toMatchObject([{ status: "void" }]);
    expect(await named(attempt, "cert-real")).toMatchObject(resolved);
    const ended = await resolve(attempt, "--not-happened");
    expect(ended).toMatchObject(refused(`Attempt ${attempt} made certificate cert-real.`));
    expect(ended.stderr).toContain("The journal was not changed.");
    // What stands already may be said again.
    expect(await named(attempt, "cert-real")).toMatchObject(resolved);
    expect((await keyed("k")).stdout).toContain("✓ already reissued");
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("not-happened leaves the key free, and it is sent once more", async () => {
    const { sandbox, folder, keyed, resolve, attempt } = await lostAnswer();
    expect(await resolve(attempt, "--not-happened")).toMatchObject(refused("may still be in flight"));
    ageJournal(folder);
    expect(await resolve(attempt, "--not-happened")).toMatchObject(resolved);
    expect((await keyed("k")).stdout).toContain("✓ reissued");
    expect((await keyed("k")).stdout).toContain("✓ already reissued");
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent.each([
    ["void", ["--not-happened"]],
    ["succeeded", ["--certificate-id", "typo"]],
  ])(
    "A statement (%s) is accepted although callbacks say otherwise, with the line that corrects it",
    async (status, said) => {
      const { folder, run, keyed, resolve, attempts, attempt } = await lostAnswer();
      const journal = new Journal(folder);
      await journal.callbacks.addReceiver("r");
      await journal.callbacks.record({ orderId: "order-1", certificateId: "cert-real", receiver: "r" });
      const blocked = await keyed("other");
      expect(commandsToPaste(blocked).map((words) => words.slice(3).join(" "))).toEqual([
        expect.stringContaining(`${attempt} --certificate-id cert-real`),
      ]);
      ageJournal(folder);
      const ended = await resolve(attempt, ...said);
      expect(ended).toMatchObject(resolved);
      expect(ended.stderr).toContain("warning: The service called back at ");
      expect(await attempts()).toMatchObject([{ status }]);
      const corrected = await run(commandToPaste(ended, "--certificate-id cert-real"));
      expect(corrected).toMatchObject({ ...resolved, stderr: "" });
      expect(await attempts()).toMatchObject([{ status: "succeeded", certificate_id: "cert-real" }]);
    },
  );

  test.concurrent("The line to paste works for an order whose id begins with a hyphen", async () => {
    const { folder, run } = commandsOf({});
    await reissueInJournal(new Journal(folder), commandIntent({ orderId: "-order" }), "unknown");
    const { stdout } = await run(["journal", "show", "--", "-order"]);
    const stderr = stdout.replace(/^ +certorder/gm, "      certorder");
    const pasted = commandToPaste({ stderr }, "--certificate-id", { ID: "cert-1" });
    expect(await run(pasted)).toMatchObject(resolved);
  });

  test.concurrent("Another certificate than the one that the service answered is refused", async () => {
    const sandbox = await service();
    const { keyed, named, lastAttempt } = commandsOf(sandbox.env);
    await keyed("k");
    const id = sandbox.ledger[0]?.certificateId;
    const attempt = await lastAttempt();
    expect(await named(attempt, "other")).toMatchObject(refused(`with certificate ${id}`));
  });

  test.concurrent("The certificate of an import is corrected by another import, not by resolve", async () => {
    const sandbox = await service();
    const { run, named, lastAttempt } = commandsOf(sandbox.env);
    await run(["journal", "import", "order-1", "cert-7"]);
    const ended = await named(await lastAttempt(), "cert-8");
    expect(ended).toMatchObject(refused("is not a reissue: a person imported its certificate."));
    expect(ended.stderr).toContain("import the right certificate");
  });

  test.concurrent("An id that the service gives again is confirmed by the command of the refusal", async () => {
    let isLost = false;
    const { url, heard } = await listener((_, response) => {
      if (isLost) response.socket?.destroy();
      else response.end('{"code":"success","data":{"certificate":{"id":"cert-same"}}}');
    });
    const { run, keyed, named, attempts, lastAttempt } = commandsOf(environmentFor(url));
    expect((await keyed("k")).stdout).toContain("certificate cert-same");
    isLost = true;
    expect(await keyed("l")).toMatchObject({ code: 5 });
    const attempt = await lastAttempt();
    const ended = await named(attempt, "cert-same");
    expect(ended).toMatchObject(refused("Order order-1 had certificate cert-same before attempt"));
    expect(commandsToPaste(ended).map((words) => words.slice(3, -2).join(" "))).toEqual([
      `${attempt} --certificate-id cert-same --same-id`,
      `${attempt} --not-happened`,
    ]);
    expect(await run(commandToPaste(ended, "--same-id"))).toMatchObject(resolved);
    expect(await attempts()).toMatchObject([
      { status: "succeeded", certificate_id: "cert-same" },
      { attempt_id: attempt, status: "succeeded", certificate_id: "cert-same", latest: true },
    ]);
    // Both keys are answered, and the next one is sent.
    isLost = false;
    expect((await keyed("l")).stdout).toContain("✓ already reissued");
    expect(heard).toHaveLength(2);
    expect((await keyed("m")).stdout).toContain("✓ reissued");
    expect(heard).toHaveLength(3);
  });
});
