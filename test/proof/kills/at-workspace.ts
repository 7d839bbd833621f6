import { isOpen, latestAttempt } from "../../../src/journal/index.ts";
import { address, orderId, reissueReasons, Trial, until } from "../../harness/terraform/trial.ts";
import { readRepairCommand } from "./at-terminal.ts";
import type { Killable } from "./kill.ts";
import { BrokenPromise, type RunReport, type WayOut } from "./recover.ts";

export type ReissueReason = keyof typeof reissueReasons;

/** What people and pipelines do first after an apply that was interrupted. */
const followUps = {
  apply: async () => "",
  "the plan from before": ({ trial }) => run(trial, "apply", "saved.plan"),
  "apply -refresh=false": ({ trial }) => run(trial, ...applying, "-refresh=false"),
  "apply -target": ({ trial }) => run(trial, ...applying, `-target=${address}`),
  "apply -replace": ({ trial }) => run(trial, ...applying, `-replace=${address}`, "-refresh=false"),
  "apply -refresh-only": ({ trial }) => run(trial, ...applying, "-refresh-only"),
  async untaint({ trial }) {
    await trial.workspace.run("untaint", address);
    return run(trial, ...applying);
  },
  create_before_destroy({ trial }) {
    trial.configure({ createFirst: true });
    return run(trial, ...applying, "-refresh=false");
  },
  async taint({ trial }) {
    await trial.workspace.run("taint", address);
    return run(trial, ...applying, "-refresh=false");
  },
  destroy: ({ trial }) => run(trial, "destroy", "-auto-approve", "-refresh=false"),
  async "a removed block"({ trial }) {
    trial.configure({ resource: `removed {\n  from = ${address}\n}\n` });
    const text = await run(trial, ...applying);
    trial.configure({ resource: undefined });
    return text;
  },
  async "state rm and import"(person) {
    const { trial, before } = person;
    if (trial.reissues === before) return "";
    await trial.state("rm", address);
    person.imported = trial.certificate;
    return run(trial, "import", address, `${orderId}/${trial.certificate}@latest`);
  },
} as const satisfies Record<string, (person: AtWorkspace) => Promise<string>>;

type FollowUp = keyof typeof followUps;

/** After these, the object of the state is lost. */
const losesObject: readonly FollowUp[] = ["taint", "destroy", "a removed block", "state rm and import"];

/** A renewal is due for the stored object: without the object, the certificate is adopted. */
export function followUpsAfter(reason: ReissueReason): readonly FollowUp[] {
  const all = Object.keys(followUps) as FollowUp[];
  return reason === "renewal" ? all.filter((name) => !losesObject.includes(name)) : all;
}

function isAlive(group: number | undefined): boolean {
  try {
    return group !== undefined && process.kill(-group, 0);
  } catch {
    return false;
  }
}

async function run(trial: Trial, command: string, ...args: string[]): Promise<string> {
  return (await trial.workspace.run(command, "-input=false", ...args)).text;
}

export const resolveMethods = ["argument", "variable", "command"] as const;

export const reissueMethods = ["triggers", "supersede"] as const;

const applying = ["apply", "-auto-approve"] as const;
const apply = ["apply", "-no-color", "-input=false", "-auto-approve"];
const failures = /panic|crash|Plugin did not respond|bug in the provider|internal error/i;

export interface Habits {
  readonly followUp: FollowUp;
  readonly resolveMethod: (typeof resolveMethods)[number];
  readonly reissueMethod: (typeof reissueMethods)[number];
}

const usual: Habits = { followUp: "apply", resolveMethod: "argument", reissueMethod: "triggers" };

export class AtWorkspace implements Killable {
  readonly trial: Trial;
  readonly before: number;
  readonly #habits: Habits;
  imported: string | undefined;
  /** The process group of the last apply that may be killed. */
  #group: number | undefined;
  #known: readonly string[];
  #said: { readonly resolve?: string; readonly supersede?: string } = {};

  private constructor(trial: Trial, habits: Habits) {
    this.trial = trial;
    this.#habits = habits;
    this.before = trial.reissues;
    this.#known = this.certificates();
  }

  static async open(
    reason: ReissueReason,
    options: Partial<Habits> & Parameters<typeof Trial.open>[0] = {},
  ): Promise<AtWorkspace> {
    const trial = await Trial.open(options);
    await reissueReasons[reason].prepare(trial);
    if (options.followUp === "the plan from before") await run(trial, "plan", "-out=saved.plan");
    return new AtWorkspace(trial, { ...usual, ...options });
  }

  get sandbox() {
    return this.trial.stage.sandbox;
  }

  /** In a process group of its own, which can be killed as one. */
  run(env: Readonly<Record<string, string>> = {}) {
    const started = this.trial.workspace.start(apply, env);
    this.#group = started.child.pid;
    return started;
  }

