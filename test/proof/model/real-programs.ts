import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine } from "../../harness/program.ts";
import { hcl } from "../../harness/terraform/terraform-with-sandbox.ts";
import { installedMirror, type Run, Workspace } from "../../harness/terraform/tofu.ts";
import { commandArguments, reissueByLibrary } from "./command.ts";
import type { Failure } from "./failures.ts";
import { Orders, shiftClock } from "./order.ts";
import {
  type ApplyOptions,
  type BlockName,
  blockNames,
  type Command,
  type Configuration,
  type Driver,
  effectiveMove,
  type OrderView,
  type PlanOptions,
  type Project,
  projects,
  type Setup,
  type StateFile,
  type StepResult,
  type StoredObject,
} from "./types.ts";

const [program, ...first] = commandLine();
const resourceAddress = (name: BlockName) => `certorder_reissue.${name}`;

/** The parts of a state file that are read or configuration here. */
interface File {
  readonly version: 4;
  readonly serial: number;
  readonly lineage: string;
  readonly resources: readonly {
    readonly mode: "managed";
    readonly type: "certorder_reissue";
    readonly name: BlockName;
    readonly provider: string;
    readonly instances: readonly {
      readonly status?: "tainted" | undefined;
      readonly deposed?: string | undefined;
      readonly schema_version: number;
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly private?: string;
    }[];
  }[];
}

/** OpenTofu or Terraform itself, and the command line as it was built. */
export class RealPrograms implements Driver {
  readonly orders: Orders;
  readonly #mirror: string;
  readonly #workspaces: Readonly<Record<Project, Workspace>>;
  readonly #kept = new Map<Project, Configuration>();
  #provider = "";

  private constructor(orders: Orders, mirror: string, core: string | undefined) {
    this.orders = orders;
    this.#mirror = mirror;
    const { sandbox } = orders;
    const workspace = () => new Workspace({ mirror, sandbox, program: core });
    this.#workspaces = { a: workspace(), b: workspace(), t: workspace() };
  }

  static async open(core: string | undefined): Promise<RealPrograms> {
    const driver = new RealPrograms(await Orders.open(), installedMirror(), core);
    for (const project of projects) {
      driver.#workspaces[project].write("");
      const { exit, text } = await driver.#workspaces[project].init();
      if (exit !== 0) throw new Error(text);
    }
    return driver;
  }

