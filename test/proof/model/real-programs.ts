import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine } from "../../harness/program.ts";
import { hcl } from "../../harness/terraform/terraform-with-sandbox.ts";
import { installedMirror, type Run, Workspace } from "../../harness/terraform/tofu.ts";
import { commandArguments, reissueByLibrary } from "./command.ts";
import { Orders, shifted } from "./order.ts";
import type { Trouble } from "./troubles.ts";
import {
  type ApplyOptions,
  type Command,
  type Hands,
  moveIn,
  type Name,
  names,
  type OrderView,
  type Place,
  type PlanOptions,
  places,
  type Seat,
  type StateFile,
  type StepResult,
  type StoredObject,
  type Written,
} from "./world.ts";

const [program, ...first] = commandLine();
const addressOf = (name: Name) => `certorder_reissue.${name}`;

/** The parts of a state file that are read or written here. */
interface File {
  readonly version: 4;
  readonly serial: number;
  readonly lineage: string;
  readonly resources: readonly {
    readonly mode: "managed";
    readonly type: "certorder_reissue";
    readonly name: Name;
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
export class RealPrograms implements Hands {
  readonly orders: Orders;
  readonly #mirror: string;
  readonly #workspaces: Readonly<Record<Place, Workspace>>;
  readonly #kept = new Map<Place, Written>();
  #provider = "";

  private constructor(orders: Orders, mirror: string, core: string | undefined) {
    this.orders = orders;
    this.#mirror = mirror;
    const { sandbox } = orders;
    const workspace = () => new Workspace({ mirror, sandbox, program: core });
    this.#workspaces = { a: workspace(), b: workspace(), t: workspace() };
  }

  static async open(core: string | undefined): Promise<RealPrograms> {
    const hands = new RealPrograms(await Orders.open(), installedMirror(), core);
    for (const place of places) {
      hands.#workspaces[place].write("");
      const { exit, text } = await hands.#workspaces[place].init();
      if (exit !== 0) throw new Error(text);
    }
    return hands;
  }

  async begin(): Promise<void> {
    await this.orders.next();
    for (const place of places) {
      rmSync(this.#file(place), { force: true });
      rmSync(`${this.#file(place)}.backup`, { force: true });
    }
  }

  async look(): Promise<OrderView> {
    const [a, b, t] = places.map((place) => this.#read(place)) as [StateFile, StateFile, StateFile];
    return { ...(await this.orders.look()), states: { a, b, t } };
  }

  store(place: Place, { serial, lineage, objects }: StateFile): void {
    if (serial === 0) {
      rmSync(this.#file(place), { force: true });
      return;
    }
    const file: File = {
      version: 4,
      serial,
      lineage,
      resources: Object.entries(objects).map(([name, { attributes, private: data, tainted }]) => ({
        mode: "managed",
        type: "certorder_reissue",
        name: name as Name,
        provider: this.#provider,
        instances: [{ schema_version: 0, attributes, private: data, ...(tainted && { status: "tainted" }) }],
      })),
    };
    writeFileSync(this.#file(place), JSON.stringify({ terraform_version: "1.12.6", outputs: {}, ...file }));
  }

  async apply(place: Place, written: Written, options: ApplyOptions): Promise<StepResult> {
    const { refresh, trouble } = options;
    this.#write(place, written, options);
    const deadly = this.#deadly(trouble, written.clock);
    const ended = await this.orders.during(trouble, () =>
      this.#tofu(place, written, ["apply", "-auto-approve", ...flags(options)], deadly?.env),
    );
    if (deadly?.isDead()) await this.orders.quiet();
    if (ended.exit !== 0) return { how: deadly?.isDead() ? "killed" : "refused", text: ended.text };
    return { how: "well", text: ended.text, left: await this.#left(place, written, refresh) };
  }

  async plan(place: Place, written: Written, options: PlanOptions, isKept: boolean): Promise<StepResult> {
    this.#write(place, written);
    const out = isKept ? ["-out=kept.plan"] : [];
    if (isKept) this.#kept.set(place, written);
    return endingOf(await this.#tofu(place, written, ["plan", ...out, ...flags(options)]));
  }

  async applyKept(place: Place, trouble: Trouble | undefined): Promise<StepResult> {
    const written = this.#kept.get(place) as Written;
    const deadly = this.#deadly(trouble, written.clock);
    const ended = await this.orders.during(trouble, () =>
      this.#tofu(place, written, ["apply", "kept.plan"], deadly?.env),
    );
    if (deadly?.isDead()) await this.orders.quiet();
    return deadly?.isDead() && ended.exit !== 0 ? { how: "killed", text: ended.text } : endingOf(ended);
  }

  async refresh(place: Place, written: Written): Promise<StepResult> {
    this.#write(place, written);
    return endingOf(await this.#tofu(place, written, ["apply", "-refresh-only", "-auto-approve"]));
  }

  async destroy(place: Place, written: Written): Promise<StepResult> {
    this.#write(place, written);
    return endingOf(await this.#tofu(place, written, ["destroy", "-refresh=false", "-auto-approve"]));
  }

  async import(place: Place, written: Written, name: Name, id: string): Promise<StepResult> {
    this.#write(place, written);
    const args = ["import", addressOf(name), `${this.orders.id}/${id}`];
    return endingOf(await this.#tofu(place, written, args));
  }

  async reissue(seat: Seat, command: Command): Promise<StepResult> {
    const { key, trouble, run } = command;
    // The command line would ask at a terminal, and it knows nothing of workflow runs.
    if (key === undefined || run) return reissueByLibrary(this.orders, seat, command);
    const deadly = this.#deadly(trouble);
    const ended = await this.orders.during(trouble, () =>
      this.#certorder(commandArguments(this.orders.id, command), {
        ...this.orders.environment(seat),
        ...deadly?.env,
      }),
    );
    if (!deadly?.isDead()) return ended;
    await this.orders.quiet();
    return { ...ended, how: "killed" };
  }

  resolve(home: number, attempt: string, certificate: string | null): Promise<StepResult> {
    const answer = certificate === null ? ["--not-happened"] : ["--certificate-id", certificate];
    const folder = this.orders.journalFolder(home);
    const args = ["journal", "resolve", this.orders.id, attempt, ...answer];
    return this.#certorder(args, { CERTORDER_JOURNAL_DIR: folder });
  }

  repair(home: number): Promise<StepResult> {
    const folder = this.orders.journalFolder(home);
    return this.#certorder(["journal", "repair", this.orders.id, "--yes"], { CERTORDER_JOURNAL_DIR: folder });
  }

  async applyHeld(place: Place, written: Written): Promise<() => Promise<StepResult>> {
    const { length } = this.orders.received;
    const { gate } = this.orders;
    this.#write(place, written, {}, gate.url);
    let isOver = false;
    const ended = this.#tofu(place, written, ["apply", "-auto-approve"]).finally(() => {
      isOver = true;
    });
    while (!isOver && this.orders.received.length === length) await sleep(5);
    await this.orders.quiet();
    return async () => {
      gate.open();
      const how = endingOf(await ended);
      return how.how === "well" ? { ...how, left: await this.#left(place, written, true) } : how;
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orders[Symbol.asyncDispose]();
    for (const folder of [this.#mirror, ...Object.values(this.#workspaces).map(({ folder }) => folder)])
      rmSync(folder, { recursive: true, force: true });
  }

  #file(place: Place): string {
    return join(this.#workspaces[place].folder, "terraform.tfstate");
  }

  #read(place: Place): StateFile {
    // If tofu was killed before it stored anything, the file is empty.
    const text = existsSync(this.#file(place)) ? readFileSync(this.#file(place), "utf8") : "";
    if (text === "") return { lineage: randomUUID(), serial: 0, objects: {} };
    const { lineage, serial, resources } = JSON.parse(text) as File;
    this.#provider = resources[0]?.provider ?? this.#provider;
    const objects = resources.flatMap(({ name, instances }): [Name, StoredObject][] => {
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
    place: Place,
    written: Written,
    { provisionerFails, createFirst }: Partial<ApplyOptions> = {},
    url?: string,
  ): void {
    const moved = moveIn(written);
    const more = [
      ...(provisionerFails ? ['  provisioner "local-exec" {\n    command = "exit 1"\n  }\n'] : []),
      ...(createFirst ? ["  lifecycle {\n    create_before_destroy = true\n  }\n"] : []),
    ].join("");
    const blocks = names.flatMap((name) => {
      const block = written.blocks[name];
      return block
        ? [`resource "certorder_reissue" "${name}" {\n${hcl(this.orders.described(block))}${more}}\n`]
        : [];
    });
    this.#workspaces[place].write(
      [
        `provider "certorder" {\n${hcl(this.orders.settings(written, url))}}\n`,
        ...(moved ? [`moved {\n  from = ${addressOf(moved.from)}\n  to = ${addressOf(moved.to)}\n}\n`] : []),
        ...blocks,
      ].join("\n"),
    );
  }

  async #left(place: Place, written: Written, refresh: boolean): Promise<string> {
    this.#write(place, written);
    for (const again of refresh ? [true, false] : [false]) {
      const args = ["plan", "-detailed-exitcode", `-refresh=${again}`];
      const { exit, text } = await this.#tofu(place, written, args);
      if (exit !== 0) return text;
    }
    return "";
  }

  #tofu(
    place: Place,
    { clock }: Seat,
    [command = "", ...more]: readonly string[],
    env: NodeJS.ProcessEnv = shifted(clock),
  ): Promise<Run> {
    return this.#workspaces[place].start([command, "-no-color", "-input=false", ...more], env).ended;
  }

  #certorder(args: readonly string[], env: Record<string, string>): Promise<StepResult> {
    return new Promise((resolve) =>
      execFile(program, [...first, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
        resolve({ how: error ? "refused" : "well", text: stdout + stderr }),
      ),
    );
  }

  #deadly(trouble: Trouble | undefined, clock = 0) {
    return trouble && "killedBefore" in trouble ? this.orders.deadly(trouble.killedBefore, clock) : undefined;
  }
}

function flags({ refresh, replace, destroy }: PlanOptions): string[] {
  return [
    ...(replace ? [`-replace=${addressOf(replace)}`] : []),
    ...(destroy ? ["-destroy"] : []),
    ...(refresh ? [] : ["-refresh=false"]),
  ];
}

function endingOf({ exit, text }: Run): StepResult {
  return { how: exit === 0 ? "well" : "refused", text };
}
