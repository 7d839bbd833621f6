import {
  fieldRef,
  InputProblem,
  isPlaceholder,
  nameProblem,
  type Text,
  text,
  valueFromText,
} from "../../contract/index.ts";
import type { OrderRow } from "../orders/index.ts";

/** Whether a cell says true. An empty one says false. */
export function isTrue({ extra }: OrderRow, column: string): boolean {
  return readBoolean(extra[column]) === true;
}

function readBoolean(cell = "false"): unknown {
  return valueFromText({ kind: "boolean" }, cell);
}

export function checkBooleans({ extra }: OrderRow, columns: readonly string[]): InputProblem[] {
  const wrong = columns.filter((column) => typeof readBoolean(extra[column]) !== "boolean");
  return wrong.map((column) =>
    cellProblem(column, text`${fieldRef(column)} must be true or false.`, "Write true or false."),
  );
}

/** The journal refuses such an id too, but later. */
export function checkCertificateCell({ extra: { certificate_id: id } }: OrderRow): InputProblem[] {
  if (id === undefined) return [];
  const problem = nameProblem(id) ?? (isPlaceholder(id) ? "is not the id of a certificate" : undefined);
  if (problem === undefined) return [];
  return [
    cellProblem(
      "certificate_id",
      text`${fieldRef("certificate_id")} ${problem}.`,
      "Use the id that the service shows.",
    ),
  ];
}

export function cellProblem(column: string, message: Text, remedy: Text): InputProblem {
  return new InputProblem(column, "cell", message, remedy);
}
