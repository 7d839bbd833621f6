import { isPlaceholder } from "./ids.ts";
import { InputProblem } from "./input-problem.ts";
import { nameProblem } from "./names.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** The parts of an import id: `ORDER_ID/CERTIFICATE_ID`, with `@latest`, `@ISSUED_AT` or `@latest,ISSUED_AT` behind it. */
interface ImportId {
  readonly orderId: string;
  readonly certificateId: string;
  readonly issuedAt: string | null;
  /** A person says that this is the order's latest certificate. */
  readonly asLatest: boolean;
  readonly problems: InputProblem[];
}

/** `orderId`: the order that the import has to name, if known. Parts with an expression are not checked. */
export function readImportId(id: string, now: Date, orderId?: string): ImportId {
  const isOfOrder = orderId !== undefined && id.startsWith(`${orderId}/`);
  // A date with slashes in it must not become part of the order.
  const [beforeDate] = /^.+\/[^/@]*(?=@)/.exec(id) ?? [id];
  const slash = isOfOrder ? orderId.length : beforeDate.lastIndexOf("/");
  const rest = id.slice(slash + 1);
  const at = rest.indexOf("@");
  const hasDate = at >= 0;
  const certificateId = hasDate ? rest.slice(0, at) : rest;
  const [word, ...more] = hasDate ? rest.slice(at + 1).split(",") : [];
  const asLatest = word === "latest";
  const date = (asLatest ? more : [word, ...more].filter((part) => part !== undefined)).join(",");
  const problems: InputProblem[] = [];
  const wrong = (field: string, message: Text, remedy: Text) =>
    problems.push(new InputProblem(field, "import", message, remedy));
  if (slash < 1 || /[\r\n]/.test(id) || (orderId !== undefined && !isOfOrder))
    wrong(
      "order_id",
      text`The import has to name ${orderId === undefined ? "an order" : `order ${orderId}`} and a certificate.`,
      text`Import ORDER_ID/CERTIFICATE_ID, with this ${fieldRef("order_id")}.`,
    );
  const certificate = certificateProblem(certificateId);
  if (certificate && !holdsExpression(certificateId))
    wrong(
      "certificate_id",
      text`${fieldRef("certificate_id")} ${certificate}.`,
      "Give the id of the order's current certificate.",
    );
  const needsDate = hasDate && !(asLatest && more.length === 0) && !holdsExpression(date);
  const { issuedAt, problem } = needsDate ? readIssueTime(date, now) : {};
  if (problem) problems.push(problem);
  return {
    orderId: id.slice(0, Math.max(slash, 0)),
    certificateId,
    issuedAt: issuedAt ?? null,
    asLatest,
    problems,
  };
}

/** Reads when a certificate was issued: a day or a time that has passed. */
export function readIssueTime(
  date: string,
  now: Date,
): { readonly issuedAt?: string; readonly problem?: InputProblem } {
  const issuedAt = readDate(date);
  const wrong = (message: Text, remedy: Text) => ({
    problem: new InputProblem("issued_at", "import", message, remedy),
  });
  if (!issuedAt)
    return wrong(
      text`${fieldRef("issued_at")} is not a date.`,
      "Write a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.",
    );
  if (issuedAt.getTime() > now.getTime())
    return wrong(
      text`${fieldRef("issued_at")} is in the future.`,
      "Give the day on which the certificate was issued.",
    );
  return { issuedAt: issuedAt.toISOString() };
}

/** A program or a variable may leave the id out, such as `undefined`. */
function certificateProblem(id: string): string | undefined {
  const problem = nameProblem(id);
  if (problem !== undefined) return problem;
  if (isPlaceholder(id)) return "is not given";
  return id.includes("/") ? "cannot contain a slash or an @" : undefined;
}

function holdsExpression(part: string): boolean {
  return /[$%]\{/.test(part);
}

/** Reads a day or a point in time in RFC 3339. No other form: a misread date would cause a renewal, or prevent one. */
function readDate(text: string): Date | undefined {
  // Hour 24 is refused: JavaScript reads it as hour 0 of the next day.
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:T(?!24)\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(
    text,
  );
  if (!found) return undefined;
  const [, year, month, day] = found;
  const date = new Date(text);
  // JavaScript reads 30 February as a day in March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return isDay && !Number.isNaN(date.getTime()) ? date : undefined;
}
