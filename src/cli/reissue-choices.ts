import { nameProblem, type Settings } from "../contract/index.ts";
import type { Flags, FlagValues } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { canAsk } from "./confirm.ts";

/** What the flags say about whether a reissue is sent. */
export interface ReissueChoices {
  readonly idempotencyKey: string | undefined;
  readonly supersede: string | undefined;
  readonly unlessWithinMs: number | undefined;
  /** A person has to confirm it at the terminal. */
  readonly needsConfirmation: boolean;
}

export const choiceFlags = {
  yes: {
    kind: "switch",
    doc: "Do not ask for confirmation. Required without a terminal, together with --idempotency-key or --unless-within.",
  },
  "idempotency-key": {
    kind: "value",
    value: "KEY",
    doc: "A key that led to a certificate is never sent again for that order: you get that certificate. After a refusal, the same key may be used again. Use a ticket, a commit or a month, such as 2026-11.",
  },
  "unless-within": {
    kind: "time",
    doc: "Send nothing if the same request reissued the order within this time, such as 30d, 12h or 45m. If a different request did, the command fails.",
  },
  supersede: {
    kind: "value",
    value: "ATTEMPT",
    doc: "Reissue once more, on top of this attempt. It has to be the order's latest.",
  },
} as const satisfies Flags;

export function readReissueChoices(
  flags: FlagValues<typeof choiceFlags>,
  { journal }: Settings,
): ReissueChoices {
  const {
    yes = false,
    "idempotency-key": idempotencyKey,
    "unless-within": unlessWithinMs,
    supersede,
  } = flags;
  const needsConfirmation = !yes;
  const isRepeatable = idempotencyKey !== undefined || unlessWithinMs !== undefined;
  const problem = idempotencyKey === undefined ? undefined : nameProblem(idempotencyKey);
  if (problem !== undefined) throw new UsageError(`--idempotency-key ${problem}.`, goodKey);
  if (needsConfirmation && !canAsk())
    throw new UsageError(
      "There is no terminal to confirm the reissue at.",
      `Add --yes and --idempotency-key KEY to send it without a confirmation. ${goodKey}`,
    );
  if (journal === "none" && (isRepeatable || supersede !== undefined))
    throw new UsageError(
      "--idempotency-key, --unless-within and --supersede need the journal: it has the earlier reissues.",
      "Use a journal, or remove these flags.",
    );
  // Without a journal there is nothing to compare a key with.
  if (!needsConfirmation && !isRepeatable && journal !== "none")
    throw new UsageError(
      "With --yes, a reissue needs --idempotency-key or --unless-within: a command that runs twice must not pay twice.",
      `Add --idempotency-key KEY. ${goodKey} Or add --unless-within 30d.`,
    );
  return { idempotencyKey, supersede, unlessWithinMs, needsConfirmation };
}

const goodKey =
  "A good key stays the same for one reissue: a ticket, a commit, a month such as 2026-11. Do not use a time stamp or a random value: a retry would make a new one.";
