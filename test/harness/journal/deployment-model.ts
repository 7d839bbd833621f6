import fc from "fast-check";
import { Deployer } from "../../../src/cli/receive/deployer.ts";
import {
  type Attempt,
  type DeploymentDecision,
  decideDeployment,
  latestAttempt,
  type NewestIssued,
} from "../../../src/journal/index.ts";
import { CallbackModel, holds, orderId, type Step, service } from "./callback-model.ts";

// Receivers that deploy, are killed and start again, while people reissue, correct themselves and bring certificates back.

/** Two receivers with one name on one machine, one with this name on another machine, and one with a name of its own. */
const receivers = [
  { name: "a", host: "one" },
  { name: "a", host: "one" },
  { name: "a", host: "two" },
  { name: "b", host: "one" },
] as const;

type Deed =
  | Exclude<Step, { do: "callback" }>
  /** The service calls back, to one of the receivers. */
  | { readonly do: "call back"; readonly which: number; readonly receiver: number }
  /** A callback test, or a callback about a certificate that was never made. */
  | { readonly do: "call back unknown"; readonly order: string; readonly receiver: number }
  /** A person mistakes what came of an open attempt, or corrects that. */
  | { readonly do: "mistake"; readonly isNull: boolean }
  | { readonly do: "correct" }
  /** A person imports a certificate: a new one of the portal, or one from before. */
  | { readonly do: "import"; readonly which: number }
  /** `isCut`: it is killed before it is registered. */
  | { readonly do: "start"; readonly receiver: number; readonly isCut: boolean }
  | { readonly do: "kill"; readonly receiver: number }
  /** It decides what to deploy, and then starts the program. */
  | { readonly do: "decide" | "begin"; readonly receiver: number }
  | { readonly do: "end"; readonly receiver: number; readonly isSuccess: boolean };

const receiver = fc.nat(receivers.length - 1);
const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("reissue" as const),
        key: fc.nat(8),
        fate: fc.constantFrom("answered" as const, "lost" as const, "never arrived" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("portal" as const, "correct" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("resolve" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("mistake" as const), isNull: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("import" as const), which: fc.nat(5) }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant("call back" as const), which: fc.nat(5), receiver }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("call back unknown" as const),
        order: fc.constantFrom(orderId, "order-of-a-test"),
        receiver,
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("start" as const),
        receiver,
        isCut: fc.nat(9).map((n) => n === 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("kill" as const), receiver }) },
    {
      weight: 20,
      arbitrary: fc.record({ do: fc.constantFrom("decide" as const, "begin" as const), receiver }),
    },
    {
      weight: 9,
      arbitrary: fc.record({ do: fc.constant("end" as const), receiver, isSuccess: fc.boolean() }),
    },
  ),
  { minLength: 10, maxLength: 60, size: "max" },
);

/** A receiver at work, and what it is about to deploy. */
interface AtWork {
  decided: { readonly newest: NewestIssued; readonly isBegun: boolean } | undefined;
}

/** A program that runs. It goes on when its receiver is killed. */
interface Running {
  readonly newest: NewestIssued;
  readonly owner: AtWork;
}

class DeploymentModel {
  readonly people = new CallbackModel();
  readonly atWork = new Map<number, AtWork>();
  /** By machine and name, as the lock of a program. */
  readonly running = new Map<string, Running>();
  /** By machine and name: what has succeeded, or is left to others, as the journal knows; and what the last program left behind. */
  readonly succeeded = new Map<string, string[]>();
  readonly present = new Map<string, string>();
  readonly answered = new Set<string>();
  started = 0;
  #unknown = 0;
  #keys = 0;

  get journal() {
    return this.people.journal;
  }

