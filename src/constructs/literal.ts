import { Fn, type IResolvable, Token } from "cdktn";

/**
 * Text that is not evaluated. Doubling a `$` would stop Terraform, but not the framework, which still finds tokens in the text. In
 * base64 neither finds anything.
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

/** Where a template of Terraform or a token of the framework may begin; one for a number is a large negative number. */
const mayMeanMore = /[$%](?:\{|$)|#\{|-[\d.]/;

/** The text, written so that it arrives as it is. Being a token, it may be passed on without being written so again. */
export function literal(text: string): string {
  return mayMeanMore.test(text) ? Token.asString(new Literal(text)) : text;
}

/** The same for text that may hold tokens, which stay tokens. */
export function literalAroundTokens(text: string): string {
  return text
    .split(/(\$\{TfToken\[[\w:.-]+\]\})/)
    .map((part, index) => (index % 2 === 0 ? literal(part) : part))
    .join("");
}
