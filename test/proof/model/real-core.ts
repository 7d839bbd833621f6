import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hcl } from "../../harness/terraform/terraform-with-sandbox.ts";
import { installedMirror, type Run, Workspace } from "../../harness/terraform/tofu.ts";
import { Core } from "./core.ts";
import { Orders, shiftClock } from "./order.ts";
import {
  type BlockName,
  blockNames,
  type Configuration,
  type CoreCommand,
  effectiveMove,
  type OrderView,
  type Project,
  projects,
  type RunOptions,
  type StateFile,
  type StepResult,
  type StoredObject,
} from "./types.ts";

const resourceAddress = (name: BlockName) => `certorder_reissue.${name}`;

/** The parts of a state file that are read or written here. */
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

export class RealCore extends Core {
  readonly #mirror: string;
  readonly #workspaces: Readonly<Record<Project, Workspace>>;
  #provider = "";

  private constructor(orders: Orders, mirror: string, program: string | undefined) {
    super(orders);
    this.#mirror = mirror;
    const workspace = () => new Workspace({ mirror, sandbox: orders.sandbox, program });
    this.#workspaces = { a: workspace(), b: workspace(), t: workspace() };
  }

  static async open(program: string | undefined): Promise<RealCore> {
    const core = new RealCore(await Orders.open(), installedMirror(), program);
    for (const workspace of Object.values(core.#workspaces)) {
      workspace.write("");
      const { exit, text } = await workspace.init();
      if (exit !== 0) throw new Error(text);
    }
    return core;
  }

  override removeStates(): void {
    for (const project of projects)
      for (const file of [this.#file(project), `${this.#file(project)}.backup`])
        rmSync(file, { force: true });
  }

  override readStates(): OrderView["states"] {
    return { a: this.#read("a"), b: this.#read("b"), t: this.#read("t") };
  }

  override writeState(project: Project, { serial, lineage, objects }: StateFile): void {
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

  override async execute(
    project: Project,
    configuration: Configuration,
    command: CoreCommand,
    options: RunOptions,
  ): Promise<StepResult> {
    const { failure } = options;
    const { clock } = configuration;
    const deadly =
      failure && "killedBefore" in failure ? this.orders.killBefore(failure.killedBefore, clock) : undefined;
    this.#write(project, configuration, options);
    const env = deadly?.env ?? shiftClock(clock);
    const { exit, text } = await this.#start(project, this.#words(command, options), env);
    const isDead = deadly?.isDead() === true;
    if (isDead) await this.orders.quiet();
    return { status: exit === 0 ? "succeeded" : isDead ? "killed" : "refused", text };
  }

  override async planChanges(
    project: Project,
    configuration: Configuration,
    noRefresh: boolean,
  ): Promise<string> {
    this.#write(project, configuration, {});
    const words = ["plan", "-detailed-exitcode", `-refresh=${!noRefresh}`];
    const { exit, text } = await this.#start(project, words, shiftClock(configuration.clock));
    return exit === 0 ? "" : text;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.orders[Symbol.asyncDispose]();
    for (const folder of [this.#mirror, ...Object.values(this.#workspaces).map(({ folder }) => folder)])
      rmSync(folder, { recursive: true, force: true });
  }

  #words(command: CoreCommand, { noRefresh, replace, destroy }: RunOptions): string[] {
    if (typeof command === "object")
      return ["import", resourceAddress(command.import), `${this.orders.id}/${command.id}`];
    const flags = [
      ...(replace ? [`-replace=${resourceAddress(replace)}`] : []),
      ...(destroy ? ["-destroy"] : []),
      ...(noRefresh ? ["-refresh=false"] : []),
    ];
    return {
      apply: ["apply", "-auto-approve", ...flags],
      plan: ["plan", ...flags],
      "save a plan": ["plan", "-out=saved.plan", ...flags],
      "apply the saved plan": ["apply", "saved.plan"],
      refresh: ["apply", "-refresh-only", "-auto-approve"],
      destroy: ["destroy", "-refresh=false", "-auto-approve"],
    }[command];
  }

  #start(project: Project, [command = "", ...words]: string[], env: NodeJS.ProcessEnv): Promise<Run> {
    return this.#workspaces[project].start([command, "-no-color", "-input=false", ...words], env).ended;
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
    const objects: Partial<Record<BlockName, StoredObject>> = {};
    for (const { name, instances } of resources)
      for (const { attributes, private: data = "", status, deposed } of instances)
        if (deposed === undefined)
          objects[name] = { attributes, private: data, tainted: status === "tainted" };
    return { lineage, serial, objects };
  }

  #write(
    project: Project,
    configuration: Configuration,
    { provisionerFails, createBeforeDestroy }: RunOptions,
  ): void {
    const moved = effectiveMove(configuration);
    const more = [
      provisionerFails ? '  provisioner "local-exec" {\n    command = "exit 1"\n  }\n' : "",
      createBeforeDestroy ? "  lifecycle {\n    create_before_destroy = true\n  }\n" : "",
    ].join("");
    const blocks = blockNames.map((name) => {
      const block = configuration.blocks[name];
      const given = block && `${hcl(this.orders.resourceArguments(block))}${more}`;
      return given === undefined ? "" : `resource "certorder_reissue" "${name}" {\n${given}}\n`;
    });
    this.#workspaces[project].write(
      [
        `provider "certorder" {\n${hcl(this.orders.providerArguments(configuration))}}\n`,
        moved
          ? `moved {\n  from = ${resourceAddress(moved.from)}\n  to = ${resourceAddress(moved.to)}\n}\n`
          : "",
        ...blocks,
      ].join("\n"),
    );
  }
}
