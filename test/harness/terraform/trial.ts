import { cpSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Attempt } from "../../../src/journal/index.ts";
import { isRunning } from "../../../src/journal/process.ts";
import type { Fault } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../on-loopback.ts";
import { order, reissue, TerraformWithSandbox } from "./terraform-with-sandbox.ts";
import { attributesIn, editAttributes, editPrivate, type Run, Workspace } from "./tofu.ts";

// Applies that are interrupted for real, and what people do afterwards. In all of it the service counts one reissue for each
// time that a person asked for one, and the state ends up with its certificate.

export const address = "certorder_reissue.site";
export const orderId = "o-1";
const otherOrder = "o-2";

/** Long enough to strike in the middle of it; the service has carried the reissue out by then. */
const slowAnswer: Fault = { kind: "slow-bytes", everyMs: 25 };

/** How an apply is interrupted while its reissue is on its way. */
export interface Interruption {
  readonly fault?: Fault;
  readonly env?: Readonly<Record<string, string>>;
  /** Happens once the service has carried the reissue out and begins to answer. */
  readonly strike?: (victim: Victim) => Promise<void> | void;
  readonly refusesState?: true;
  /** What the journal knows afterwards. */
  readonly leaves: "result" | "open attempt";
}

interface Victim {
  readonly tofu: number;
  readonly said: (text: string) => Promise<void>;
}

/** To all processes at once, as a terminal, a container or a service manager does it. */
const toAll = (signal: NodeJS.Signals) => (victim: Victim) => void process.kill(-victim.tofu, signal);

export const interruptions = {
  "Ctrl-C": { fault: slowAnswer, strike: toAll("SIGINT"), leaves: "result" },
  "SIGTERM to all": { fault: slowAnswer, strike: toAll("SIGTERM"), leaves: "result" },
  "Ctrl-C twice": {
    // An answer could come before the second.
    fault: { kind: "hang", effect: true },
    async strike(victim) {
      process.kill(-victim.tofu, "SIGINT");
      await victim.said("Interrupt received");
      process.kill(-victim.tofu, "SIGINT");
    },
    leaves: "open attempt",
  },
  "state write refused": { refusesState: true, leaves: "result" },
  "reset after processing": { fault: { kind: "reset-after-processing" }, leaves: "open attempt" },
  "no answer in time": {
    fault: { kind: "hang", effect: true },
    env: { CERTORDER_TIMEOUT_SECONDS: "6" },
    leaves: "open attempt",
  },
  "answer without id": { fault: { kind: "no-certificate-id" }, leaves: "open attempt" },
  "500 after processing": { fault: { kind: "status", status: 500, effect: true }, leaves: "open attempt" },
} as const satisfies Record<string, Interruption>;

/** What the interrupted apply was to do. */
export const reissueReasons = {
  create: { prepare: async () => {} },
  update: {
    async prepare(trial) {
      await trial.reissuesOnce();
      trial.configure({ triggers: { version: "2" } });
    },
  },
  renewal: {
    async prepare(trial) {
      trial.configure({ renews: true });
      await trial.reissuesOnce();
      trial.editAttributes({ issued_at: new Date(Date.now() - 61 * 86_400_000).toISOString() });
    },
  },
  "replacement of another order, create_before_destroy": {
    async prepare(trial) {
      trial.configure({ createFirst: true, order: otherOrder });
      await trial.reissuesOnce();
      trial.configure({ order: orderId });
    },
  },
  "replacement of a tainted one": { prepare: taintedAndChanged },
  "replacement of a tainted one, create_before_destroy": {
    async prepare(trial) {
      trial.configure({ createFirst: true });
      await taintedAndChanged(trial);
    },
  },
} as const satisfies Record<string, { readonly prepare: (trial: Trial) => Promise<void> }>;

/** A tainted object knows nothing of the latest certificate, so a person has to supersede it. */
async function taintedAndChanged(trial: Trial): Promise<void> {
  await trial.reissuesOnce();
  await trial.ok("taint", address);
  trial.configure({ triggers: { version: "2" }, ...superseding(String(trial.attributes?.attempt_id)) });
}

