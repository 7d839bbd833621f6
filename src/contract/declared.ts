import { checkArguments } from "./check.ts";
import { notATime, parseDuration } from "./duration.ts";
import { type ArgumentTable, isAbsent, type Values } from "./field.ts";
import { InputProblem } from "./input-problem.ts";
import { reissueFields } from "./reissue.ts";
import { fieldRef, type Text, text } from "./text.ts";

// For infrastructure as code: a reissue is declared before all of its values are known, and with extra arguments.

/**
 * The fields of the request that a declared reissue has. `acknowledge_dropped_names` takes the place of one: it names what is
 * dropped, so that it cannot be left on by mistake.
 */
export function declaredReissueFields() {
  const { i_know_remove_domain_will_revoke_before_cert: _, ...fields } = reissueFields;
  return fields;
}

const countArgument = { count: { kind: "integer", minimum: 0 } } as const satisfies ArgumentTable;

/** The arguments of a declared reissue beside the fields of its request. */
export const reissueArguments = {
  triggers: { kind: "map" },
  renew_before_days: { kind: "integer", minimum: 1 },
  require_callback: { kind: "boolean" },
  wait_until_issued: { kind: "string" },
  acknowledge_dropped_names: { kind: "strings" },
  ...countArgument,
} as const satisfies ArgumentTable;

/** The arguments of a declared callback test beside the fields of its request. */
export const callbackArguments = {
  triggers: { kind: "map" },
  min_interval_seconds: { kind: "integer", minimum: 0 },
  ...countArgument,
} as const satisfies ArgumentTable;

/** Values, and which of them are not known yet. */
export interface DeclaredValues {
  readonly values: Values;
  readonly unknownNames: ReadonlySet<string>;
  /** Names of lists with members that are not known yet. The values have the known members. */
  readonly partial?: ReadonlySet<string>;
}

/** Drops the problems that may disappear once all values are known. */
export function keepDecidable(
  problems: readonly InputProblem[],
  fields: ArgumentTable,
  { unknownNames, partial }: DeclaredValues,
): InputProblem[] {
  const namesAreUnknown = ["common_name", "dns_names"].some(
    (name) => unknownNames.has(name) || partial?.has(name),
  );
  return problems.filter(
    ({ contractName: name, rule }) =>
      !unknownNames.has(name) &&
      !(rule === "only_with" && unknownNames.has(fields[name]?.onlyWith?.field ?? "")) &&
      !(namesAreUnknown && rule.endsWith("_mismatch")),
  );
}

/** The rules for the extra arguments of a declared reissue. */
export function checkDeclaredReissue(known: DeclaredValues): InputProblem[] {
  const { values, unknownNames } = known;
  const problems = keepDecidable(checkArguments(reissueArguments, values), reissueArguments, known);
  const wrong = (field: string, rule: string, message: Text, remedy: Text) =>
    problems.push(new InputProblem(field, rule, message, remedy));
  const { renew_before_days: before, validity_days: days, wait_until_issued: wait } = values;
  if (typeof before === "number" && before >= 1 && !unknownNames.has("validity_days")) {
    if (isAbsent(days))
      wrong(
        "renew_before_days",
        "needs",
        text`${fieldRef("renew_before_days")} needs ${fieldRef("validity_days")} to count from.`,
        text`Give ${fieldRef("validity_days")} too.`,
      );
    else if (typeof days === "number" && before > days / 2)
      wrong(
        "renew_before_days",
        "range",
        text`${fieldRef("renew_before_days")} is ${before}; with ${fieldRef("validity_days")} = ${days} it can be 1 to ${Math.floor(days / 2)}.`,
        "A window of more than half the lifetime would reissue again and again.",
      );
  }
  if (typeof wait === "string" && parseDuration(wait) === undefined)
    wrong(
      "wait_until_issued",
      "duration",
      text`${fieldRef("wait_until_issued")} ${notATime.problem}.`,
      notATime.remedy,
    );
  return problems;
}
