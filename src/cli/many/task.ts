import type { Values } from "../../contract/index.ts";
import { checkAsking, isJournalSetting, noJournal, type Settings } from "../../contract/index.ts";
import type { CommandInput } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { readSettings, refuseProblems } from "../connect.ts";
import type { choiceFlags, sendFlags, supersedeFlag } from "../reissue-choices.ts";
import { type mismatchFlag, readDefaults } from "../reissue-request.ts";
import { type ManyChoices, type manyFlags, type moreManyFlags, readManyChoices } from "./flags.ts";

export type ManyInput = CommandInput<
  typeof choiceFlags &
    typeof supersedeFlag &
    typeof sendFlags &
    typeof mismatchFlag &
    typeof manyFlags &
    typeof moreManyFlags
>;

/** What a command line with `--from` asks for. */
export interface Task extends ManyChoices {
  readonly settings: Settings;
  /** How each row is asked for. */
  readonly asked: {
    readonly idempotencyKey: string | undefined;
    readonly maxAgeMs: number | undefined;
    readonly requireCallback: boolean;
  };
  /** The values of a row that does not have its own. */
  readonly defaults: Values;
}

export async function readTask(input: ManyInput): Promise<Task> {
  const { "idempotency-key": idempotencyKey, "max-age": maxAgeMs, supersede, ...flags } = input.flags;
  if (supersede !== undefined)
    throw new UsageError(
      "--supersede names an attempt of one order, and --from names many orders.",
      "Use a new --idempotency-key for all rows, or supersede one order at a time.",
    );
  const choices = readManyChoices(flags);
  const { settings, problems: settingProblems } = await readSettings(input);
  if (settings.journal === noJournal)
    throw new UsageError(
      "--from needs a journal, which knows what an earlier run has sent.",
      "Name one with --journal.",
    );
  const { values: defaults, problems } = await readDefaults(input);
  const { validity_days: validityDays } = defaults;
  refuseProblems("The orders were not reissued", [
    ...settingProblems.filter(({ contractName }) => !flags["dry-run"] || isOfPreview(contractName)),
    ...checkAsking({ idempotencyKey, maxAgeMs, hasJournal: true, validityDays }),
    ...problems,
  ]);
  const requireCallback = flags["require-callback"] ?? false;
  return { ...choices, settings, asked: { idempotencyKey, maxAgeMs, requireCallback }, defaults };
}

/** A dry run asks the journal only. It needs no keys. */
function isOfPreview(setting: string): boolean {
  return isJournalSetting(setting) || setting === "base_url" || setting === "service";
}