/** The provider's argument `resolve` with an entry for the order. */
export function resolving(entry: string): Configuration {
  return { provider: `  resolve = { "${orderId}" = "${entry}" }` };
}

/** The provider's argument `supersede` with an entry for the order. */
function superseding(attemptId: string): Configuration {
  return { provider: `  supersede = { "${orderId}" = "${attemptId}" }` };
}

interface Configuration {
  readonly order?: string;
  readonly triggers?: Readonly<Record<string, string>>;
  readonly createFirst?: boolean;
  /** In a window that opens 60 days after the certificate was issued. */
  readonly renews?: boolean;
  /** Lines of the provider block. */
  readonly provider?: string;
  /** Another text instead of the resource. */
  readonly resource?: string | undefined;
}

/** A sandbox, a workspace, and perhaps a server that keeps the state: where one interruption is tried. */
export class Trial implements AsyncDisposable {
  readonly stage: TerraformWithSandbox;
  readonly states: StateServer | undefined;
  #configuration: Configuration = {};
  /** Folders to be removed in the end. */
  readonly #folders: string[] = [];

  private constructor(stage: TerraformWithSandbox, states: StateServer | undefined) {
    this.stage = stage;
    this.states = states;
  }

  static async open({ remoteState = false, env = {} } = {}): Promise<Trial> {
    const states = remoteState ? await StateServer.start() : undefined;
    const orders = [orderId, otherOrder].map((id) => order(id));
    const trial = new Trial(await TerraformWithSandbox.open({ env, orders }), states);
    if (states)
      trial.workspace.write(
        `terraform {\n  backend "http" {\n    address = "${states.url}"\n  }\n}\n`,
        "backend.tf",
      );
    trial.configure({});
    const { exit, text } = await trial.workspace.init();
    expect(exit, text).toBe(0);
    return trial;
  }

  get workspace() {
    return this.stage.workspace;
  }

  get reissues(): number {
    return this.stage.reissues();
  }

  /** The certificate of the last reissue. */
  get certificate(): string {
    return this.stage.sandbox.ledger.at(-1)?.certificateId ?? "";
  }

  /** What the state has of the resource, wherever it is kept. */
  get attributes(): Record<string, unknown> | undefined {
    const { states, workspace } = this;
    return states ? attributesIn(states.state ?? "", address) : workspace.attributes(address);
  }

  /** The state as another day would have left it. */
  editAttributes(changes: Record<string, unknown>): void {
    const { states, stage } = this;
    if (states) states.state = editAttributes(states.state ?? "", changes);
    else stage.editAttributes(changes);
  }

  /** Changes the given parts of the configuration. */
  configure(changes: Configuration): void {
    this.#configuration = { ...this.#configuration, ...changes };
    const { order = orderId, triggers, createFirst, renews, provider = "", resource } = this.#configuration;
    const renewing = renews ? { validity_days: 90, renew_before_days: 30 } : {};
    const args = { order_id: order, triggers, ...renewing };
    const more = createFirst ? "  lifecycle {\n    create_before_destroy = true\n  }\n" : "";
    this.workspace.write(`provider "certorder" {\n${provider}\n}\n${resource ?? reissue(args, { more })}`);
  }

  /** Runs a command that has to succeed. */
  async ok(...args: string[]): Promise<Run> {
    const run = await this.workspace.run(...args);
    expect(run.exit, run.text).toBe(0);
    return run;
  }

  async reissuesOnce(): Promise<void> {
    await this.ok("apply", "-input=false", "-auto-approve");
    expect(this.reissues).toBe(1);
  }