  async begin(): Promise<void> {
    await this.orders.next();
    for (const project of projects) {
      rmSync(this.#file(project), { force: true });
      rmSync(`${this.#file(project)}.backup`, { force: true });
    }
  }

  async inspect(): Promise<OrderView> {
    const [a, b, t] = projects.map((project) => this.#read(project)) as [StateFile, StateFile, StateFile];
    return { ...(await this.orders.inspect()), states: { a, b, t } };
  }

  writeState(project: Project, { serial, lineage, objects }: StateFile): void {
    if (serial === 0) {
      rmSync(this.#file(project), { force: true });
      return;
    }
    const file: File = {
      version: 4,
      serial,
      lineage,
      resources: Object.entries(objects).map(([name, { attributes, private: data, tainted }]) => ({
        mode: "managed",
        type: "certorder_reissue",
        name: name as BlockName,
        provider: this.#provider,
        instances: [{ schema_version: 0, attributes, private: data, ...(tainted && { status: "tainted" }) }],
      })),
    };
    writeFileSync(this.#file(project), JSON.stringify({ terraform_version: "1.12.6", outputs: {}, ...file }));
  }

  async apply(project: Project, configuration: Configuration, options: ApplyOptions): Promise<StepResult> {
    const { refresh, failure } = options;
    this.#write(project, configuration, options);
    const deadly = this.#deadly(failure, configuration.clock);
    const ended = await this.orders.during(failure, () =>
      this.#tofu(project, configuration, ["apply", "-auto-approve", ...flags(options)], deadly?.env),
    );
    if (deadly?.isDead()) await this.orders.quiet();
    if (ended.exit !== 0) return { status: deadly?.isDead() ? "killed" : "refused", text: ended.text };
    return {
      status: "succeeded",
      text: ended.text,
      pendingChanges: await this.#pendingChanges(project, configuration, refresh),
    };
  }

  async plan(
    project: Project,
    configuration: Configuration,
    options: PlanOptions,
    isSaved: boolean,
  ): Promise<StepResult> {
    this.#write(project, configuration);
    const out = isSaved ? ["-out=kept.plan"] : [];
    if (isSaved) this.#kept.set(project, configuration);
    return toResult(await this.#tofu(project, configuration, ["plan", ...out, ...flags(options)]));
  }

  async applySavedPlan(project: Project, failure: Failure | undefined): Promise<StepResult> {
    const configuration = this.#kept.get(project) as Configuration;
    const deadly = this.#deadly(failure, configuration.clock);
    const ended = await this.orders.during(failure, () =>
      this.#tofu(project, configuration, ["apply", "kept.plan"], deadly?.env),
    );
    if (deadly?.isDead()) await this.orders.quiet();
    return deadly?.isDead() && ended.exit !== 0 ? { status: "killed", text: ended.text } : toResult(ended);
  }

  async refresh(project: Project, configuration: Configuration): Promise<StepResult> {
    this.#write(project, configuration);
    return toResult(await this.#tofu(project, configuration, ["apply", "-refresh-only", "-auto-approve"]));
  }

  async destroy(project: Project, configuration: Configuration): Promise<StepResult> {
    this.#write(project, configuration);
    return toResult(await this.#tofu(project, configuration, ["destroy", "-refresh=false", "-auto-approve"]));
  }

  async import(
    project: Project,
    configuration: Configuration,
    name: BlockName,
    id: string,
  ): Promise<StepResult> {
    this.#write(project, configuration);
    const args = ["import", resourceAddress(name), `${this.orders.id}/${id}`];
    return toResult(await this.#tofu(project, configuration, args));
  }

  async reissue(setup: Setup, command: Command): Promise<StepResult> {
    const { key, failure, run } = command;
    // The command line would ask at a terminal, and it knows nothing of workflow runs.
    if (key === undefined || run) return reissueByLibrary(this.orders, setup, command);
    const deadly = this.#deadly(failure);
    const ended = await this.orders.during(failure, () =>
      this.#certorder(commandArguments(this.orders.id, command), {
        ...this.orders.environment(setup),
        ...deadly?.env,
      }),
    );
    if (!deadly?.isDead()) return ended;
    await this.orders.quiet();
    return { ...ended, status: "killed" };
  }

  resolve(journal: number, attempt: string, certificate: string | null): Promise<StepResult> {
    const answer = certificate === null ? ["--not-happened"] : ["--certificate-id", certificate];
    const folder = this.orders.journalFolder(journal);
    const args = ["journal", "resolve", this.orders.id, attempt, ...answer];
    return this.#certorder(args, { CERTORDER_JOURNAL_DIR: folder });
  }

  repair(journal: number): Promise<StepResult> {
    const folder = this.orders.journalFolder(journal);
    return this.#certorder(["journal", "repair", this.orders.id, "--yes"], { CERTORDER_JOURNAL_DIR: folder });
  }

  async applyHeld(project: Project, configuration: Configuration): Promise<() => Promise<StepResult>> {
    const { length } = this.orders.received;
    const { heldAnswers } = this.orders;
    this.#write(project, configuration, {}, heldAnswers.url);
    let isOver = false;
    const ended = this.#tofu(project, configuration, ["apply", "-auto-approve"]).finally(() => {
      isOver = true;
    });
    while (!isOver && this.orders.received.length === length) await sleep(5);
    await this.orders.quiet();
    return async () => {
      heldAnswers.open();
      const result = toResult(await ended);
      if (result.status !== "succeeded") return result;
      return { ...result, pendingChanges: await this.#pendingChanges(project, configuration, true) };
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orders[Symbol.asyncDispose]();
    for (const folder of [this.#mirror, ...Object.values(this.#workspaces).map(({ folder }) => folder)])
      rmSync(folder, { recursive: true, force: true });
  }

  #file(project: Project): string {
    return join(this.#workspaces[project].folder, "terraform.tfstate");
  }

  #read(project: Project): StateFile {
    // If tofu was killed before it stored anything, the file is empty.
    const text = existsSync(this.#file(project)) ? readFileSync(this.#file(project), "utf8") : "";
    if (text === "") return { lineage: randomUUID(), serial: 0, objects: {} };
    const { lineage, serial, resources } = JSON.parse(text) as File;
    this.#provider = resources[0]?.provider ?? this.#provider;
    const objects = resources.flatMap(({ name, instances }): [BlockName, StoredObject][] => {
      const instance = instances.find(({ deposed }) => deposed === undefined);
      return instance
        ? [
            [
              name,
              {
                attributes: instance.attributes,
                private: instance.private ?? "",
                tainted: instance.status === "tainted",
              },
            ],
          ]
        : [];
    });
    return { lineage, serial, objects: Object.fromEntries(objects) };
  }

  #write(
    project: Project,
    configuration: Configuration,
    { provisionerFails, createBeforeDestroy }: Partial<ApplyOptions> = {},
    url?: string,
  ): void {
    const moved = effectiveMove(configuration);
    const more = [
      ...(provisionerFails ? ['  provisioner "local-exec" {\n    command = "exit 1"\n  }\n'] : []),
      ...(createBeforeDestroy ? ["  lifecycle {\n    create_before_destroy = true\n  }\n"] : []),
    ].join("");
    const blocks = blockNames.flatMap((name) => {
      const block = configuration.blocks[name];
      return block
        ? [`resource "certorder_reissue" "${name}" {\n${hcl(this.orders.resourceArguments(block))}${more}}\n`]
        : [];
    });
    this.#workspaces[project].write(
      [
        `provider "certorder" {\n${hcl(this.orders.providerArguments(configuration, url))}}\n`,
        ...(moved
          ? [`moved {\n  from = ${resourceAddress(moved.from)}\n  to = ${resourceAddress(moved.to)}\n}\n`]
          : []),
        ...blocks,
      ].join("\n"),
    );
  }

  async #pendingChanges(project: Project, configuration: Configuration, refresh: boolean): Promise<string> {
    this.#write(project, configuration);
    for (const again of refresh ? [true, false] : [false]) {
      const args = ["plan", "-detailed-exitcode", `-refresh=${again}`];
      const { exit, text } = await this.#tofu(project, configuration, args);
      if (exit !== 0) return text;
    }
    return "";
  }

  #tofu(
    project: Project,
    { clock }: Setup,
    [command = "", ...more]: readonly string[],
    env: NodeJS.ProcessEnv = shiftClock(clock),
  ): Promise<Run> {
    return this.#workspaces[project].start([command, "-no-color", "-input=false", ...more], env).ended;
  }

  #certorder(args: readonly string[], env: Record<string, string>): Promise<StepResult> {
    return new Promise((resolve) =>
      execFile(program, [...first, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
        resolve({ status: error ? "refused" : "succeeded", text: stdout + stderr }),
      ),
    );
  }

  #deadly(failure: Failure | undefined, clock = 0) {
    return failure && "killedBefore" in failure
      ? this.orders.killBefore(failure.killedBefore, clock)
      : undefined;
  }
}

function flags({ refresh, replace, destroy }: PlanOptions): string[] {
  return [
    ...(replace ? [`-replace=${resourceAddress(replace)}`] : []),
    ...(destroy ? ["-destroy"] : []),
    ...(refresh ? [] : ["-refresh=false"]),
  ];
}

function toResult({ exit, text }: Run): StepResult {
  return { status: exit === 0 ? "succeeded" : "refused", text };
}
