import { Fn, type IResolvable, Token } from "cdktn";
import { holdsNumberToken } from "../stack/index.ts";

/**
 * Text that is not evaluated. A doubled `$` would stop Terraform, but the framework would still find tokens in the
 * text. In base64 neither finds anything.
 */
class Literal implements IResolvable {
  readonly creationStack: string[] = [];
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  resolve(): string {
    return Fn.base64decode(Buffer.from(this.text).toString("base64"));
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** The beginnings of Terraform's templates and the framework's tokens. */
const mayMeanMore = /[$%](?:\{|$)|#\{/;

/** Text that arrives unchanged. The result is a token, so it may be passed on. */
export function literal(text: string): string {
  return mayMeanMore.test(text) || holdsNumberToken(text) ? Token.asString(new Literal(text)) : text;
}

/** Text that arrives unchanged, except for the tokens in it. */
export function literalAroundTokens(text: string): string {
  return text
    .split(/(\$\{TfToken\[[\w:.-]+\]\})/)
    .map((part, index) => (index % 2 === 0 ? literal(part) : part))
    .join("");
}