  /** Plans, saves the plan as `saved.plan`, applies it, and interrupts that. Returns the attempt that it left behind. */
  async interrupt(interruption: Interruption): Promise<Attempt> {
    await this.ok("plan", "-input=false", "-out=saved.plan");
    const { fault, env, strike, refusesState } = interruption;
    const { sandbox } = this.stage;
    const before = sandbox.ledger.length;
    if (fault) sandbox.addFault(fault);
    if (this.states) this.states.refuses = refusesState ?? false;
    const { child, ended } = this.workspace.start(["apply", "-no-color", "-input=false", "saved.plan"], env);
    let printed = "";
    child.stdout?.on("data", (text: string) => (printed += text));
    await until("the service has carried the reissue out", () => sandbox.ledger.length > before);
    const attempt = (await this.attempts()).at(-1);
    await strike?.({
      tofu: child.pid ?? 0,
      said: (text) => until(`tofu says "${text}"`, () => printed.includes(text)),
    });
    const { exit, text } = await ended;
    if (this.states) this.states.refuses = false;
    expect(exit, text).not.toBe(0);
    const left = await this.senderGone();
    expect(left?.attemptId).toBe(attempt?.attemptId);
    if (!left) throw new Error("The journal has no attempt.");
    expect(left.status, text).toBe(interruption.leaves === "open attempt" ? "open" : "succeeded");
    return left;
  }

  attempts(): Promise<Attempt[]> {
    return this.stage.journal.attempts(orderId);
  }

  /** So much time passes that a person may say that an attempt did not happen. */
  passTime(): void {
    this.stage.passesTime();
    if (!this.attributes?.open_attempt_id) return;
    const endedAt = new Date(Date.now() - 3_600_000).toISOString();
    const { states, stage } = this;
    if (states) states.state = editPrivate(states.state ?? "", { endedAt });
    else stage.writeState(editPrivate(stage.stateText, { endedAt }));
  }

  /** The last attempt, once the process that sent it is gone: a provider outlives a tofu that was killed. */
  async senderGone(): Promise<Attempt | undefined> {
    await until("the provider is gone", async () =>
      (await this.attempts()).every(
        ({ lastEvent, process }) => lastEvent !== "sent" || isRunning(process ?? "") === false,
      ),
    );
    return (await this.attempts()).at(-1);
  }

  /** Another workspace with the same configuration and journal, and a state of its own. */
  async another(): Promise<Workspace> {
    const { env, journal, folder } = this.workspace;
    const mirror = dirname(env.TF_CLI_CONFIG_FILE ?? "");
    const { sandbox } = this.stage;
    const other = new Workspace({ mirror, sandbox, env: { CERTORDER_JOURNAL: journal } });
    this.#folders.push(other.folder);
    cpSync(join(folder, "main.tf"), join(other.folder, "main.tf"));
    const { exit, text } = await other.init();
    expect(exit, text).toBe(0);
    return other;
  }

  hasNothingToDo(): Promise<void> {
    return this.stage.hasNothingToDo();
  }

  /** `tofu state …` */
  state(...args: string[]): Promise<Run> {
    return this.workspace.start(["state", ...args]).ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stage[Symbol.asyncDispose]();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    this.states?.close();
  }
}

/** Where OpenTofu can keep a state, and be refused to. */
class StateServer {
  readonly #server: Server;
  url = "";
  state: string | undefined;
  refuses = false;
  /** Hears of each state before it is stored, when it can still be refused, and again right after that. */
  onStore: (moment: "before" | "after", state: string) => void = () => {};

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<StateServer> {
    const server = createServer();
    const states = new StateServer(server);
    server.on("request", async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (request.method === "GET") {
        response.statusCode = states.state === undefined ? 404 : 200;
        response.end(states.state);
        return;
      }
      states.onStore("before", body);
      if (states.refuses) response.statusCode = 403;
      else {
        states.state = request.method === "DELETE" ? undefined : body;
        states.onStore("after", body);
      }
      response.end();
    });
    states.url = `http://127.0.0.1:${await onLoopback(server)}/`;
    return states;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Waits for something that is sure to come. The bound is only for the day when it does not. */
export async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await is())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await wait(10);
  }
}
