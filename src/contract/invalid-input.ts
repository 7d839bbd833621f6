import { NotSentError } from "./error.ts";
import { type InputProblem, invalidRequest } from "./input-problem.ts";
import { join, text } from "./text.ts";

/** The request or a setting is wrong. `problems` has every problem, warnings included. */
export class InvalidInputError extends NotSentError {
  override readonly name = "InvalidInputError";
  readonly problems: readonly InputProblem[];

  constructor(what: string, problems: readonly InputProblem[]) {
    const errors = problems.filter((problem) => problem.severity === "error");
    const remedies = new Map(errors.map((problem) => [problem.remedy, problem.texts.remedy]));
    super(
      text`${what}: ${join(
        errors.map((problem) => problem.texts.message),
        " ",
      )}`,
      {
        code: errors[0]?.code ?? invalidRequest,
        remedy: join([...remedies.values()], " "),
      },
    );
    this.problems = problems;
  }

  override toJSON(): object {
    return { ...super.toJSON(), problems: this.problems };
  }
}
