import {
  CertOrderError,
  count,
  noJournal,
  printable,
  render,
  settings as table,
  vanishingJournal,
} from "../../contract/index.ts";
import {
  attemptElsewhere,
  Journal,
  journalFolder,
  type ServiceRef,
  toServiceRef,
} from "../../journal/index.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

export const journalCheck: Check = {
  name: "journal",
  settings: ["journal"],
  limitMs: 10_000,
  async run(examination, signal) {
    const { env, settings, dialect } = examination;
    if (settings.journal === noJournal)
      return warning(
        "Nothing is remembered: each reissue is sent, however often it is asked for.",
        `Name a journal: unset ${table.journal.env}, or give --journal another value.`,
      );
    try {
      const journal = new Journal(settings.journal ?? journalFolder(undefined, env), { env });
      await journal.requireExisting();
      await journal.check();
      await journal.checkCallbacks();
      return await judge(journal, examination, signal);
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      const { message, remedy } = error.renderIn(dialect);
      return failed(message, remedy);
    }
  },
};

/** Reads the journal. Writes nothing. */
async function judge(journal: Journal, examination: Examination, signal: AbortSignal): Promise<Finding> {
  const { env, settings, dialect, flagOf } = examination;
  let orders = 0;
  const blocked: string[] = [];
  const damaged: string[] = [];
  for await (const { orderId, state } of journal.statuses()) {
    if (signal.aborted) break;
    orders += 1;
    if (state === "damaged") damaged.push(orderId);
    else if (state !== "ok") blocked.push(orderId);
  }
  const text = `${journal.title} can be used, and has ${signal.aborted ? "more than " : ""}${count(orders, "order")}.`;
  const flag = flagOf("journal") === undefined ? "" : ` ${journal.flag}`;
  if (damaged[0] !== undefined) {
    // Throws if a newer version wrote the entry: to update is the remedy then.
    await journal.repairable(damaged[0]);
    return failed(
      `${text} Entries of ${count(damaged.length, "order")} cannot be read, such as ${printable(damaged[0])}.`,
      dialect({ kind: "repair", orderId: damaged[0] }),
    );
  }
  const service = ownService(examination);
  if (service) journal.refuseOtherServices(service);
  const elsewhere = service && (await findOtherService(journal, service));
  if (elsewhere !== undefined)
    return failed(
      `${text} It belongs to the service ${printable(elsewhere)}, so every order in it is blocked for this one.`,
      `If it is the same service: ${dialect({ kind: "service", service: elsewhere })}. Else name another journal.`,
    );
  if (blocked.length > 0)
    return warning(
      `${text} ${count(blocked.length, "order")} ${blocked.length === 1 ? "is" : "are"} blocked, or to be looked up.`,
      `certorder status --blocked${flag}`,
    );
  const vanishing = vanishingJournal(settings.journal, env);
  if (vanishing) {
    const { message, remedy } = vanishing.texts;
    return warning(`${text} ${render(message, dialect)}`, render(remedy, dialect));
  }
  return ok(text);
}

/** The service of the settings. A wrong address names none. */
function ownService({ settings: { base_url, service }, problems }: Examination): ServiceRef | undefined {
  const isWrong = problems.some(({ contractName }) => contractName === "base_url");
  return base_url === undefined || isWrong ? undefined : toServiceRef(service, base_url);
}

/** The service that the journal's attempts went to, if it is another one. A journal has one, so its first order tells. */
async function findOtherService(journal: Journal, service: ServiceRef): Promise<string | undefined> {
  for await (const { attempts } of journal.histories())
    if (attempts.length > 0) return attemptElsewhere(attempts, service)?.service;
  return undefined;
}