  /** OpenTofu is killed when a server is about to store the state that has the new certificate, or just has. */
  async diesStoring(when: "before" | "after"): Promise<boolean> {
    const { states } = this.trial;
    if (!states) throw new Error("The state is not kept by a server.");
    const { child, ended } = this.run();
    let isKilled = false;
    states.onStore = (moment, state) => {
      if (moment !== when || !state.includes(`"${this.certificates()[this.before]}"`)) return;
      isKilled = child.kill("SIGKILL");
      states.refuses = true;
    };
    await ended;
    states.onStore = () => {};
    states.refuses = false;
    return isKilled;
  }

  certificates(): string[] {
    return this.sandbox.ledger.map(({ certificateId }) => certificateId);
  }

  async openAttempts(): Promise<string[]> {
    return (await this.trial.attempts()).filter(isOpen).map(({ attemptId }) => attemptId);
  }

  async followUp(): Promise<void> {
    const { followUp } = this.#habits;
    // A provider that outlives its core may still write. Only an apply may meet it: the workspace watches the others.
    if (!/^apply(?! -refresh-only)/.test(followUp))
      await until("the killed apply has left no process", () => !isAlive(this.#group));
    const text = await followUps[followUp](this);
    if (failures.test(text)) throw new BrokenPromise("unsaid", text);
  }

  async ask(): Promise<RunReport> {
    const { exit, text } = await this.trial.workspace.apply();
    if (failures.test(text)) throw new BrokenPromise("unsaid", text);
    if (exit !== 0) return { done: false, text };
    // Success means that the state knows the certificate that is in use.
    return { done: this.#stored().includes(`"${this.certificates().at(-1)}"`), text };
  }

  #stored(): string {
    return this.trial.states ? (this.trial.states.state ?? "") : this.trial.stage.stateText;
  }

  async wantAnother(): Promise<void> {
    this.#known = this.certificates();
    const latest = latestAttempt(await this.trial.attempts());
    if (this.#habits.reissueMethod === "supersede" && latest) this.#says({ supersede: latest.attemptId });
    else this.trial.configure({ triggers: { version: "one more" } });
  }

  #says(more: { readonly resolve?: string; readonly supersede?: string }): void {
    this.#said = { ...this.#said, ...more };
    const lines = Object.entries(this.#said).map(
      ([name, value]) => `  ${name} = { "${orderId}" = "${value}" }`,
    );
    this.trial.configure({ provider: lines.join("\n") });
  }

  wayOut(text: string): WayOut | undefined {
    const repair = readRepairCommand(text, orderId);
    if (repair) return { take: async () => void (await this.trial.stage.certorder(...repair)) };
    const [, superseded] = /"[^"]+" = "([^"]+)" # add this entry to supersede/.exec(text) ?? [];
    const offered = [...text.matchAll(/"([^"]+)" = "([^":]+):([^"]+)" # add this entry to resolve/g)];
    if (superseded !== undefined && offered.length === 0) return this.#onTop(superseded, text);
    const [, order, attempt = "", id] = offered.findLast(([, , , result]) => result !== "not-happened") ?? [];
    if (order !== orderId) return undefined;
    const maySayNo = offered.some(([, , , result]) => result === "not-happened");
    return {
      attempt,
      certificate: id === "CERTIFICATE_ID" ? undefined : id,
      take: async (certificate) => {
        const made = certificate ?? this.imported;
        if (made === undefined && !maySayNo) return { done: false, text };
        if (made === undefined) this.trial.passTime();
        await this.#resolve(attempt, made);
        return undefined;
      },
    };
  }

  async #resolve(attempt: string, certificate: string | undefined): Promise<void> {
    const entry = `${attempt}:${certificate ?? "not-happened"}`;
    const { resolveMethod } = this.#habits;
    if (resolveMethod === "argument") this.#says({ resolve: entry });
    else if (resolveMethod === "variable")
      this.trial.workspace.env.CERTORDER_RESOLVE = `other=a:b,${orderId}=${entry}`;
    else {
      const outcome = certificate === undefined ? ["--not-happened"] : ["--certificate-id", certificate];
      await this.trial.stage.certorder("journal", "resolve", orderId, attempt, ...outcome);
    }
  }

  /** The order has a newer certificate, the message says. Only a person who knew that certificate supersedes it. */
  #onTop(attempt: string, text: string): WayOut {
    const [, certificate = ""] = /latest certificate of order \S+ is (\S+) \(/.exec(text) ?? [];
    return {
      certificate,
      take: async () => {
        if (!this.#known.includes(certificate)) return { done: false, text };
        this.#says({ supersede: attempt });
        return undefined;
      },
    };
  }

  async waitForOthers(): Promise<void> {
    await this.trial.senderGone();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.waitForOthers();
    await this.trial[Symbol.asyncDispose]();
  }
}
