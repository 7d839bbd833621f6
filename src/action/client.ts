import { CertOrderClient, type ClientEvent, type ClientOptions, clientOptions } from "../client/index.ts";
import { type InputProblem, kebabCase } from "../contract/index.ts";
import { actionDialect } from "./dialect.ts";
import type { ActionInputs } from "./read-inputs.ts";
import type { Runner } from "./runner.ts";

/** The client for the inputs. Its events go to the log. */
export function createActionClient(
  inputs: ActionInputs,
  runner: Runner,
  journal: ClientOptions["journal"] = "none",
): CertOrderClient {
  return new CertOrderClient({
    ...clientOptions(inputs.settings),
    journal,
    onEvent: (event) => logEvent(event, runner),
  });
}

export function logEvent(event: ClientEvent, runner: Runner): void {
  switch (event.type) {
    case "warning":
      runner.warn(`Check ${kebabCase(event.problem.contractName)}`, renderProblem(event.problem));
      break;
    case "unrecorded":
      runner.warn(
        "The outcome could not be recorded",
        event.error.message,
        `Attempt ${event.attemptId} stays open and blocks its order until you resolve it.`,
      );
      break;
    case "retry":
      runner.note(
        `Try ${event.tryNumber}: ${event.reason.renderIn(actionDialect).message} Trying again in ${(event.waitMs / 1000).toFixed(1)} s.`,
      );
  }
}

function renderProblem(problem: InputProblem): string {
  const { message, remedy } = problem.renderIn(actionDialect);
  return `${message} ${remedy}`;
}
