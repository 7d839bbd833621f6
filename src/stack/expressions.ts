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

/** Whether a value has a call of a function that gives another result in every run. */
export function changesEveryRun(value: unknown): boolean {
  let changes = false;
  eachExpression(value, (code) => {
    changes ||= /(?<![\w.:])(?:timestamp|plantimestamp|uuid)\(/.test(code);
  });
  return changes;
}

/** Visits the code of each expression in a value, without the text in it. */
function eachExpression(value: unknown, visit: (code: string) => void): void {
  if (typeof value === "string") {
    // Most texts have no expression, and stacks may be large.
    if (value.includes("{"))
      for (const [found] of value.matchAll(expression)) visit(found.replace(/"(?:[^"\\$]|\\.)*"/g, '""'));
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
