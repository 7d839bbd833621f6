/** An expression in a text, with nested braces. A doubled sign is literal. */
const expression = /(?<![$%])[$%]\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** The literal text. Undefined if the text has an expression. */
export function literalText(text: string): string | undefined {
  if (holdsNumberToken(text)) return undefined;
  if (!text.includes("{")) return text;
  const base64 = /^\$\{base64decode\("([\w+/=]*)"\)\}$/.exec(text)?.[1];
  if (base64 !== undefined) return Buffer.from(base64, "base64").toString();
  // A doubled sign is literal, a single one begins an expression. Terraform decides about more of them.
  const isPlain = [...text.matchAll(/(?:\$+|%+)\{/g)].every(([found]) => found.length === "$${".length);
  return isPlain ? text.replace(/([$%])\1(?=\{)/g, "$1") : undefined;
}

/**
 * Whether a number token became part of a text, for example by a template. The framework cannot find it there: it is
 * just a large negative number.
 */
export function holdsNumberToken(value: unknown): boolean {
  return typeof value === "string" && /-\d(?:\.\d+)?e\+2[89]\d/.test(value);
}

/** Block addresses in the expressions of a value, and other text that looks like one. */
export function findAddresses(value: unknown, into: string[] = []): string[] {
  eachExpression(value, (code) => {
    for (const [address] of code.matchAll(anAddress)) into.push(address);
  });
  return into;
}

const anAddress = /(?<![\w.-])(?:data\.)?[a-z_][\w-]*\.[a-z_][\w-]*/gi;

/** How often a value changes by itself. A date that shows only a year or a month is meant, so it does not count. */
export type Pace = "run" | "day";

export function findPace(value: unknown): Pace | undefined {
  let pace: Pace | undefined;
  eachExpression(value, (code, written) => {
    if (!changes(code)) return;
    const rest = written.replaceAll(formattedDate, (call: string, format: string) => {
      const fields = format.replaceAll(/'[^']*'/g, "");
      if (/[HhmsAa]/.test(fields)) return call;
      if (/[DE]/.test(fields) && changes(withoutTexts(call))) pace ??= "day";
      return "";
    });
    if (changes(withoutTexts(rest))) pace = "run";
  });
  return pace;
}

function changes(code: string): boolean {
  return /(?<![\w.:])(?:timestamp|plantimestamp|uuid)\(/.test(code);
}

/** Such as `formatdate("YYYY", timeadd(timestamp(), "24h"))`. */
const formattedDate =
  /(?<![\w.:])formatdate\(\s*"([^"$\\]*)"\s*,[^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)?\)/g;

/** Text inside an expression. One with an expression of its own is not matched. */
const quoted = /"(?:[^"\\$]|\\.|\$(?!\{))*"/g;

function withoutTexts(code: string): string {
  return code.replaceAll(quoted, '""');
}

/** The text of `var.NAME` and `local.NAME`, where the file has it. */
export type NamedTexts = Readonly<Record<string, unknown>>;

/**
 * What the file shows of a text: with the texts of names and functions in their place, and a dot for every other
 * expression. `isWhole`: there is no other expression. Undefined if the text cannot be read.
 */
export function readClearText(
  text: string,
  named: NamedTexts,
): { readonly text: string; readonly isWhole: boolean } | undefined {
  const literal = literalText(text);
  if (literal !== undefined) return { text: literal, isWhole: true };
  let isWhole = true;
  const shown = text.replaceAll(expression, (found) => {
    const inner = found.startsWith("$") ? readLiterals(found.slice(2, -1), named) : undefined;
    isWhole &&= inner !== undefined;
    return inner ?? ".";
  });
  return /[$%]\{/.test(shown) || holdsNumberToken(shown) ? undefined : { text: shown, isWhole };
}

/** The literals in code that refers to nothing else. Undefined for other code. */
function readLiterals(written: string, named: NamedTexts): string | undefined {
  const code = written.replaceAll(/(?<![\w.])(?:var|local)\.[\w-]+/g, (name) =>
    ["string", "number"].includes(typeof named[name]) ? JSON.stringify(String(named[name])) : name,
  );
  const bare = withoutTexts(code);
  const refers = /(?<![\w.-])(?!(?:true|false|null)\b)[a-z_][\w-]*(?![\w-]|\s*\()/i.test(bare);
  // The text of a file is not in the synthesized file. Functions of providers may read anything.
  const reads = /(?<![\w.])(?:file\w*|templatefile)\s*\(|::/.test(bare);
  if (refers || reads || changes(bare)) return undefined;
  return [...(code.match(quoted) ?? []), ...(bare.match(/\b\d+\b/g) ?? [])].join("").replaceAll('"', "");
}

/** How many different texts a literal set has, such as `${toset(["a", "b"])}`. */
export function countMembers(set: string): number | undefined {
  const list = /^\$\{toset\(\[(.*)\]\)\}$/s.exec(set)?.[1];
  return list === undefined || /[^\s,"]/.test(withoutTexts(list))
    ? undefined
    : new Set(list.match(quoted)).size;
}

/** Visits the code of each expression in a value, without the text in it and as written. */
function eachExpression(value: unknown, visit: (code: string, written: string) => void): void {
  if (typeof value === "string") {
    // Most texts have no expression, and stacks may be large.
    if (value.includes("{"))
      for (const [found] of value.matchAll(expression)) visit(withoutTexts(found), found);
  } else if (typeof value === "object" && value !== null)
    for (const key in value) if (key !== "//") eachExpression((value as Record<string, unknown>)[key], visit);
}

/** The value with the texts of locals in the place of their names. */
export function withLocals(value: unknown, locals: Readonly<Record<string, unknown>>, depth = 0): unknown {
  // A local that names itself has no end, and one that names others twice grows with each step.
  if (Object.keys(locals).length === 0 || depth > 4) return value;
  if (typeof value === "string")
    return value.replaceAll(/(?<!\$)\$\{local\.([\w-]+)\}/g, (name, local: string) =>
      typeof locals[local] === "string" ? String(withLocals(locals[local], locals, depth + 1)) : name,
    );
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => withLocals(member, locals, depth));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withLocals(member, locals, depth)]),
  );
}
