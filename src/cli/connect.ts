import { CertOrderClient, type ClientEvent, clientOptions } from "../client/index.ts";
import type { InputProblem, Settings } from "../contract/index.ts";
import {
  CertOrderError,
  combineSettings,
  InvalidInputError,
  renderWaysOut,
  waysToResolve,
} from "../contract/index.ts";
import type { Journal } from "../journal/index.ts";
import type { CommandInput } from "./command.ts";
import { givenSettings } from "./flags.ts";
import type { Output } from "./output.ts";

/** The settings of this call. Their problems and those of the request are reported together. */
export async function readSettings(input: CommandInput): Promise<ReturnType<typeof combineSettings>> {
  return combineSettings(await givenSettings(input), input.env);
}

/** For a dry run: settings may be missing, but not wrong. */
export function isWrong({ rule }: InputProblem): boolean {
  return rule !== "required";
}

export function refuseProblems(what: string, problems: readonly InputProblem[]): void {
  if (problems.some(({ severity }) => severity === "error")) throw new InvalidInputError(what, problems);
}

export function createCliClient(
  settings: Settings,
  output: Output,
  journal: Journal | "none",
): CertOrderClient {
  return new CertOrderClient({
    ...clientOptions(settings),
    journal,
    onEvent: (event) => showEvent(event, output),
  });
}

export function showEvent(event: ClientEvent, output: Output): void {
  if (event.type === "warning") output.warning(event.problem);
  else if (event.type === "unrecorded") {
    const { error, attemptId, certificateId } = event;
    output.note(
      `The journal could not record the outcome: ${renderMessage(error, output)} Attempt ${attemptId} may block the order.`,
    );
    const waysOut = waysToResolve({ ...event, happened: certificateId !== undefined });
    output.advice(renderWaysOut(waysOut, output.dialect));
  } else if (event.type === "retry")
    output.note(
      `Try ${event.tryNumber}: ${renderMessage(event.reason, output)} Trying again in ${(event.waitMs / 1000).toFixed(1)} s.`,
    );
}

function renderMessage(error: Error, { dialect }: Output): string {
  return CertOrderError.is(error) ? error.renderIn(dialect).message : error.message;
}
