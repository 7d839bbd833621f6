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

/** The text with its expressions masked. */
export function masked(text: string): string {
  return text.replace(expression, "%{}");
}

/**
 * Whether a number token became part of a text, for example by a template. The framework cannot find it there: it is
 * just a large negative number.
 */
export function holdsNumberToken(value: unknown): boolean {
  return typeof value === "string" && /-\d(?:\.\d+)?e\+2[89]\d/.test(value);
}

/** Block addresses in the expressions of a value, and other text that looks like one. */
export function findAddresses(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === "string") {
    // Most texts have no expression, and stacks may be large.
    if (!value.includes("{")) return into;
    // Skips string literals inside an expression. Skips modules: an output of a module need not depend on all its inputs.
    for (const [found] of value.matchAll(expression))
      for (const [address] of found.replace(/"(?:[^"\\$]|\\.)*"/g, '""').matchAll(anAddress))
        if (!address.startsWith("module.")) into.add(address);
  } else
    for (const [key, member] of Object.entries(value ?? {})) if (key !== "//") findAddresses(member, into);
  return into;
}

const anAddress = /(?<![\w.-])(?:data\.)?[a-z_][\w-]*\.[a-z_][\w-]*/gi;
