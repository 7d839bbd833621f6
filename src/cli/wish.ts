import type { Settings } from "../contract/index.ts";
import { problemOfName } from "../contract/index.ts";
import type { Flags, Input } from "./command.ts";
import { UsageError } from "./command.ts";

/** What makes one call of `reissue` the same wish as another, or a new one. */
interface GivenWish {
  /** What `--once` calls it. */
  readonly name: string | undefined;
  readonly anew: string | undefined;
  readonly unlessWithinMs: number | undefined;
  /** A person confirms it at the terminal: a wish of its own. */
  readonly isTyped: boolean;
}

export const wishFlags: Flags = {
  yes: {
    kind: "switch",
    doc: "Do not ask for confirmation. Needed when nobody is at a terminal, together with --once or --unless-within.",
  },
  once: {
    kind: "value",
    value: "KEY",
    doc: "A name for this wish, such as a ticket, a commit or a month: 2026-11. Under it the order is reissued once. Asked for again, it is answered with the certificate that came of it, and nothing is sent.",
  },
  "unless-within": {
    kind: "value",
    value: "TIME",
    doc: "Send nothing if the journal knows that the order was reissued within this time, such as 30d, 12h or 45m.",
  },
  anew: {
    kind: "value",
    value: "ATTEMPT",
    doc: "Reissue on top of this attempt, which a refusal has named as the order's newest.",
  },
};

export function wishOf({ given }: Input, { journal }: Settings): GivenWish {
  const { once: name, anew, "unless-within": time } = given as Record<string, string | undefined>;
  const isTyped = given.yes !== true;
  const isRecognised = name !== undefined || time !== undefined;
  const problem = name === undefined ? undefined : problemOfName(name);
  if (problem !== undefined) throw new UsageError(`--once ${problem}.`, goodKey);
  if (isTyped && !process.stdin.isTTY)
    throw new UsageError(
      "Nobody is at a terminal to confirm the reissue.",
      `Add --yes if it is meant, and --once KEY. ${goodKey}`,
    );
  if (journal === "off" && isRecognised)
    throw new UsageError(
      "--once and --unless-within need the journal: nothing else remembers earlier reissues.",
      "Keep a journal, or leave them out.",
    );
  // Whoever switches the journal off has said that nothing is to be remembered.
  if (!isTyped && !isRecognised && journal !== "off")
    throw new UsageError(
      "Nobody confirms this reissue, so it needs --once or --unless-within: if it is repeated, it must not be paid for twice.",
      `Add --once KEY. ${goodKey} Or add --unless-within 30d.`,
    );
  return { name, anew, unlessWithinMs: time === undefined ? undefined : milliseconds(time), isTyped };
}

const goodKey =
  "A good key stays the same for one wish: a ticket, a commit, a month such as 2026-11. Never a time stamp or a random value: a retry would make a new one.";

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

function milliseconds(time: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([dhm])$/.exec(time) ?? [];
  const ms = Number(count) * (units[unit] ?? 0);
  if (ms > 0) return ms;
  throw new UsageError(
    "--unless-within is not a time above zero in days, hours or minutes.",
    "Give a number and a unit, such as 30d, 12h or 45m.",
  );
}
