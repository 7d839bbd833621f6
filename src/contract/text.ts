/** The name of a field or a setting inside a message. `dns_names` is `--dns-names` for the CLI and `dnsNames` for the library. */
export interface FieldRef {
  readonly kind: "name";
  readonly name: string;
  /** With a value, the message sets the field. */
  readonly value?: string | undefined;
}

interface AttemptRef {
  readonly attemptId: string;
  readonly orderId: string;
}

/** A line to paste, as data. Each interface writes it in its own syntax. */
export type Paste =
  /** Resolve an open attempt. Null: it did not happen. Undefined: the certificate's id is not known here. */
  | ({
      readonly kind: "resolve";
      readonly certificateId: string | null | undefined;
      /** Confirms that the service gave this id again. */
      readonly isSameId?: boolean | undefined;
      /** Entries about other attempts of the order that belong on the same line. */
      readonly others?: readonly string[] | undefined;
    } & AttemptRef)
  /** Reissue once more, on top of this attempt. */
  | ({ readonly kind: "supersede" } & AttemptRef)
  /** Name the service. */
  | { readonly kind: "service"; readonly service: string }
  /** Import a certificate as the order's latest. `bringsBack`: although the order was reissued after it. */
  | {
      readonly kind: "import";
      readonly orderId: string;
      readonly certificateId: string | undefined;
      readonly bringsBack?: boolean | undefined;
      /** The certificate is newer than the journal's latest. Default: it is, unless the import says something else. */
      readonly asLatest?: boolean | undefined;
      /** The import also states the time of issue, which is not known here. */
      readonly isDated?: boolean | undefined;
      /** The time of issue that the import states. */
      readonly issuedAt?: string | undefined;
      /** The import states the request of this call. `corrected`: in place of that of an earlier import. */
      readonly request?: "stated" | "corrected" | undefined;
      /** The resource is in the state. Terraform imports only what is not. */
      readonly isStored?: boolean | undefined;
      /** Names the journal, where an interface does not know it. */
      readonly journalFlag?: string | undefined;
    }
  /** Set unreadable entries of an order's log aside. `journalFlag` names the journal. */
  | { readonly kind: "repair"; readonly orderId: string; readonly journalFlag?: string | undefined }
  /** Save the CSR of an attempt's request. `journalFlag` names the journal. */
  | { readonly kind: "csr"; readonly attemptId: string; readonly journalFlag?: string | undefined }
  /** Create the journal at this place, once. */
  | { readonly kind: "init"; readonly place: string };

/** One way out of an error: when it applies, and the line to paste. */
export interface WayOut {
  readonly when: Text;
  readonly paste?: Paste | undefined;
}

/** A message before an interface renders it: text, names of fields, and lines to paste. */
export type Text = string | readonly (string | FieldRef | Paste)[];

/** How an interface writes the name of a field, or a line to paste. */
export interface Dialect {
  (part: FieldRef | Paste): string;
  /** Where these lines belong, if they cannot stand alone. A message says it once. */
  readonly describePlace?: ((pastes: readonly Paste[]) => string | undefined) | undefined;
}

/** A message with names of fields in it: text`${fieldRef("url")} is empty.` */
export function text(
  literals: TemplateStringsArray,
  ...inserted: readonly (Text | FieldRef | Paste | number)[]
): Text {
  return join(literals.flatMap((literal, index) => [literal, inserted[index] ?? ""]));
}

export function fieldRef(name: string, value?: string): FieldRef {
  return { kind: "name", name, value };
}

export function join(pieces: readonly (Text | FieldRef | Paste | number)[], between = ""): Text {
  return pieces.flatMap((piece, index) => [
    ...(index > 0 && between ? [between] : []),
    ...(Array.isArray(piece) ? piece : [typeof piece === "number" ? String(piece) : piece]),
  ]);
}

export function render(message: Text, dialect: Dialect): string {
  if (typeof message === "string") return message;
  return message.map((piece) => (typeof piece === "string" ? piece : dialect(piece))).join("");
}

/** Each way out as a sentence, with its line to paste below it. Ids cannot add further lines. */
export function renderWaysOut(waysOut: readonly WayOut[], dialect: Dialect): string {
  const oneLine = (line: string) => line.replace(/[\r\n]+/g, " ");
  const place = dialect.describePlace?.(waysOut.flatMap(({ paste }) => paste ?? []));
  const ways = waysOut.map(({ when, paste }) => {
    const sentence = oneLine(render(when, dialect));
    return paste === undefined ? `${sentence}.` : `${sentence}:\n\n    ${oneLine(dialect(paste))}`;
  });
  return [...ways, ...(place === undefined ? [] : [place])].join("\n\n");
}
