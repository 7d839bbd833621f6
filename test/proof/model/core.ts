import type { Orders } from "./order.ts";
import type {
  Configuration,
  CoreCommand,
  OrderView,
  Project,
  RunOptions,
  StateFile,
  StepResult,
} from "./types.ts";

export abstract class Core implements AsyncDisposable {
  readonly orders: Orders;

  constructor(orders: Orders) {
    this.orders = orders;
  }

  async begin(): Promise<void> {
    await this.orders.next();
    this.removeStates();
  }

  async inspect(): Promise<OrderView> {
    return { ...(await this.orders.inspect()), states: this.readStates() };
  }

  /** Runs the core. After an apply that ended well it plans again: without a refresh and, unless that was off, with it. */
  async run(
    project: Project,
    configuration: Configuration,
    command: CoreCommand,
    options: RunOptions = {},
  ): Promise<StepResult> {
    const ended = await this.orders.during(options.failure, () =>
      this.execute(project, configuration, command, options),
    );
    if (command !== "apply" || ended.status !== "succeeded") return ended;
    return { ...ended, pendingChanges: await this.pendingChanges(project, configuration, options) };
  }

  async pendingChanges(
    project: Project,
    configuration: Configuration,
    options: RunOptions = {},
  ): Promise<string> {
    for (const noRefresh of options.noRefresh ? [true] : [false, true]) {
      const changes = await this.planChanges(project, configuration, noRefresh);
      if (changes !== "") return changes;
    }
    return "";
  }

  /** Begins an apply, and stops it once the service has carried its reissue out. What this returns goes on with it. */
  applyHeld?(project: Project, configuration: Configuration): Promise<() => Promise<StepResult>>;

  abstract readStates(): OrderView["states"];
  /** A person edits a state file, or puts another one in its place. */
  abstract writeState(project: Project, state: StateFile): void;
  abstract [Symbol.asyncDispose](): Promise<void>;
  protected abstract removeStates(): void;
  protected abstract execute(
    project: Project,
    configuration: Configuration,
    command: CoreCommand,
    options: RunOptions,
  ): Promise<StepResult>;
  /** What a plan wants to do, in words. Empty: nothing. */
  protected abstract planChanges(
    project: Project,
    configuration: Configuration,
    noRefresh: boolean,
  ): Promise<string>;
}
