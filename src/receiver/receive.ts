import { parseJson, receiverIntervalMs } from "../contract/index.ts";
import type { JournalCallbacks } from "../journal/index.ts";
import { readAll } from "../read-all.ts";
import { withTimeout } from "../waiting.ts";
import { type AccessKey, type AuthCheck, accessKeyCheck } from "./access-key.ts";
import { type Issued, type ReceivedEvent, readEvent } from "./event.ts";
import { type Refusal, type RefusalReason, Refused } from "./refusal.ts";
import type { CallbackSource } from "./source.ts";

/** What a receiver needs of a journal. */
export interface ReceiverJournal {
  readonly callbacks: Pick<JournalCallbacks, "record" | "addReceiver">;
}

/** Who may call back, and what happens with a callback. */
export interface ReceiverOptions {
  /** The callback's access key. Give several while you replace one. Needed unless `check` is given. */
  readonly accessKey?: AccessKey | undefined;
  /** Replaces the comparison with the access key. The specification does not say what X-CC-Callback-Auth carries. */
  readonly check?: AuthCheck | undefined;
  /**
   * Records each `order:issued` in this journal, durably, before the service gets 200. It is the journal that the
   * reissues use. The receiver adds itself to it, at the start and every few hours.
   */
  readonly journal?: ReceiverJournal | undefined;
  /** The name of this receiver in the journal. Default: the name of this machine. */
  readonly name?: string | undefined;
  /** Only orders of this service are recorded. Default: all orders of the journal. */
  readonly service?: string | undefined;
  /**
   * Handles the event. The service gets 200 only after this has finished without an error. The service may send an
   * event more than once, and events in another order.
   */
  onEvent?(event: ReceivedEvent, context: EventContext): void | Promise<void>;
  /** Called when a callback is refused, with the reason. It has no secrets. */
  onRefused?(refusal: Refusal): void;
  /** The largest body that is read. Default: 65,536. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Time for each of three steps: the body arrives, `check`, `onEvent`. Default: 8 seconds. The journal has 60 seconds,
   * because it repeats what fails.
   */
  readonly timeoutMs?: number | undefined;
}

/** What the journal did with an event. */
export interface EventContext extends CallbackSource {
  /** Undefined: there is no journal, or the event is not `order:issued`. */
  readonly recorded: "recorded" | "known" | "unknown-order" | undefined;
  /**
   * A guess: the journal does not know the order, as with the order of a callback test. An order that is not reissued
   * with this journal looks the same.
   */
  readonly mayBeTest: boolean;
}

/** A callback, from any kind of server. */
interface Incoming {
  readonly method: string;
  readonly contentType: string | undefined;
  readonly auth: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  readonly from: CallbackSource;
}

const defaultMaxBodyBytes = 65_536;
const defaultTimeoutMs = 8_000;
/** Longer than a store tries. What is written after a 503 all the same is found when the service delivers again. */
const journalTimeoutMs = 60_000;

/** The function that receives a callback and returns the status to answer with. It never throws. */
export function createReceiver(options: ReceiverOptions): (incoming: Incoming) => Promise<number> {
  const { accessKey = [], maxBodyBytes = defaultMaxBodyBytes, timeoutMs = defaultTimeoutMs } = options;
  if (!options.journal && !options.onEvent)
    throw new TypeError("A callback receiver needs a journal, onEvent, or both.");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be a number above 0.");
  const check = options.check ?? accessKeyCheck(accessKey);

  async function accept({ method, contentType, auth, body, from }: Incoming): Promise<void> {
    if (method !== "POST") throw new Refused("wrong_method");
    if (auth === undefined || auth === "") throw new Refused("missing_auth");
    if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) throw new Refused("not_json");

    const bytes = await withTimeout(timeoutMs, readAll(body, maxBodyBytes), () => new Refused("timeout"));
    if (!bytes) throw new Refused("too_large");
    const genuine = await step("check_failed", () => check(auth, bytes));
    if (genuine !== true) throw new Refused("unauthorized");

    const value = parseJson(bytes);
    if (value === undefined) throw new Refused("not_json");
    const { event, issued } = readEvent(value);
    const recorded = await step("journal_unavailable", () => issued && record(issued), {
      ms: journalTimeoutMs,
    });
    const context = { recorded, mayBeTest: recorded === "unknown-order", ...from };
    await step("handler_failed", () => options.onEvent?.(event, context), { ifLate: "handler_timeout" });
  }

  /** Refuses the callback if the function throws or rejects, or does not end in time. */
  async function step<T>(
    reason: RefusalReason,
    run: () => T | Promise<T>,
    { ms = timeoutMs, ifLate = reason }: { readonly ms?: number; readonly ifLate?: RefusalReason } = {},
  ): Promise<T> {
    try {
      return await withTimeout(ms, Promise.resolve().then(run), () => new Refused(ifLate));
    } catch (error) {
      throw error instanceof Refused ? error : new Refused(reason, { error });
    }
  }

  let adding: Promise<void> | undefined;
  /** So that a wait knows that callbacks are recorded in this journal. */
  async function register(journal: ReceiverJournal): Promise<string> {
    // Loaded when it is needed: a worker has no such module.
    const { name = (await import("node:os")).hostname() } = options;
    adding ??= journal.callbacks.addReceiver(name).catch((error: unknown) => {
      adding = undefined;
      throw error;
    });
    await adding;
    return name;
  }

  const { journal, service } = options;
  if (journal) {
    // A journal that is not there yet is asked again with the first callback.
    const sayAtWork = () => register(journal).catch(() => {});
    void sayAtWork();
    setInterval(() => {
      adding = undefined;
      void sayAtWork();
    }, receiverIntervalMs).unref();
  }

  async function record(issued: Issued): Promise<EventContext["recorded"]> {
    if (!journal) return undefined;
    return journal.callbacks.record({ ...issued, receiver: await register(journal), service });
  }

  return async (incoming) => {
    try {
      await accept(incoming);
      return 200;
    } catch (error) {
      const { refusal } = error instanceof Refused ? error : new Refused("incomplete");
      try {
        options.onRefused?.({ ...refusal, ...incoming.from });
      } catch {
        // A listener must not change the answer to the sender.
      }
      return refusal.status;
    }
  };
}
