/** What a text says that a person may do. */
export type WayOut =
  | { readonly kind: "say"; readonly attempt: string; readonly mayDeny: boolean }
  | { readonly kind: "anew"; readonly attempt: string }
  | { readonly kind: "service"; readonly name: string }
  | { readonly kind: "again" | "another name" | "one place" };

/** Reads the ways out in a refusal, as somebody does who has never seen one. */
export function waysOutIn(text: string): WayOut[] {
  const ways: WayOut[] = [];
  const words = new Map<string, string[]>();
  for (const [, attempt = "", word = ""] of text.matchAll(/resolve = \{ "[^"]+" = "([^":]+):([^"]+)" \}/g))
    words.set(attempt, [...(words.get(attempt) ?? []), word]);
  for (const [, attempt = "", word = ""] of text.matchAll(
    /journal resolve (\S+) --(not-happened|certificate-id)/g,
  ))
    words.set(attempt, [...(words.get(attempt) ?? []), word]);
  for (const [, attempt = "", word = ""] of text.matchAll(/journal\.resolve\("([^"]+)", (null|"[^"]+")\)/g))
    words.set(attempt, [...(words.get(attempt) ?? []), word === "null" ? "not-happened" : "certificate-id"]);
  // What was said in the configuration is contradicted, or said too early.
  const [, contradicted] = /Attempt (\S+) did happen/.exec(text) ?? [];
  if (contradicted !== undefined) words.set(contradicted, ["certificate-id"]);
  const [, early] = /Attempt (\S+) may still be on its way/.exec(text) ?? [];
  if (early !== undefined) words.set(early, ["certificate-id", "not-happened"]);
  for (const [attempt, said] of words)
    ways.push(
      said.includes("anew")
        ? { kind: "anew", attempt }
        : { kind: "say", attempt, mayDeny: said.includes("not-happened") },
    );
  const [, flag, option] = /--anew (\w[\w-]*)|\banew: "([^"]+)"/.exec(text) ?? [];
  const anew = flag ?? option;
  if (anew !== undefined) ways.push({ kind: "anew", attempt: anew });
  const [, name] =
    /service = "([^"]+)"/.exec(text) ?? /\(CERTORDER_SERVICE\) to (\S+?)[.;] /.exec(text) ?? [];
  if (name !== undefined) ways.push({ kind: "service", name });
  if (/Wait for it to end|[Pp]lan again|stale/.test(text)) ways.push({ kind: "again" });
  if (/under another name|needs another name/.test(text)) ways.push({ kind: "another name" });
  if (text.includes("Describe an order in one place")) ways.push({ kind: "one place" });
  return ways;
}

/** The attempt of which a person says in the argument `resolve` what became of it. */
export function namedIn(resolve: string | undefined): string | undefined {
  const [, attempt, word] = /^([^:]+):(.+)$/.exec(resolve ?? "") ?? [];
  return word === "anew" ? undefined : attempt;
}
