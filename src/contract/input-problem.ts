import type { CallbackCode } from "./callback.ts";
import { libraryDialect } from "./dialects.ts";
import { type Dialect, fieldRef, render, type Text } from "./text.ts";

/** The code of a problem for which the service has no code. */
export const invalidRequest = "invalid_request";
export const invalidSetting = "invalid_setting";

/** Something wrong, or suspicious, with a request, found before anything was sent. */
export class InputProblem {
  /** An error stops the request; a warning is shown and the request goes on. */
  readonly severity: "error" | "warning";
  /** The library's name of the field or option, such as `signHash` or `maxTries`. */
  readonly field: string;
  /** Stable name of the rule that was broken, such as `required`. */
  readonly rule: string;
  /** The service's code for this problem if it has one, else `invalid_request` or `invalid_setting`. */
  readonly code: CallbackCode | "invalid_request" | "invalid_setting";
  /** What is wrong: what was given, what was expected, in the names of the library. Never contains a secret. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
  readonly #contractName: string;
  readonly #texts: { readonly message: Text; readonly remedy: Text };

  constructor(
    contractName: string,
    rule: string,
    message: Text,
    remedy: Text,
    {
      code = invalidRequest,
      severity = "error",
    }: {
      readonly code?: InputProblem["code"] | undefined;
      readonly severity?: InputProblem["severity"];
    } = {},
  ) {
    this.severity = severity;
    this.field = render([fieldRef(contractName)], libraryDialect);
    this.rule = rule;
    this.code = code;
    this.message = render(message, libraryDialect);
    this.remedy = render(remedy, libraryDialect);
    this.#contractName = contractName;
    this.#texts = { message, remedy };
  }

  /** The contract's name of the field, such as `sign_hash`. @internal */
  get contractName(): string {
    return this.#contractName;
  }

  /** Both texts before they are rendered in the names of an interface. @internal */
  get texts(): { readonly message: Text; readonly remedy: Text } {
    return this.#texts;
  }

  /** Both texts in the names of an interface. @internal */
  renderIn(dialect: Dialect): { readonly message: string; readonly remedy: string } {
    const { message, remedy } = this.#texts;
    return { message: render(message, dialect), remedy: render(remedy, dialect) };
  }
}

export function settingProblem(name: string, rule: string, message: Text, remedy: Text): InputProblem {
  return new InputProblem(name, rule, message, remedy, { code: invalidSetting });
}
