import { NotSentError } from "./error.ts";
import { type Issue, invalidRequest } from "./issue.ts";
import { join, text } from "./text.ts";

/** The request or a setting is wrong. `issues` has every problem, warnings included. */
export class InvalidInputError extends NotSentError {
  override readonly name = "InvalidInputError";
  readonly issues: readonly Issue[];

  constructor(what: string, issues: readonly Issue[]) {
    const errors = issues.filter((issue) => issue.severity === "error");
    const remedies = new Map(errors.map((issue) => [issue.remedy, issue.texts.remedy]));
    super(
      text`${what}: ${join(
        errors.map((issue) => issue.texts.message),
        " ",
      )}`,
      {
        code: errors[0]?.code ?? invalidRequest,
        remedy: join([...remedies.values()], " "),
      },
    );
    this.issues = issues;
  }

  override toJSON(): object {
    return { ...super.toJSON(), issues: this.issues };
  }
}