  async take(deed: Deed): Promise<void> {
    this.people.passHour();
    switch (deed.do) {
      case "call back": {
        const { made } = this.people;
        const certificate = made[deed.which % Math.max(made.length, 1)]?.certificate;
        return certificate === undefined ? undefined : this.callBack(deed.receiver, certificate);
      }
      case "call back unknown":
        return this.callBack(deed.receiver, `unknown-${++this.#unknown}`, deed.order);
      case "mistake": {
        const open = (await this.#attempts()).find(({ status }) => status === "open");
        const ofPortal = this.people.made.findLast(({ key }) => key === undefined);
        return open && this.#resolve(open, deed.isNull ? null : (ofPortal?.certificate ?? null));
      }
      case "correct":
        return this.correct();
      case "import":
        return this.#import(deed.which);
      case "start":
        return this.start(deed.receiver, deed.isCut);
      case "kill":
        this.atWork.delete(deed.receiver);
        return;
      case "decide":
        await this.decide(deed.receiver);
        return;
      case "begin":
        return this.begin(deed.receiver);
      case "end":
        return this.end(deed.receiver, deed.isSuccess);
      case "reissue":
        // A key of its own tells which certificate belongs to which attempt, whatever a person stated.
        return this.people.take({ ...deed, key: ++this.#keys });
      default:
        return this.people.take(deed);
    }
  }

  async callBack(index: number, certificateId: string, order = orderId): Promise<void> {
    if (!this.atWork.has(index)) return;
    const callback = { orderId: order, certificateId, receiver: receivers[index]?.name ?? "" };
    const recorded = await this.journal.callbacks.record(callback);
    const { issued } = await this.journal.callbacks.read(order);
    const isThere = issued.some((one) => one.certificateId === certificateId);
    holds("a callback that is answered is not in the journal", isThere === (recorded !== "unknown-order"));
    if (recorded !== "unknown-order") this.answered.add(certificateId);
  }

  async start(index: number, isCut = false): Promise<void> {
    const { name } = receivers[index] as (typeof receivers)[number];
    if (this.atWork.has(index)) return;
    const { journal } = this;
    const program = { path: "", timeoutMs: 0, env: {} };
    const isNew = !(await journal.callbacks.registration(name))?.deploys;
    const before = (await journal.callbacks.read(orderId)).deployments.length;
    await new Deployer({ program, journal, name, service: undefined, log: () => {} }).register();
    const { deployments } = await journal.callbacks.read(orderId);
    if (isNew) {
      const { kind } = await this.#look(name);
      holds("a new receiver does not leave a certificate to others", kind !== "behind");
      const skipped = deployments.findLast((one) => one.receiver === name);
      if (skipped) this.#succeed(lockOf(index), skipped.attemptId);
    } else holds("a receiver skips a certificate", deployments.length === before);
    if (isCut) return;
    await journal.callbacks.addReceiver(name, { deploys: true });
    this.atWork.set(index, { decided: undefined });
  }

  /** True: there is something to deploy, and no program of this name runs on this machine. */
  async decide(index: number): Promise<boolean> {
    const { name } = receivers[index] as (typeof receivers)[number];
    const own = this.atWork.get(index);
    const sameHost = (_: unknown, other: number) => other !== index && lockOf(other) === lockOf(index);
    const isLocked =
      this.running.has(lockOf(index)) ||
      receivers.some((one, other) => sameHost(one, other) && this.atWork.get(other)?.decided);
    if (!own || isLocked) return false;
    const attempts = await this.#attempts();
    const decision = await this.#look(name);
    if (decision.kind !== "behind") return false;
    const { newest, present } = decision;
    const isBegun =
      present?.step === "deploying" &&
      present.attemptId === newest.attemptId &&
      present.certificateId === newest.certificateId;
    own.decided = { newest, isBegun };
    const place = attempts.findIndex(({ attemptId }) => attemptId === newest.attemptId);
    holds(
      "a program starts for a certificate of no attempt",
      attempts[place]?.certificateId === newest.certificateId,
    );
    const isNewer = (id: string) => attempts.findIndex(({ attemptId }) => attemptId === id) > place;
    holds(
      "an older certificate is deployed after a newer one",
      !this.succeeded.get(lockOf(index))?.some(isNewer),
    );
    return true;
  }

  async #look(name: string): Promise<DeploymentDecision> {
    return decideDeployment(await this.#attempts(), await this.journal.callbacks.read(orderId), name);
  }

  async begin(index: number): Promise<void> {
    const { name } = receivers[index] as (typeof receivers)[number];
    const own = this.atWork.get(index);
    if (!own?.decided) return;
    const { newest, isBegun } = own.decided;
    own.decided = undefined;
    if (!isBegun) await this.journal.callbacks.recordDeployment("deploying", name, { orderId, ...newest });
    this.running.set(lockOf(index), { newest, owner: own });
    this.started++;
  }

  async end(index: number, isSuccess: boolean): Promise<void> {
    const lock = lockOf(index);
    const program = this.running.get(lock);
    if (!program) return;
    this.running.delete(lock);
    if (!isSuccess) return;
    const { newest, owner } = program;
    this.present.set(lock, newest.certificateId);
    if (![...this.atWork.values()].includes(owner)) return;
    await this.journal.callbacks.recordDeployment("deployed", receivers[index]?.name ?? "", {
      orderId,
      ...newest,
    });
    this.#succeed(lock, newest.attemptId);
  }

  /** A person corrects the first mistake. */
  async correct(): Promise<void> {
    for (const attempt of await this.#attempts()) {
      const { idempotencyKey, certificateId, senderWord, isImported } = attempt;
      const own = this.people.made.findLast(({ key }) => key !== undefined && key === idempotencyKey);
      if (own && !isImported && senderWord !== "done" && own.certificate !== certificateId)
        return this.#resolve(attempt, own.certificate);
    }
  }

  async #import(which: number): Promise<void> {
    const { made } = this.people;
    const certificateId = made[which % Math.max(made.length, 1)]?.certificate;
    if (certificateId === undefined) return;
    const statement = { orderId, certificateId, asLatest: true, bringsBack: true };
    // An open attempt blocks it.
    await this.journal.importCertificate(statement, service).catch(() => {});
  }

  async #resolve({ attemptId }: Attempt, certificateId: string | null): Promise<void> {
    await this.journal.resolve({ orderId, attemptId, certificateId, isSameId: true });
  }

  async #attempts(): Promise<readonly Attempt[]> {
    return (await this.journal.history(orderId)).attempts;
  }

