import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Deployer } from "../../../src/cli/receive/deployer.ts";
import { Journal } from "../../../src/journal/index.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { ask, issued, newReceiver, reissued } from "../../harness/cli/receiver.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";

/** A program that runs these lines of a shell. */
function program(file: string, ...lines: string[]): string {
  writeFileSync(file, `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
  return file;
}

/** What the programs of all receivers did about an order. */
const deployments = async (journal: Journal, order = "order-1") =>
  (await journal.callbacks.read(order)).deployments.map(
    ({ step, certificateId }) => `${step} ${certificateId}`,
  );

/** Lines of a file, once it has so many. */
const lines = (file: string, count: number) =>
  vi.waitFor(() => {
    const found = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    expect(found.length).toBeGreaterThanOrEqual(count);
    return found;
  }, 20_000);

describe("certorder receive --on-issued", () => {
  test.concurrent("The program gets what is documented, nothing else, and runs once for a certificate", async () => {
    const { path, journal, start } = await newReceiver();
    const deploy = program(path("deploy.sh"), `env | grep -v "^\\(PWD\\|SHLVL\\|_\\)=" >> ${path("env")}`);
    // It does not run for a certificate that was issued before the receiver began to deploy.
    await reissued(journal, "cert-0");
    const without = await start();
    await ask(without.url, callbackEvent("cert-0"));
    without.child.kill("SIGTERM");
    await without.ended;
    const { url, logged, child, ended } = await start("--on-issued", deploy);
    expect(await logged("skipped")).toMatchObject({ order_id: "order-1", certificate_id: "cert-0" });
    await reissued(journal, "cert-1");
    for (const _ of [1, 2]) await ask(url, callbackEvent("cert-1"));
    await logged("deployed");
    child.kill("SIGTERM");
    await ended;
    const names = readFileSync(path("env"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    expect(names.filter((name) => name?.startsWith("CERTORDER_")).sort()).toEqual([
      "CERTORDER_CERTIFICATE_ID",
      "CERTORDER_ORDER_ID",
      "CERTORDER_RECEIVED_AT",
    ]);
    expect(names).toContain("PATH");
    for (const name of names)
      expect(name).toMatch(/^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|CERTORDER_\w+)$/);
    expect(await deployments(journal)).toEqual(["skipped cert-0", "deploying cert-1", "deployed cert-1"]);
  });

  test.concurrent("A program that fails runs again, also after a kill, until it succeeds for the newest certificate", async () => {
    const { path, journal, start } = await newReceiver();
    const deploy = program(
      path("deploy.sh"),
      `echo $CERTORDER_CERTIFICATE_ID >> ${path("tried")}`,
      `test -f ${path("repaired")} || { echo "no space left" >&2; exit 3; }`,
    );
    const first = await start("--on-issued", deploy, "--health-port", "0");
    await reissued(journal, "cert-1");
    await ask(first.url, callbackEvent("cert-1"));
    expect(await first.logged("program_failed")).toMatchObject({
      order_id: "order-1",
      certificate_id: "cert-1",
      exit_code: 3,
      output: "no space left\n",
    });
    // Again by itself, after a second.
    const failures = () => first.lines().filter((line) => line.event === "program_failed");
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(1), 15_000);
    // A callback that comes again does not shorten the wait.
    await ask(first.url, callbackEvent("cert-1"));
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(2), 15_000);
    const waits = failures().map((line) => line.retry_in_ms);
    expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    const [, second = 0, third = 0] = failures().map(({ at }) => Date.parse(String(at)));
    expect(third - second).toBeGreaterThan(1_900);
    // A newer certificate does not wait, and has waits of its own.
    await reissued(journal, "cert-2");
    await ask(first.url, callbackEvent("cert-2"));
    const ofNewer = () => failures().find((line) => line.certificate_id === "cert-2");
    await vi.waitFor(() => expect(ofNewer()).toMatchObject({ retry_in_ms: 1_000 }), 15_000);
    const health = await fetch(String((await first.logged("listening"))?.health));
    const [{ at: since } = {}] = (await issued(journal)).slice(-1);
    const about = { order_id: "order-1", certificate_id: "cert-2", since, failure: "exit code 3" };
    expect(await health.json()).toMatchObject({ status: "ok", pending: 1, failing: 1, deployments: [about] });
    first.child.kill("SIGKILL");
    await first.ended;
    writeFileSync(path("repaired"), "");
    const again = await start("--on-issued", deploy);
    expect(await again.logged("deployed")).toMatchObject({ certificate_id: "cert-2" });
    // An older certificate is never deployed after a newer one, although its callback comes again.
    await ask(again.url, callbackEvent("cert-1"));
    again.child.kill("SIGTERM");
    await again.ended;
    const tried = readFileSync(path("tried"), "utf8").trim().split("\n");
    expect(tried.lastIndexOf("cert-1")).toBeLessThan(tried.indexOf("cert-2"));
    expect((await deployments(journal)).at(-1)).toBe("deployed cert-2");
  });

  test.concurrent("A callback that was recorded without an answer is deployed when it is delivered again, and at the start", async () => {
    const { path, journal, start } = await newReceiver();
    const deploy = program(path("deploy.sh"), `echo $CERTORDER_CERTIFICATE_ID >> ${path("deployed")}`);
    const { url } = await start("--on-issued", deploy);
    await reissued(journal, "cert-1");
    // Another process wrote it, as a receiver does whose answer was lost.
    await journal.callbacks.record({ orderId: "order-1", certificateId: "cert-1", receiver: "r1" });
    expect(existsSync(path("deployed"))).toBe(false);
    await ask(url, callbackEvent("cert-1"));
    expect(await lines(path("deployed"), 1)).toEqual(["cert-1"]);
    await reissued(journal, "cert-1", "order-2");
    await journal.callbacks.record({ orderId: "order-2", certificateId: "cert-1", receiver: "r1" });
    await start("--on-issued", deploy);
    expect(await lines(path("deployed"), 2)).toEqual(["cert-1", "cert-1"]);
  });

  test.concurrent("A second receiver with this name warns at its start, and one after a receiver that has ended does not", async () => {
    const { start } = await newReceiver();
    const begin = async () => {
      const receiver = await start("--on-issued", "/bin/true");
      const told = receiver.lines().filter(({ message }) => String(message).includes("at work"));
      return { ...receiver, told: told.map(({ message }) => message) };
    };
    const both = [await begin(), await begin()];
    const warning = expect.stringMatching(/^A receiver named r1 was at work at .*both may run the program/);
    expect(both.map(({ told }) => told)).toEqual([[], [warning]]);
    for (const { child, ended } of both) {
      child.kill("SIGKILL");
      await ended;
    }
    expect((await begin()).told).toEqual([]);
  });

  test("Programs that fail do not hold back a new certificate of their order, nor other orders", async () => {
    const { path, journal, start } = await newReceiver();
    const deploy = program(
      path("deploy.sh"),
      'test "$CERTORDER_CERTIFICATE_ID" = cert-2 || test "$CERTORDER_ORDER_ID" = order-9',
    );
    const receiver = await start("--on-issued", deploy);
    const orders = Array.from({ length: 10 }, (_, index) => `order-${index}`);
    for (const order of orders) await reissued(journal, `cert-of-${order}`, order);
    for (const order of orders) await ask(receiver.url, callbackEvent(`cert-of-${order}`, order));
    await reissued(journal, "cert-2", "order-0");
    await ask(receiver.url, callbackEvent("cert-2", "order-0"));
    await vi.waitFor(() => {
      const deployed = receiver.lines().filter(({ event }) => event === "deployed");
      expect(deployed.map(({ certificate_id }) => certificate_id).sort()).toEqual([
        "cert-2",
        "cert-of-order-9",
      ]);
    }, 10_000);
    expect((await deployments(journal, "order-0")).at(-1)).toBe("deployed cert-2");
    expect((await deployments(journal, "order-1")).at(-1)).toBe("deploying cert-of-order-1");
  });

  test("Each minute the receiver looks for certificates that no callback tells it about", async () => {
    const { path, journal } = await newReceiver();
    const deploy = program(path("deploy.sh"), `echo $CERTORDER_CERTIFICATE_ID >> ${path("deployed")}`);
    const receiver = { name: "r1", journal: new Journal(path("journal")), service: undefined, log() {} };
    await journal.callbacks.addReceiver("r1", { deploys: true });
    await reissue(journal, commandIntent(), "unknown");
    await journal.callbacks.record({ orderId: "order-1", certificateId: "cert-1", receiver: "r1" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const deployer = new Deployer({ ...receiver, program: { path: deploy, timeoutMs: 60_000, env: {} } });
    onTestFinished(() => deployer.stop());
    deployer.start();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    const [open] = await journal.attempts("order-1");
    const statement = { orderId: "order-1", attemptId: open?.attemptId ?? "", certificateId: "cert-1" };
    await journal.resolve(statement);
    vi.advanceTimersByTime(60_000);
    expect(await lines(path("deployed"), 1)).toEqual(["cert-1"]);
  });

  test.each([
    ["the program cannot be started", "program_failed", "null bytes"],
    ["the journal cannot be read", "journal_unavailable", "cannot be used"],
  ])("If %s, the log has %s", async (_, event, error) => {
    const { path, journal } = await newReceiver();
    await journal.callbacks.addReceiver("r1", { deploys: true });
    await reissued(journal, "cert-1");
    await journal.callbacks.record({ orderId: "order-1", certificateId: "cert-1", receiver: "r1" });
    if (event === "journal_unavailable") {
      rmSync(path("journal"), { recursive: true });
      writeFileSync(path("journal"), "");
    }
    const logged = Promise.withResolvers<object>();
    const log = (event: string, details: object) => logged.resolve({ event, ...details });
    // No program has a NUL in its name, so Node throws.
    const program = { path: "deploy\0", timeoutMs: 60_000, env: {} };
    const deployer = new Deployer({ name: "r1", journal, service: undefined, log, program });
    onTestFinished(() => deployer.stop());
    deployer.look("order-1");
    const failed = { event, order_id: "order-1", error: expect.stringContaining(error), retry_in_ms: 1_000 };
    expect(await logged.promise).toMatchObject(failed);
  });

  test.concurrent("A program that hangs is ended with what it started, and its flood of output is cut", async () => {
    const { path, journal, start } = await newReceiver();
    const deploy = program(
      path("deploy.sh"),
      `head -c 10000000 /dev/zero | tr '\\0' 'x'`,
      `sleep 60 & echo $! >> ${path("started")}; sleep 60`,
    );
    const { url, logged, child, ended } = await start("--on-issued", deploy, "--on-issued-timeout", "1s");
    await reissued(journal, "cert-1");
    await ask(url, callbackEvent("cert-1"));
    const failed = await logged("program_failed");
    expect(failed).toMatchObject({ timed_out: true, signal: "SIGKILL" });
    expect(String(failed?.output).length).toBeLessThanOrEqual(2_000);
    // It may have started once more by then.
    child.kill("SIGTERM");
    await ended;
    for (const started of await lines(path("started"), 1))
      await vi.waitFor(() => expect(() => process.kill(Number(started), 0)).toThrow("ESRCH"), 20_000);
  });

  test.runIf(process.platform === "linux").concurrent.each(["SIGTERM", "SIGKILL"] as const)(
    "A program whose lock ended with its shell does not go on beside the next one: %s",
    async (killed) => {
      const { path, journal, start } = await newReceiver();
      const deploy = program(
        path("deploy.sh"),
        `test -f ${path("shell")} && sleep 3 && exit 0`,
        "trap '' TERM",
        `echo $PPID > ${path("new")} && mv ${path("new")} ${path("shell")}`,
        `sleep 3; touch ${path("survived")}`,
      );
      const { url, lines: log, logged } = await start("--on-issued", deploy, "--health-port", "0");
      await reissued(journal, "cert-1");
      await ask(url, callbackEvent("cert-1"));
      const [shell] = await lines(path("shell"), 1);
      process.kill(Number(shell), killed);
      expect(await logged("program_failed")).toMatchObject({ signal: killed, timed_out: false });
      const health = await fetch(String(log()[0]?.health));
      expect(await health.json()).toMatchObject({ deployments: [{ failure: `ended by ${killed}` }] });
      await logged("deployed");
      expect(existsSync(path("survived"))).toBe(false);
    },
  );

  test
    .runIf(process.platform === "linux")
    .concurrent(
      "A program whose receiver was killed holds the lock of its order, and a daemon that it leaves behind does not",
      async () => {
        const { path, journal, start } = await newReceiver();
        const deploy = program(
          path("deploy.sh"),
          `echo begin >> ${path("runs")}`,
          `while ! test -f ${path("go")}; do sleep 0.1; done`,
          `sleep 30 & `,
          `echo end >> ${path("runs")}`,
        );
        const first = await start("--on-issued", deploy);
        await reissued(journal, "cert-1");
        await ask(first.url, callbackEvent("cert-1"));
        await lines(path("runs"), 1);
        first.child.kill("SIGKILL");
        const second = await start("--on-issued", deploy);
        await second.logged("locked");
        writeFileSync(path("go"), "");
        await second.logged("deployed");
        expect(await lines(path("runs"), 4)).toEqual(["begin", "end", "begin", "end"]);
      },
    );
});
