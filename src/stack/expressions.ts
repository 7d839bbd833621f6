/** An expression in a text, whose own braces may have braces in them. A doubled sign stands for itself. */
const expression = /(?<![$%])[$%]\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** What a text says, if it stands there: nothing is known of one that holds an expression. */
export function literalText(text: string): string | undefined {
  if (holdsNumberToken(text)) return undefined;
  if (!text.includes("{")) return text;
  const base64 = /^\$\{base64decode\("([\w+/=]*)"\)\}$/.exec(text)?.[1];
  if (base64 !== undefined) return Buffer.from(base64, "base64").toString();
  // A doubled sign stands for itself; one alone begins an expression, and what more of them do is left to Terraform.
  const isPlain = [...text.matchAll(/(?:\$+|%+)\{/g)].every(([found]) => found.length === "$${".length);
  return isPlain ? text.replace(/([$%])\1(?=\{)/g, "$1") : undefined;
}

/** Without what stands in its expressions. */
export function masked(text: string): string {
  return text.replace(expression, "%{}");
}

/**
 * Whether a token for a number was made part of a text, as by a template. The frameworks find it there no more: it is just a
 * number, large and negative.
 */
export function holdsNumberToken(value: unknown): boolean {
  return typeof value === "string" && /-\d(?:\.\d+)?e\+2[89]\d/.test(value);
}

/** The addresses of blocks that stand in the expressions of a value, and whatever else looks like one. */
export function findAddresses(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === "string") {
    // Most texts hold no expression, and stacks are large.
    if (!value.includes("{")) return into;
    // Not those in texts of an expression. A module is no single block: what is made of one input is not made of all.
    for (const [found] of value.matchAll(expression))
      for (const [address] of found.replace(/"(?:[^"\\$]|\\.)*"/g, '""').matchAll(anAddress))
        if (!address.startsWith("module.")) into.add(address);
  } else
    for (const [key, member] of Object.entries(value ?? {})) if (key !== "//") findAddresses(member, into);
  return into;
}

const anAddress = /(?<![\w.-])(?:data\.)?[a-z_][\w-]*\.[a-z_][\w-]*/gi;
