import { dayMs } from "./duration.ts";
import { InputProblem } from "./input-problem.ts";
import { nameProblem } from "./names.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** How a reissue is asked for. */
export interface Asking {
  /** Once for each key. */
  readonly idempotencyKey?: string | undefined;
  /** Once the latest certificate is older than this. */
  readonly maxAgeMs?: number | undefined;
  readonly supersede?: string | undefined;
  /** Whether a journal knows the earlier reissues. */
  readonly hasJournal: boolean;
  /** A person is asked before anything is sent. */
  readonly isConfirmed?: boolean | undefined;
  readonly validityDays?: unknown;
}

/** What is wrong with the way in which a reissue is asked for. Something that runs twice must not pay twice. */
export function checkAsking(asking: Asking): InputProblem[] {
  const { idempotencyKey: key, maxAgeMs, supersede, hasJournal, isConfirmed = false } = asking;
  const given = [
    ...(key === undefined ? [] : ["idempotency_key"]),
    ...(maxAgeMs === undefined ? [] : ["max_age"]),
    ...(supersede === undefined ? [] : ["supersede"]),
  ];
  if (!hasJournal)
    return given.map((name) =>
      problem(
        name,
        "needs",
        text`${fieldRef(name)} needs a journal, which knows the earlier reissues.`,
        "Use a journal, or leave it out.",
      ),
    );
  const isAsked = key !== undefined || maxAgeMs !== undefined;
  return [
    ...(isAsked || isConfirmed ? [] : [notAsked()]),
    ...(key === undefined ? [] : checkKey(key)),
    ...(maxAgeMs === undefined ? [] : checkMaxAge(maxAgeMs, asking)),
  ];
}

/** What a key has to be like. */
function describeKey(): Text {
  return text`${fieldRef("idempotency_key")}: a text that stays the same for one reissue, such as a ticket or a commit. Never a time or a random value: a retry would make a new one.`;
}

function notAsked(): InputProblem {
  return problem(
    "idempotency_key",
    "required",
    text`A reissue needs ${fieldRef("idempotency_key")} or ${fieldRef("max_age")}: what runs twice must not pay twice.`,
    text`Give ${describeKey()} Or give ${fieldRef("max_age")} (such as 60 days), to renew a certificate that is older.`,
  );
}

function checkKey(key: unknown): InputProblem[] {
  const wrong = typeof key === "string" ? nameProblem(key) : "is not a text";
  return wrong === undefined
    ? []
    : [
        problem(
          "idempotency_key",
          "name",
          text`${fieldRef("idempotency_key")} ${wrong}.`,
          text`Give ${describeKey()}`,
        ),
      ];
}

function checkMaxAge(ms: unknown, { idempotencyKey, supersede, validityDays }: Asking): InputProblem[] {
  const it = fieldRef("max_age");
  const other = idempotencyKey === undefined ? supersede && "supersede" : "idempotency_key";
  if (other)
    return [
      problem(
        "max_age",
        "conflict",
        text`Both ${it} and ${fieldRef(other)} are given.`,
        text`Give ${it} to renew a certificate by its age, or ${fieldRef(other)} to reissue the order now.`,
      ),
    ];
  if (typeof ms !== "number" || !(ms >= dayMs))
    return [problem("max_age", "range", text`${it} is less than a day.`, "Give at least one day.")];
  if (typeof validityDays === "number" && ms >= validityDays * dayMs)
    return [
      problem(
        "max_age",
        "range",
        text`${it} is not below ${fieldRef("validity_days")} (${validityDays} days), so a certificate would expire before its renewal.`,
        text`Give less than ${fieldRef("validity_days")}.`,
      ),
    ];
  return [];
}

function problem(name: string, rule: string, message: Text, remedy: Text): InputProblem {
  return new InputProblem(name, rule, message, remedy);
}
