import { camelCase } from "./field.ts";
import { idOf } from "./ids.ts";
import type { OfAttempt, Voice } from "./words.ts";

/** The contract's own names, which are Terraform's too. */
export const byContract: Voice = (mention) => {
  switch (mention.of) {
    case "name":
      return mention.value === undefined
        ? mention.name
        : `${mention.name} = ${JSON.stringify(mention.value)}`;
    case "resolve":
      return inProviderBlock(
        mention,
        mention.certificateId === null ? "not-happened" : idOf(mention.certificateId),
      );
    case "anew":
      return inProviderBlock(mention, "anew");
    case "init":
      return "run: certorder journal init";
  }
};

function inProviderBlock(attempt: Omit<OfAttempt, "of">, word: string): string {
  return `set ${resolveArgument(attempt, word)} in the provider block`;
}

/** What a person says of an attempt, as an argument in HCL. */
export function resolveArgument(
  { orderId, attemptId }: { readonly orderId: string; readonly attemptId: string },
  word: string,
): string {
  return `resolve = { ${inHcl(orderId)} = ${inHcl(`${attemptId}:${word}`)} }`;
}

/** A text as HCL reads it back: nothing in it is a template. */
function inHcl(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

const inOptions: Readonly<Record<string, string>> = {
  ca_file: "ca",
  journal_dir: "the journal's folder",
  journal_url: "the journal's url",
};

/** The names of the library's options. */
export const inLibrary: Voice = (mention) => {
  switch (mention.of) {
    case "name": {
      const name = inOptions[mention.name] ?? camelCase(mention.name.replace(/_seconds$/, "_ms"));
      return mention.value === undefined ? name : `${name}: ${JSON.stringify(mention.value)}`;
    }
    case "resolve":
      return `call client.journal.resolve("${mention.attemptId}", ${mention.certificateId === null ? "null" : `"${idOf(mention.certificateId)}"`})`;
    case "anew":
      return `pass anew: "${mention.attemptId}"`;
    case "init":
      return "call client.journal.check()";
  }
};
