import type { CallbackCode } from "./callback.ts";
import { callbackTestFields } from "./callback.ts";
import type { Field, Fields, Values } from "./field.ts";
import { isAbsent } from "./field.ts";
import type { Issue } from "./issue.ts";
import { reissueFields } from "./reissue.ts";
import { validityLimitDays } from "./validity.ts";

/** The code of a problem for which the service has no word of its own. */
export const invalidRequest = "invalid_request";

/** Every problem of a reissue request, `order_id` included. Nothing is sent while one of them is an error. */
export function checkReissue(values: Values, now: Date): Issue[] {
  return [
    ...checkFields(reissueFields, values, { invalid: invalidRequest, empty: invalidRequest }),
    ...checkOrderId(values.order_id),
    ...checkNames(values),
    ...checkTimes(values, now),
  ];
}

/** Every problem of a callback test request, under the codes that the service would answer with. */
export function checkCallbackTest(values: Values): Issue[] {
  return [
    ...checkFields(callbackTestFields, values, {
      invalid: "invalid_parameters" satisfies CallbackCode,
      empty: "invalid_parameters" satisfies CallbackCode,
      tooLong: "invalid_callback_url" satisfies CallbackCode,
    }),
    ...checkUrl(values.url),
  ];
}

/** A member of a request file that the contract does not know, or not there. */
export function unknownField(fields: Fields, name: string): Issue {
  if (name === "certificate")
    return error(
      name,
      "kind",
      invalidRequest,
      "certificate must be an object.",
      "Give its fields in an object.",
    );
  const bare = name.replace(/^certificate\./, "");
  const place = Object.hasOwn(fields, bare) ? fields[bare]?.place : undefined;
  const remedies = {
    path: "Give it apart from the body of the request.",
    body: "Move it out of the certificate object.",
    certificate: "Move it into the certificate object.",
  };
  return error(
    name,
    "unknown_field",
    invalidRequest,
    `${show(name)} is not a field of this request${place ? " at this place" : ""}.`,
    place ? remedies[place] : `Remove it. The fields are ${Object.keys(fields).join(", ")}.`,
  );
}

interface Codes {
  readonly invalid: string;
  readonly empty: string;
  readonly tooLong?: string;
}

function checkFields(fields: Fields, values: Values, codes: Codes): Issue[] {
  const strangers = Object.keys(values).filter(
    (name) => !Object.hasOwn(fields, name) && !isAbsent(values[name]),
  );
  return [
    ...strangers.map((name) => unknownField(fields, name)),
    ...Object.entries(fields).flatMap(([name, field]) => checkField(name, field, values, codes)),
  ];
}

function checkField(name: string, field: Field, values: Values, codes: Codes): Issue[] {
  const value = values[name];
  if (isAbsent(value)) {
    if (!field.required) return [];
    return [
      error(name, "required", codes.empty, `${name} is missing.`, `Give ${name}: ${lowerFirst(field.doc)}`),
    ];
  }
  const wrongKind = checkKind(name, field, value, codes);
  if (wrongKind) return [wrongKind];

  const issues: Issue[] = [];
  if (value === "" && !field.mayBeEmpty)
    issues.push(
      error(
        name,
        "empty",
        codes.empty,
        `${name} is empty.`,
        `Give it a value${field.required ? "" : ", or leave it out"}.`,
      ),
    );
  if (field.maxLength !== undefined && characters(value as string) > field.maxLength)
    issues.push(
      error(
        name,
        "too_long",
        codes.tooLong ?? codes.invalid,
        `${name} has ${characters(value as string)} characters; at most ${field.maxLength} are allowed.`,
        "Use a shorter value.",
      ),
    );
  if (field.values && value !== "" && !field.values.includes(value as string))
    issues.push(
      error(
        name,
        "one_of",
        codes.invalid,
        `${name} is ${show(value)}; there are only ${field.values.map(show).join(" and ")}.`,
        "Use one of these, or leave it out.",
      ),
    );
  if (field.minimum !== undefined && (value as number) < field.minimum)
    issues.push(
      error(
        name,
        "too_small",
        codes.invalid,
        `${name} is ${value}; the smallest allowed value is ${field.minimum}.`,
        `Use ${field.minimum} or more, or leave it out.`,
      ),
    );
  const { onlyWith } = field;
  if (onlyWith && values[onlyWith.field] !== onlyWith.value)
    issues.push(
      error(
        name,
        "only_with",
        codes.invalid,
        `${name} is used only when ${onlyWith.field} is ${show(onlyWith.value)}, but ${onlyWith.field} is ${
          isAbsent(values[onlyWith.field]) ? "not given" : show(values[onlyWith.field])
        }.`,
        `Set ${onlyWith.field} to ${show(onlyWith.value)}, or leave ${name} out.`,
      ),
    );
  return issues;
}