  #succeed(lock: string, attemptId: string): void {
    this.succeeded.set(lock, [...(this.succeeded.get(lock) ?? []), attemptId]);
  }

  /** Mistakes are corrected, all callbacks come, receivers start again, and programs succeed. */
  async finish(): Promise<void> {
    await this.people.take({ do: "resolve" });
    for (const _ of this.people.made) await this.correct();
    for (const index of receivers.keys()) await this.start(index);
    for (const { certificate } of this.people.made) await this.callBack(0, certificate);
    for (let runs = 0, isAtRest = false; !isAtRest; runs++) {
      holds("the programs do not come to an end", runs < 20);
      isAtRest = true;
      for (const index of receivers.keys()) {
        if (this.running.has(lockOf(index)) || this.atWork.get(index)?.decided) isAtRest = false;
        await this.begin(index);
        await this.end(index, true);
        if (await this.decide(index)) isAtRest = false;
      }
    }
    await this.#checkEnd();
  }

  async #checkEnd(): Promise<void> {
    const newest = latestAttempt(await this.#attempts())?.certificateId;
    const { issued, deployments } = await this.journal.callbacks.read(orderId);
    for (const certificate of this.answered)
      holds(
        "a callback that was answered is lost",
        issued.some((one) => one.certificateId === certificate),
      );
    for (const name of ["a", "b"]) {
      const last = deployments.findLast((one) => one.receiver === name);
      holds(`${last?.certificateId} is deployed, and not ${newest}`, last?.certificateId === newest);
      holds("a program has begun and not ended", last?.step !== "deploying");
      // Only where one machine has the name, its programs run one after the other.
      if (name === "b" && last?.step === "deployed")
        holds("another certificate is there", this.present.get("one b") === newest);
    }
    holds(
      "a callback test is recorded",
      (await this.journal.callbacks.read("order-of-a-test")).issued.length === 0,
    );
  }
}

function lockOf(index: number): string {
  const { host, name } = receivers[index] as (typeof receivers)[number];
  return `${host} ${name}`;
}

/** Takes random steps, and throws if a law is broken. Returns how many programs were started. */
export async function tryDeployments({
  numRuns,
  seed,
}: {
  readonly numRuns: number;
  readonly seed?: number | undefined;
}): Promise<number> {
  let started = 0;
  const property = fc.asyncProperty(deeds, async (all) => {
    const model = new DeploymentModel();
    for (const deed of all) await model.take(deed);
    await model.finish();
    started += model.started;
  });
  await fc.assert(property, { numRuns, ...(seed !== undefined && { seed }) });
  return started;
}
