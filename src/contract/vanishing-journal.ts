import { InputProblem } from "./input-problem.ts";
import { inRepository, isUrl, noJournal } from "./journal-place.ts";
import type { Environment } from "./settings.ts";
import { fieldRef, text } from "./text.ts";

/**
 * Warns of a journal that vanishes with the machine: in the default folder of a runner, or in any folder of a machine that GitHub
 * throws away after the job. Undefined: it lasts, or nothing tells otherwise.
 */
export function vanishingJournal(place: string | undefined, env: Environment): InputProblem | undefined {
  const isFolder = !place || !isUrl(place) || /^\s*file:/i.test(place);
  if (!isFolder || place === noJournal || place === inRepository) return undefined;
  const isThrownAway = env.RUNNER_ENVIRONMENT === "github-hosted";
  if (!isThrownAway && (place || !isAutomation(env))) return undefined;
  return new InputProblem(
    "journal",
    "vanishes",
    `The journal is a folder ${isThrownAway ? "of a machine that GitHub removes after the job" : "on this runner, and vanishes with it"}. Then nothing remembers a reissue that is cut off.`,
    text`Name a journal that lasts: ${fieldRef("journal", "postgres://user@host/database")}`,
    { severity: "warning" },
  );
}

/** Terraform Cloud and Atlantis do not set CI; some systems set it to false on a person's machine. */
function isAutomation(env: Environment): boolean {
  const isSet = (value: string | undefined) =>
    value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
  return [env.CI, env.TF_IN_AUTOMATION, env.TFC_RUN_ID, env.ATLANTIS_TERRAFORM_VERSION].some(isSet);
}
