import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isOpen, Journal } from "../../../src/journal/index.ts";
import type { Fault, Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { environmentFor, goodRequest, sslOrder } from "../../harness/cli/service.ts";
import type { Killing } from "../../harness/killing.ts";
import { killing, stepsIn } from "../../harness/killing.ts";
import { BrokenPromise, type Caller, type RunReport, type WayOut } from "./recover.ts";

export const orderId = "order-1";

/** A person at a terminal. */
export class AtTerminal implements Caller, AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly journal = join(newFolder(), "deep", "journal");
  readonly #steps = join(newFolder(), "steps");
  /** More variables. */
  env: Readonly<Record<string, string | undefined>> = {};
  /** What is asked for. */
  request: readonly string[] = goodRequest("the first");

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /** With a fault for the first request. */
  static async open(fault?: Fault): Promise<AtTerminal> {
    const sandbox = await startSandbox({ httpsPort: false, orders: [sslOrder(orderId)] });
    if (fault) sandbox.fault(fault);
    return new AtTerminal(sandbox);
  }

  start(args: readonly string[], more: Readonly<Record<string, string | undefined>> = {}) {
    const { url, credentials } = this.sandbox;
    const env = {
      ...environmentFor(url, credentials),
      CERTORDER_JOURNAL_DIR: this.journal,
      ...this.env,
      ...more,
    };
    return startCertorder(args, { env });
  }

  reissue(more?: Readonly<Record<string, string | undefined>>) {
    return this.start(["reissue", orderId, ...this.request], more);
  }

  /** Runs to its end, or to the step at which it dies. */
  async dies(how: Killing = {}) {
    const { signal } = await this.reissue(killing(this.#steps, how)).ended;
    return { isKilled: signal === "SIGKILL", steps: stepsIn(this.#steps) };
  }

  /** Is killed after a time. */
  async diesAfter(ms: number) {
    const { child, ended } = this.reissue();
    await Promise.race([wait(ms), ended]);
    child.kill("SIGKILL");
    const { signal } = await ended;
    return { isKilled: signal === "SIGKILL" };
  }

  certificates(): string[] {
    return this.sandbox.ledger.map(({ certificateId }) => certificateId);
  }

  async openAttempts(): Promise<string[]> {
    const attempts = await new Journal({ dir: this.journal }).attempts();
    return attempts.filter(isOpen).map(({ attemptId }) => attemptId);
  }

  async ask(): Promise<RunReport> {
    const { code, stdout, stderr } = await this.reissue().ended;
    const text = stdout + stderr;
    if (code !== 0 && code !== 4) throw new BrokenPromise("unsaid", `exit code ${code}: ${text}`);
    return { done: code === 0, text };
  }

  wantAnother(): void {
    this.request = goodRequest("the second");
  }

  /** So much time passes that a person can be certain of what did not happen. */
  passTime(): void {
    ageJournal(this.journal);
  }

  wayOut(text: string): WayOut | undefined {
    const repair = readRepairCommand(text, orderId);
    if (repair) return { take: async () => void (await this.start(repair).ended) };
    const [, command, attempt, id] =
      /certorder (journal resolve \S+ (\S+)) --certificate-id (\S+)/.exec(text) ?? [];
    if (command === undefined || attempt === undefined) return undefined;
    const maySayNo = text.includes(`certorder ${command} --not-happened`);
    return {
      attempt,
      certificate: id === "ID" ? undefined : id,
      take: async (certificate) => {
        if (certificate === undefined && !maySayNo) return { done: false, text };
        if (certificate === undefined) this.passTime();
        const answer = certificate === undefined ? ["--not-happened"] : ["--certificate-id", certificate];
        await this.start([...command.split(" "), ...answer]).ended;
        return undefined;
      },
    };
  }

  async waitForOthers(): Promise<void> {
    // A command leaves nothing running.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
  }
}

/** The command that a message about a damaged journal names, with the confirmation of a person who looked the order up. */
export function readRepairCommand(text: string, orderId: string): string[] | undefined {
  return text.includes(`certorder journal repair ${orderId}`)
    ? ["journal", "repair", orderId, "--yes"]
    : undefined;
}
