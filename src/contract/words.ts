/**
 * What a sentence speaks of and every face calls by another name: `dns_names` is `--dns-names` on a command line and `dnsNames`
 * in a program. So sentences are kept in pieces, and put together in the words of whoever says them.
 */
export type Mention =
  /** A field of a request or a setting, by the contract's name; with a value, it is given that. */
  | { readonly of: "name"; readonly name: string; readonly value?: string | undefined }
  /** Saying what became of an attempt. Null: nothing. Undefined: a certificate that is not known here. */
  | ({ readonly of: "resolve"; readonly certificateId: string | null | undefined } & OfAttempt)
  /** Reissuing on top of an attempt. */
  | ({ readonly of: "anew" } & OfAttempt)
  /** Making what a journal on a server needs. */
  | { readonly of: "init" };

export interface OfAttempt {
  readonly attemptId: string;
  readonly orderId: string;
}

export type Words = string | readonly (string | Mention)[];

/** How a face calls what is mentioned: a name is a noun, what is to be said of an attempt a whole command. */
export type Voice = (mention: Mention) => string;

/** A sentence with mentions: words`${named("url")} is empty.` */
export function words(
  texts: TemplateStringsArray,
  ...inserted: readonly (Words | Mention | number)[]
): Words {
  return join(texts.flatMap((text, index) => [text, inserted[index] ?? ""]));
}

export function named(name: string, value?: string): Mention {
  return { of: "name", name, value };
}

export function join(pieces: readonly (Words | Mention | number)[], between = ""): Words {
  return pieces.flatMap((piece, index) => [
    ...(index > 0 && between ? [between] : []),
    ...(Array.isArray(piece) ? piece : [typeof piece === "number" ? String(piece) : piece]),
  ]);
}

export function say(sentence: Words, voice: Voice): string {
  if (typeof sentence === "string") return sentence;
  return sentence.map((piece) => (typeof piece === "string" ? piece : voice(piece))).join("");
}
