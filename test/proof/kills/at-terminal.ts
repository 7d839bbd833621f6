import { isOpen, Journal } from "../../../src/journal/index.ts";
import { type Fault, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { startCertorder } from "../../harness/cli/cli.ts";
import { confirmedRequest, environmentFor, sslOrder } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import type { Killable } from "./kill.ts";
import { BrokenPromise, type RunReport, type WayOut } from "./recover.ts";

export const orderId = "order-1";

export class AtTerminal implements Killable {
  readonly before = 0;
  readonly sandbox: Sandbox;
  readonly journal = newJournal();
  env: Readonly<Record<string, string | undefined>> = {};
  request: readonly string[];

  private constructor(sandbox: Sandbox, request: readonly string[]) {
    this.sandbox = sandbox;
    this.request = request;
  }

  static async open(fault?: Fault, request = confirmedRequest("the first") as readonly string[]) {
    const sandbox = await startSandbox({ httpsPort: false, orders: [sslOrder(orderId)] });
    if (fault) sandbox.addFault(fault);
    return new AtTerminal(sandbox, request);
  }

  start(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const { url, credentials } = this.sandbox;
    const own = { ...environmentFor(url, credentials), CERTORDER_JOURNAL: this.journal };
    return startCertorder(args, { env: { ...own, ...this.env, ...more } });
  }

  run(more?: Readonly<Record<string, string>>) {
    return this.start(["reissue", orderId, ...this.request], more);
  }

  certificates(): string[] {
    return this.sandbox.ledger.map(({ certificateId }) => certificateId);
  }

  async openAttempts(): Promise<string[]> {
    const attempts = await new Journal(this.journal).attempts();
    return attempts.filter(isOpen).map(({ attemptId }) => attemptId);
  }

  async ask(): Promise<RunReport> {
    const { code, stdout, stderr } = await this.run().ended;
    const text = stdout + stderr;
    if (code !== 0 && code !== 4) throw new BrokenPromise("unsaid", `exit code ${code}: ${text}`);
    return { done: code === 0, text };
  }

  wantAnother(): void {
    this.request = confirmedRequest("the second");
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
