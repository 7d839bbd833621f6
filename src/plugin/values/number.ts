/**
 * Terraform's numbers are decimals of any size; JavaScript's numbers are doubles. A JavaScript number stands for the
 * decimal that it prints. Any other decimal is kept as text, so no digit is lost: the core refuses a plan that changes
 * a digit.
 */
export class ExactNumber {
  /** Canonical decimal text: equal numbers have equal texts. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** The number in `text`: a JavaScript number if that is exact. Undefined if `text` is not a number. */
  static parse(text: string): number | ExactNumber | undefined {
    const canonical = canonicalDecimal(text);
    if (canonical === undefined) return undefined;
    const double = Number(canonical);
    if (Number.isFinite(double) && canonicalDecimal(String(double)) === canonical) return double;
    return new ExactNumber(canonical);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/** With more zeros than this, a number has an exponent: "1e999999999" must not become a gigabyte of text. */
const mostPadding = 400;

function canonicalDecimal(text: string): string | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  if (whole === "" && fraction === "") return undefined;

  const digits = (whole + fraction).replace(/^0+/, "");
  const coefficient = withoutTrailingZeros(digits);
  if (coefficient === "") return "0";
  const exponent = Number(exponentText) - fraction.length + (digits.length - coefficient.length);
  const minus = sign === "-" ? "-" : "";

  if (exponent > mostPadding || -exponent - coefficient.length > mostPadding) {
    return `${minus}${coefficient}e${exponent}`;
  }
  if (exponent >= 0) return minus + coefficient + "0".repeat(exponent);
  const padded = coefficient.padStart(-exponent + 1, "0");
  return `${minus}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** A loop, because a regular expression takes quadratic time for long runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

export function isNumber(value: unknown): value is number | bigint | ExactNumber {
  return typeof value === "number" || typeof value === "bigint" || value instanceof ExactNumber;
}

/** Negative, zero or positive: `left` is smaller than, equal to, or larger than `right`. */
export function compareNumbers(
  left: number | bigint | ExactNumber,
  right: number | bigint | ExactNumber,
): number {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  if (left === Number.POSITIVE_INFINITY || right === Number.NEGATIVE_INFINITY) return 1;
  if (left === Number.NEGATIVE_INFINITY || right === Number.POSITIVE_INFINITY) return -1;
  const [a, b] = [scientific(String(left)), scientific(String(right))];
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -a.sign : a.sign;
  // Same sign and same magnitude: the digits after the point decide. They can be compared as text.
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

function scientific(text: string): { sign: number; magnitude: number; digits: string } {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = decimal.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return { sign: 0, magnitude: 0, digits };
  const magnitude = digits.length - fraction.length + Number(exponent);
  return { sign: sign === "-" ? -1 : 1, magnitude, digits: withoutTrailingZeros(digits) };
}
