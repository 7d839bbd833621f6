import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Journal } from "../../../src/journal/index.ts";
import type { Fault, Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder, startCertorder } from "../../cli/cli.ts";
import { environmentFor, goodRequest, sslOrder } from "../../cli/service.ts";
import type { Killing } from "../../killing.ts";
import { killing, stepsIn } from "../../killing.ts";
import type { Asker, Told, WayOut } from "./person.ts";

const orderId = "order-1";

/** Somebody at a terminal. */
export class AtTerminal implements Asker, AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly journal = join(newFolder(), "deep", "journal");
  readonly #steps = join(newFolder(), "steps");
  /** More variables. */
  env: Readonly<Record<string, string>> = {};

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /** With a fault for the first request. */
  static async open(fault?: Fault): Promise<AtTerminal> {
    const sandbox = await startSandbox({ httpsPort: false, orders: [sslOrder(orderId)] });
    if (fault) sandbox.fault(fault);
    return new AtTerminal(sandbox);
  }

  start(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const { url, credentials } = this.sandbox;
    const env = {
      ...environmentFor(url, credentials),
      CERTORDER_JOURNAL: this.journal,
      ...this.env,
      ...more,
    };
    return startCertorder(args, { env });
  }

  reissue(more?: Readonly<Record<string, string>>) {
    return this.start(["reissue", orderId, ...goodRequest], more);
  }

  /** Runs to its end, or to the step at which it dies. */
  async dies(how: Killing = {}) {
    const { signal, stdout } = await this.reissue(killing(this.#steps, how)).ended;
    return {
      isKilled: signal === "SIGKILL",
      hasSeenResult: showsResult(stdout),
      steps: stepsIn(this.#steps),
    };
  }

  /** Is killed after a time. */
  async diesAfter(ms: number) {
    const { child, ended } = this.reissue();
    await Promise.race([wait(ms), ended]);
    child.kill("SIGKILL");
    const { signal, stdout } = await ended;
    return { isKilled: signal === "SIGKILL", hasSeenResult: showsResult(stdout) };
  }

  certificates(): string[] {
    return this.sandbox.ledger.map(({ certificateId }) => certificateId);
  }

  async openAttempts(): Promise<string[]> {
    const attempts = await new Journal({ folder: this.journal }).attempts();
    return attempts.filter(({ closed }) => !closed).map(({ attemptId }) => attemptId);
  }

  async ask(): Promise<Told> {
    const { code, stdout, stderr } = await this.reissue().ended;
    return { done: code === 0, text: stdout + stderr };
  }

  wantAnother(): void {
    // The same command says so.
  }

  wayOut(text: string): WayOut | undefined {
    const [, attempt, id] = /certorder journal resolve (\S+) --certificate-id (\S+)/.exec(text) ?? [];
    if (attempt === undefined) return undefined;
    const maySayNo = text.includes(`certorder journal resolve ${attempt} --not-happened`);
    return {
      attempt,
      certificate: id === "ID" ? undefined : id,
      take: async (certificate) => {
        if (certificate === undefined && !maySayNo) return { done: false, text };
        const answer = certificate === undefined ? ["--not-happened"] : ["--certificate-id", certificate];
        await this.start(["journal", "resolve", attempt, ...answer]).ended;
        // With the id in hand there is nothing left to run.
        return certificate === undefined ? undefined : { done: true, text };
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

const showsResult = (output: string) => output.includes("✓ reissued");
