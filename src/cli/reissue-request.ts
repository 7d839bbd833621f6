import type { Values } from "../contract/index.ts";
import {
  decode,
  InputProblem,
  isRecord,
  parseJson,
  reissueFields,
  reissueOperation,
  text,
  unknownMember,
} from "../contract/index.ts";
import { type CommandInput, type Flags, givenText } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { fieldValues } from "./flags.ts";
import { namesFromCsr } from "./names-from-csr.ts";
import { readTextFile } from "./secret.ts";

/** The fields that have flags of their own. The order is an operand, and the CSR comes from a file. */
const { order_id: _operand, csr: _file, ...flagFields } = reissueFields;

export { flagFields };

/** The flags that name files with a request, or a part of it. */
export const requestFlags = {
  "csr-file": {
    kind: "value",
    value: "PATH",
    doc: "Read the CSR from a file; - is standard input. Without names in the request, those of the CSR are requested.",
  },
  "request-file": {
    kind: "value",
    value: "PATH",
    doc: "Read the request from a JSON file in the service's form; - is standard input. Flags win over it.",
  },
} as const satisfies Flags;

/** The request of a command line: the operand, the flags and the files that they name. */
export async function readRequest(
  input: CommandInput,
): Promise<{ values: Values; problems: InputProblem[] }> {
  const { values, problems } = await readDefaults(input);
  return { values: { ...values, ...namesFromCsr(values), order_id: input.operands[0] }, problems };
}

/** The same for all rows of a file. A row may have another CSR, so no names are taken from this one. */
export async function readDefaults(
  input: CommandInput,
): Promise<{ values: Values; problems: InputProblem[] }> {
  const [requestFile, csrFile] = [givenText(input, "request-file"), givenText(input, "csr-file")];
  const { values, unknownNames } =
    requestFile === undefined ? nothing : decode(reissueOperation, await readRequestFile(requestFile));
  return {
    values: {
      ...values,
      ...(await fieldValues(flagFields, input)),
      ...(csrFile !== undefined && { csr: await readTextFile(csrFile, "--csr-file") }),
    },
    problems: unknownNames.map((name) => unknownMember(reissueFields, name)),
  };
}

const nothing = { values: {}, unknownNames: [] };

async function readRequestFile(path: string): Promise<object> {
  const body = parseJson(await readTextFile(path, "--request-file"));
  if (isRecord(body)) return body;
  throw new UsageError(
    "What --request-file names is not a JSON object.",
    "Give the body of the request as a JSON object.",
  );
}

export const mismatchFlag = {
  "allow-mismatch": {
    kind: "switch",
    doc: "Send the request although the names in its CSR differ from the requested ones.",
  },
} as const satisfies Flags;

const mismatches: readonly string[] = ["common_name_mismatch", "names_mismatch"];

/** A CSR for other names is a mistake that costs a reissue. No plan shows it first here, so it needs the person's word. */
export function refuseMismatch(
  problems: readonly InputProblem[],
  isAllowed: boolean | undefined,
): InputProblem[] {
  return problems.map((problem) => {
    if (isAllowed || !mismatches.includes(problem.rule)) return problem;
    const { message, remedy } = problem.texts;
    return new InputProblem(
      problem.contractName,
      problem.rule,
      message,
      text`${remedy} To send it as it is, add --allow-mismatch.`,
    );
  });
}