function checkKind(name: string, field: Field, value: unknown, codes: Codes): Issue | undefined {
  const wrong = (expected: string, got = describe(value)) =>
    error(
      name,
      "kind",
      codes.invalid,
      `${name} must be ${expected}, got ${got}.`,
      `Give ${name} as ${expected}.`,
    );
  switch (field.kind) {
    case "string":
      return typeof value !== "string"
        ? wrong("a string")
        : value.isWellFormed()
          ? undefined
          : wrong("valid Unicode text", "text with half a character in it");
    case "strings":
      return Array.isArray(value) && value.every((item) => typeof item === "string" && item.isWellFormed())
        ? undefined
        : wrong("a list of strings");
    case "boolean":
      return typeof value === "boolean" ? undefined : wrong("true or false");
    case "integer":
      return isInteger(value) ? undefined : wrong("a whole number");
  }
}

function checkOrderId(orderId: unknown): Issue[] {
  const wrong = (message: string, remedy: string) => [
    error("order_id", "order_id", invalidRequest, message, remedy),
  ];
  // A URL parser on the way walks these two instead of reading them as a name, however they are encoded.
  if (orderId === "." || orderId === "..")
    return wrong(`order_id ${show(orderId)} cannot be an order.`, "Give the id of the order.");
  // Left over from a file or a paste. It would be sent, and would look like another order to the journal.
  if (typeof orderId === "string" && /^[\s\p{Cc}\p{Cf}]|[\s\p{Cc}\p{Cf}]$/u.test(orderId))
    return wrong(
      `order_id ${show(orderId)} has blanks or invisible characters around it.`,
      "Remove what stands before and after the id of the order.",
    );
  return [];
}

function checkNames(values: Values): Issue[] {
  const names = values.dns_names;
  if (!Array.isArray(names)) return [];
  const issues: Issue[] = [];
  if (names.some((name) => typeof name === "string" && name.trim() === ""))
    issues.push(
      error(
        "dns_names",
        "empty",
        invalidRequest,
        "dns_names contains an empty name.",
        "Remove the empty name.",
      ),
    );

  const seen = new Map<string, number>();
  for (const name of names.map(String).map(comparableName)) seen.set(name, (seen.get(name) ?? 0) + 1);
  const repeated = [...seen].filter(([name, count]) => name !== "" && count > 1).map(([name]) => name);
  if (repeated.length > 0)
    issues.push(
      warning(
        "dns_names",
        "duplicate",
        `dns_names repeats ${repeated.map(show).join(", ")}.`,
        "Name each of them once.",
      ),
    );
  if (names.length > 0 && isAbsent(values.common_name))
    issues.push(
      warning(
        "common_name",
        "expected",
        "dns_names are given without common_name, which SSL certificates require.",
        "Give common_name if the order is for an SSL certificate.",
      ),
    );
  return issues;
}

function checkTimes(values: Values, now: Date): Issue[] {
  const issues: Issue[] = [];
  const { persist_until: until, validity_days: days } = values;
  if (isInteger(until) && until > 0 && until * 1000 < now.getTime())
    issues.push(
      warning(
        "persist_until",
        "past",
        `persist_until ${until} is in the past.`,
        "Give a later time in Unix seconds, or 0 for no end.",
      ),
    );
  const limit = validityLimitDays(now);
  if (isInteger(days) && days > limit)
    issues.push(
      warning(
        "validity_days",
        "public_tls_limit",
        `validity_days is ${days}; publicly trusted TLS certificates issued today may live ${limit} days at most.`,
        `Ask for ${limit - 1} days or fewer, unless the product is not a public TLS certificate.`,
      ),
    );
  return issues;
}

function checkUrl(url: unknown): Issue[] {
  if (typeof url !== "string" || url === "") return [];
  const bad = (code: CallbackCode, rule: string, message: string, remedy: string) => [
    error("url", rule, code, message, remedy),
  ];
  const parsed = URL.parse(url);
  if (!parsed || parsed.hostname === "")
    return bad(
      "invalid_callback_url",
      "url",
      "url is not a valid URL.",
      "Give an absolute address such as https://example.com/callback.",
    );
  if (parsed.protocol !== "https:")
    return bad(
      "callback_url_not_https",
      "https",
      `url uses ${parsed.protocol.slice(0, -1)}, not https.`,
      "Use the callback's https:// address.",
    );
  if (parsed.username || parsed.password)
    return bad(
      "invalid_callback_url",
      "user_info",
      "url contains a user name or password.",
      "Remove them; the callback authenticates itself with the access key.",
    );
  return [];
}

/** DNS names as they compare: case and a trailing dot make no difference. */
export function comparableName(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, "");
}

function error(field: string, rule: string, code: string, message: string, remedy: string): Issue {
  return { severity: "error", field, rule, code, message, remedy };
}

function warning(field: string, rule: string, message: string, remedy: string): Issue {
  return { severity: "warning", field, rule, code: invalidRequest, message, remedy };
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Characters as people count them, not UTF-16 units. */
function characters(text: string): number {
  return [...text].length;
}

/** A value in a message: quoted, on one line, never long. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…"` : text;
}

/** A value of the wrong kind is described, not shown: it may be a secret in the wrong place. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "number")
    return Number.isFinite(value) ? `the number ${value}` : "a number out of range";
  return typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
