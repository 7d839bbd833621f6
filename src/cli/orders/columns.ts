import {
  type Fields,
  fieldRef,
  findNearest,
  InputProblem,
  kebabCase,
  type Text,
  text,
} from "../../contract/index.ts";

/** What the columns of a file may be, or the members of its objects. */
export interface Columns {
  /** The fields of a request, by their contract names. */
  readonly fields: Fields;
  /** Columns that are not part of a request. */
  readonly extra: readonly string[];
  /** The columns that every row needs. */
  readonly required: readonly string[];
}

/** The column with the name of a file that has the CSR. */
export const csrFile = "csr_file";

function knownColumns({ fields, extra }: Columns): string[] {
  const names = Object.keys(fields).filter((name) => !fields[name]?.sensitive);
  return [...names, ...("csr" in fields ? [csrFile] : []), ...extra];
}

/** Every problem of a header, or of the names in an object. */
export function checkNames(columns: Columns, names: readonly string[]): InputProblem[] {
  return names.flatMap((name, index) => {
    const problem = nameProblem(columns, name, index, names.indexOf(name) < index);
    return problem ? [problem] : [];
  });
}

function nameProblem(
  columns: Columns,
  name: string,
  index: number,
  isRepeated: boolean,
): InputProblem | undefined {
  const wrong = (rule: string, message: Text, remedy: Text) => new InputProblem(name, rule, message, remedy);
  const { fields } = columns;
  if (Object.hasOwn(fields, name) && fields[name]?.sensitive)
    return wrong(
      "secret",
      text`${fieldRef(name)} is a secret, which does not belong into a file of orders.`,
      `Remove it. Give --${kebabCase(name)}-file, for all orders.`,
    );
  const known = knownColumns(columns);
  if (known.includes(name))
    return isRepeated
      ? wrong("twice", text`The column ${fieldRef(name)} is there twice.`, "Keep one of them.")
      : undefined;
  const nearest = findNearest(name, known);
  // Any other text is not repeated. In a file without a header, it is a value.
  return nearest === undefined
    ? wrong(
        "unknown",
        `The name of column ${index + 1} is not known.`,
        `The columns are ${known.join(", ")}.`,
      )
    : wrong("unknown", `There is no column ${JSON.stringify(name)}.`, `Did you mean ${nearest}?`);
}
