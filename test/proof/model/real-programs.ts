import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { goodRequest } from "../../cli/service.ts";
import { hcl } from "../../real/stage.ts";
import { installedMirror, type Run, Workspace } from "../../real/tofu.ts";
import { type Place, places } from "./actions.ts";
import { Orders, storedFrom } from "./order.ts";
import type { Trouble } from "./troubles.ts";
import type { ApplyOptions, Ending, Hands, World, Written } from "./world.ts";

const cli = join(import.meta.dirname, "..", "..", "..", "build", "cli", "main.js");
const address = "certorder_reissue.site";

/** The real OpenTofu, and the command line as it was built. */
export class RealPrograms implements Hands {
  readonly #orders: Orders;
  readonly #mirror: string;
  readonly #workspaces: Readonly<Record<Place, Workspace>>;

  private constructor(orders: Orders, mirror: string) {
    this.#orders = orders;
    this.#mirror = mirror;
    const { sandbox } = orders;
    this.#workspaces = { a: new Workspace({ mirror, sandbox }), b: new Workspace({ mirror, sandbox }) };
  }

  static async open(): Promise<RealPrograms> {
    const hands = new RealPrograms(await Orders.open(), installedMirror());
    for (const place of places) {
      hands.#workspaces[place].write("");
      const { exit, text } = await hands.#workspaces[place].init();
      if (exit !== 0) throw new Error(text);
    }
    return hands;
  }

  async begin(): Promise<void> {
    await this.#orders.next();
    for (const { folder } of Object.values(this.#workspaces))
      for (const file of ["terraform.tfstate", "terraform.tfstate.backup"])
        rmSync(join(folder, file), { force: true });
  }

  async look(): Promise<World> {
    const { issued, requests } = this.#orders;
    const stored = (place: Place) => {
      const instance = this.#workspaces[place].instance(address);
      return instance && storedFrom(instance.attributes, instance.status === "tainted");
    };
    return {
      issued,
      requests,
      attempts: await this.#orders.attempts(),
      stored: { a: stored("a"), b: stored("b") },
    };
  }

  async apply(place: Place, written: Written, { replace, refresh, trouble }: ApplyOptions): Promise<Ending> {
    const how = [...(replace ? [`-replace=${address}`] : []), ...(refresh ? [] : ["-refresh=false"])];
    const deadly = this.#deadly(trouble);
    const ended = await this.#orders.during(trouble, () =>
      this.#tofu(place, written, ["apply", "-auto-approve", ...how], deadly?.env),
    );
    if (ended.exit !== 0) return { how: deadly?.isDead() ? "killed" : "refused", text: ended.text };
    for (const again of refresh ? ["-refresh=true", "-refresh=false"] : ["-refresh=false"]) {
      const { exit, text } = await this.#tofu(place, written, ["plan", "-detailed-exitcode", again]);
      if (exit !== 0) return { how: "well", text: ended.text, left: text };
    }
    return { how: "well", text: ended.text, left: "" };
  }

  refresh(place: Place, written: Written): Promise<Ending> {
    return this.#runs(place, written, "apply", "-refresh-only", "-auto-approve");
  }

  destroy(place: Place, written: Written): Promise<Ending> {
    return this.#runs(place, written, "destroy", "-refresh=false", "-auto-approve");
  }

  import(place: Place, written: Written, certificate: string): Promise<Ending> {
    return this.#runs(place, written, "import", address, `${this.#orders.id}/${certificate}`);
  }

  async edit(place: Place, how: "state rm" | "taint" | "untaint"): Promise<void> {
    // One that is not tainted cannot be untainted, which is all right.
    await this.#workspaces[place].start([...how.split(" "), address]).ended;
  }

  async reissue(trouble: Trouble | undefined): Promise<Ending> {
    const deadly = this.#deadly(trouble);
    const ended = await this.#orders.during(trouble, () =>
      this.#certorder(["reissue", this.#orders.id, ...goodRequest], deadly?.env),
    );
    return deadly?.isDead() ? { ...ended, how: "killed" } : ended;
  }

  resolve(attempt: string, certificate: string | null): Promise<Ending> {
    const answer = certificate === null ? ["--not-happened"] : ["--certificate-id", certificate];
    return this.#certorder(["journal", "resolve", attempt, ...answer]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#orders[Symbol.asyncDispose]();
    for (const folder of [this.#mirror, ...Object.values(this.#workspaces).map(({ folder }) => folder)])
      rmSync(folder, { recursive: true, force: true });
  }

  #tofu(place: Place, written: Written, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run> {
    const workspace = this.#workspaces[place];
    workspace.write(
      `provider "certorder" {\n${hcl(this.#orders.settings(written))}}\n\nresource "certorder_reissue" "site" {\n${hcl(this.#orders.described(written))}}\n`,
    );
    const [command = "", ...more] = args;
    return workspace.start([command, "-no-color", "-input=false", ...more], env).ended;
  }

  async #runs(place: Place, written: Written, ...args: string[]): Promise<Ending> {
    const { exit, text } = await this.#tofu(place, written, args);
    return { how: exit === 0 ? "well" : "refused", text };
  }

  #certorder(args: readonly string[], env: Record<string, string> = {}): Promise<Ending> {
    const environment = { ...process.env, ...this.#orders.environment, CERTORDER_MAX_ATTEMPTS: "1", ...env };
    return new Promise((resolve) =>
      execFile(process.execPath, [cli, ...args], { env: environment }, (error, stdout, stderr) =>
        resolve({ how: error ? "refused" : "well", text: stdout + stderr }),
      ),
    );
  }

  #deadly(trouble: Trouble | undefined) {
    return trouble && "killedBefore" in trouble ? this.#orders.deadly(trouble.killedBefore) : undefined;
  }
}
