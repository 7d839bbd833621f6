import {
  checkAsking,
  type InputProblem,
  noJournal,
  requireCallbackDoc,
  type Settings,
  type Values,
} from "../contract/index.ts";
import type { Flags, FlagValues } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { canAsk } from "./confirm.ts";

/** What the flags say about whether a reissue is sent. */
export interface ReissueChoices {
  readonly idempotencyKey: string | undefined;
  readonly maxAgeMs: number | undefined;
  readonly supersede: string | undefined;
  /** A person has to confirm it at the terminal. */
  readonly needsConfirmation: boolean;
}

export const choiceFlags = {
  "idempotency-key": {
    kind: "value",
    value: "KEY",
    doc: "Send once for this key, without a question. A key that led to a certificate is never sent again for that order: you get that certificate. After a refusal, the same key may be used again. Use a ticket, a commit or a month, such as 2026-11.",
  },
  "max-age": {
    kind: "time",
    doc: "A renewal, without a question: send only if the order's latest certificate is older than this, such as 60d. If a different request made a younger one, the command fails.",
  },
  yes: {
    kind: "switch",
    doc: "Do not ask for confirmation. Without a terminal, --from and --journal none need it.",
  },
} as const satisfies Flags;

export const supersedeFlag = {
  supersede: {
    kind: "value",
    value: "ATTEMPT",
    doc: "Reissue once more, on top of this attempt. It has to be the order's latest.",
  },
} as const satisfies Flags;

export const sendFlags = {
  "require-callback": { kind: "switch", doc: requireCallbackDoc },
  "dry-run": {
    kind: "switch",
    doc: "Send nothing. Show the request with its secrets masked, and with --max-age whether a renewal is due. With --from, show which rows are due. Their order_id is enough for that.",
  },
} as const satisfies Flags;

/** Reads how the reissue is asked for: by a key, by an age, or by a person at the terminal. */
export function readReissueChoices(
  flags: FlagValues<typeof choiceFlags & typeof supersedeFlag & typeof sendFlags>,
  { journal }: Pick<Settings, "journal">,
  values: Values,
): { readonly choices: ReissueChoices; readonly problems: InputProblem[] } {
  const { yes = false, "idempotency-key": idempotencyKey, "max-age": maxAgeMs, supersede } = flags;
  const hasJournal = journal !== noJournal;
  const isAnswered = yes || flags["dry-run"] === true;
  const needsConfirmation = idempotencyKey === undefined && maxAgeMs === undefined && !isAnswered;
  const isConfirmed = needsConfirmation && canAsk();
  if (needsConfirmation && !isConfirmed && !hasJournal)
    throw new UsageError(
      "There is no terminal to confirm the reissue at.",
      "Add --yes to send it all the same.",
    );
  return {
    choices: { idempotencyKey, maxAgeMs, supersede, needsConfirmation },
    problems: checkAsking({
      idempotencyKey,
      maxAgeMs,
      supersede,
      hasJournal,
      isConfirmed,
      validityDays: values.validity_days,
    }),
  };
}
