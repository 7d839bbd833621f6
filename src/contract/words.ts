/**
 * A thing that each interface calls by another name: `dns_names` is `--dns-names` on a command line and `dnsNames` in a program.
 * So sentences are kept in pieces, and each interface puts them together in its own names.
 */
export type Mention =
  /** A field of a request or a setting, by the contract's name; with a value, it is given that. */
  | { readonly of: "name"; readonly name: string; readonly value?: string | undefined }
  /** Settle an open attempt. Null: it did not happen. Undefined: the certificate's id is not known here. */
  | ({
      readonly of: "resolve";
      readonly certificateId: string | null | undefined;
      /** Entries about other attempts of the order that belong on the same line. */
      readonly others?: readonly string[] | undefined;
    } & OfAttempt)
  /** Reissue once more, on top of this attempt. */
  | ({ readonly of: "supersede" } & OfAttempt)
  /** Say which service this is. */
  | { readonly of: "service"; readonly service: string }
  /** Import a certificate into Terraform's state as the order's latest. */
  | { readonly of: "import"; readonly orderId: string; readonly certificateId: string | undefined }
  /** Set unreadable entries of an order's log aside. `journal`: the flag that names the journal. */
  | { readonly of: "repair"; readonly orderId: string; readonly journal?: string | undefined }
  /** Create what a journal on a server needs. */
  | { readonly of: "init" };

/** One way out of an error: when it applies, and the line to paste. */
export interface WayOut {
  readonly when: Words;
  readonly paste?: Mention | undefined;
}

export interface OfAttempt {
  readonly attemptId: string;
  readonly orderId: string;
}

export type Words = string | readonly (string | Mention)[];

/** How an interface writes what is mentioned: a name is a noun, everything else a whole line to paste. */
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

/** Each way out as a sentence, and what is to be pasted on a line of its own. Ids in them cannot make further lines. */
export function sayWaysOut(waysOut: readonly WayOut[], voice: Voice): string {
  const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");
  return waysOut
    .map(({ when, paste }) => {
      const sentence = oneLine(say(when, voice));
      return paste === undefined ? `${sentence}.` : `${sentence}:\n\n    ${oneLine(voice(paste))}`;
    })
    .join("\n\n");
}
