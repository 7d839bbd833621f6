import { type CallbackCode, callbackTestFields } from "./callback.ts";
import type { Argument, ArgumentTable, Field, Fields, Values } from "./field.ts";
import { isAbsent } from "./field.ts";
import { InputProblem } from "./input-problem.ts";
import { lineProblem, lowerFirst } from "./names.ts";
import { reissueFields } from "./reissue.ts";
import { fieldRef, join, type Text, text } from "./text.ts";
import { validityLimitDays } from "./validity.ts";

/** Every problem of a reissue request, `order_id` included. Nothing is sent while one of them is an error. */
export function checkReissue(values: Values, now: Date): InputProblem[] {
  return [
    ...checkFields(reissueFields, values),
    ...checkOrderId(values.order_id),
    ...checkDnsNames(values),
    ...checkCommonName(values),
    ...checkTimes(values, now),
  ];
}

/** Every problem of a callback test request, under the codes that the service would answer with. */
export function checkCallbackTest(values: Values): InputProblem[] {
  return [
    ...checkFields(callbackTestFields, values, {
      invalid: "invalid_parameters" satisfies CallbackCode,
      empty: "invalid_parameters" satisfies CallbackCode,
      tooLong: "invalid_callback_url" satisfies CallbackCode,
    }),
    ...checkUrl(values.url),
  ];
}

/** Every problem of arguments that are not part of a request. */
export function checkArguments(
  arguments_: ArgumentTable,
  values: Values,
  code?: InputProblem["code"],
): InputProblem[] {
  return checkEach(arguments_, values, { invalid: code, empty: code });
}

function checkEach(fields: ArgumentTable | Fields, values: Values, codes: Codes): InputProblem[] {
  const problems: InputProblem[] = [];
  for (const name in fields) {
    const field = fields[name];
    // Skips absent fields early: most are absent, and a stack may have thousands of blocks.
    if (field && (field.required || !isAbsent(values[name])))
      problems.push(...checkField(name, field, values, codes));
  }
  return problems;
}

/** A member of a request file that is unknown, or in the wrong place. A file uses the contract's own names. */
export function unknownMember(fields: Fields, name: string): InputProblem {
  const bare = name.replace(/^certificate\./, "");
  const place = Object.hasOwn(fields, bare) ? fields[bare]?.place : undefined;
  if (place === undefined) return unknownField(name, Object.keys(fields).join(", "));
  const remedies = {
    path: "Give it apart from the body of the request.",
    body: "Move it out of the certificate object.",
    certificate: "Move it into the certificate object.",
  };
  return new InputProblem(
    name,
    "unknown_field",
    `${showValue(name)} is not a field of this request at this place.`,
    remedies[place],
  );
}

function unknownField(name: string, known: Text): InputProblem {
  if (name === "certificate")
    return new InputProblem(name, "kind", "certificate must be an object.", "Give its fields in an object.");
  return new InputProblem(
    name,
    "unknown_field",
    `${showValue(name)} is not a field of this request.`,
    text`Remove it. The fields are ${known}.`,
  );
}

/** The service's codes for problems that it has a code for. */
interface Codes {
  readonly invalid?: InputProblem["code"] | undefined;
  readonly empty?: InputProblem["code"] | undefined;
  readonly tooLong?: InputProblem["code"];
}

function checkFields(fields: Fields, values: Values, codes: Codes = {}): InputProblem[] {
  const problems = checkEach(fields, values, codes);
  const isUnknown = (name: string) => !Object.hasOwn(fields, name) && !isAbsent(values[name]);
  const unknown = Object.keys(values).filter(isUnknown);
  if (unknown.length === 0) return problems;
  const refs = Object.keys(fields).map((name) => fieldRef(name));
  return [...unknown.map((name) => unknownField(name, join(refs, ", "))), ...problems];
}

function checkField(
  name: string,
  field: Argument & Partial<Pick<Field, "doc">>,
  values: Values,
  codes: Codes,
): InputProblem[] {
  const value = values[name];
  const it = fieldRef(name);
  const problems: InputProblem[] = [];
  const wrong = (rule: string, message: Text, remedy: Text, code = codes.invalid) => {
    problems.push(new InputProblem(name, rule, message, remedy, { code }));
    return problems;
  };
  if (isAbsent(value)) {
    const remedy = text`Give ${it}: ${lowerFirst(field.doc ?? "")}`;
    return wrong("required", text`${it} is missing.`, remedy, codes.empty);
  }
  const expected = kindMissed(field, value);
  if (expected) {
    const [kind, got = describeKind(value)] = expected;
    return wrong("kind", text`${it} must be ${kind}, got ${got}.`, text`Give ${it} as ${kind}.`);
  }
  // A secret may have any form, and is never shown.
  const isOneLine = typeof value === "string" && !field.hasLines && !field.sensitive;
  const problem = isOneLine ? lineProblem(value) : undefined;
  if (problem !== undefined)
    return wrong(
      "one_line",
      text`${it} ${problem}.`,
      "Give one line, without other lines before or after it.",
    );

  if (value === "" && !field.mayBeEmpty) {
    const remedy = `Give it a value${field.required ? "" : ", or leave it out"}.`;
    wrong("empty", text`${it} is empty.`, remedy, codes.empty);
  }
  if (field.maxLength !== undefined && characters(value as string) > field.maxLength) {
    const message = text`${it} has ${characters(value as string)} characters; at most ${field.maxLength} are allowed.`;
    wrong("too_long", message, "Use a shorter value.", codes.tooLong);
  }
  if (field.values && value !== "" && !field.values.includes(value as string))
    wrong(
      "one_of",
      text`${it} is ${showValue(value)}; there are only ${field.values.map(showValue).join(" and ")}.`,
      "Use one of these, or leave it out.",
    );
  if (field.minimum !== undefined && (value as number) < field.minimum)
    wrong(
      "too_small",
      text`${it} is ${value as number}; the smallest allowed value is ${field.minimum}.`,
      `Use ${field.minimum} or more, or leave it out.`,
    );
  const { onlyWith } = field;
  if (onlyWith && values[onlyWith.field] !== onlyWith.value) {
    const other = fieldRef(onlyWith.field);
    const found = values[onlyWith.field];
    wrong(
      "only_with",
      text`${it} is used only when ${other} is ${showValue(onlyWith.value)}, but ${other} is ${isAbsent(found) ? "not given" : showValue(found)}.`,
      text`Set ${other} to ${showValue(onlyWith.value)}, or leave ${it} out.`,
    );
  }
  return problems;
}

/** The expected kind, and what the value is instead if that can be said. */
function kindMissed(
  { kind }: Argument,
  value: unknown,
): readonly [expected: string, got?: string] | undefined {
  switch (kind) {
    case "string":
      return typeof value !== "string"
        ? ["a string"]
        : value.isWellFormed()
          ? undefined
          : ["valid Unicode text", "text with half a character in it"];
    case "strings": {
      if (!Array.isArray(value)) return ["a list of strings"];
      const at = value.findIndex((item) => kindMissed({ kind: "string" }, item));
      return at < 0 ? undefined : ["a list of strings", `a list with ${describeKind(value[at])} in it`];
    }
    case "map": {
      if (typeof value !== "object" || Array.isArray(value)) return ["a map of strings"];
      // Terraform turns numbers and booleans into text.
      const wrong = Object.values(value as object).find((item) => typeof item === "object" && item !== null);
      return wrong === undefined
        ? undefined
        : ["a map of strings", `a map with ${describeKind(wrong)} in it`];
    }
    case "boolean":
      return typeof value === "boolean" ? undefined : ["true or false"];
    case "integer":
      return isInteger(value) ? undefined : ["a whole number"];
  }
}

function checkOrderId(orderId: unknown): InputProblem[] {
  const wrong = (message: Text, remedy: string) => [
    new InputProblem("order_id", "order_id", message, remedy),
  ];
  const it = fieldRef("order_id");
  // A URL parser resolves these two as steps in the path, however they are encoded.
  if (orderId === "." || orderId === "..")
    return wrong(text`${it} ${showValue(orderId)} cannot be an order.`, "Give the id of the order.");
  // Blanks come from files or pasting. They would be sent, and the journal would take the order for another one.
  if (isLine(orderId) && /^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(orderId))
    return wrong(
      text`${it} ${showValue(orderId)} has blanks or invisible characters around it.`,
      "Remove the characters before and after the id of the order.",
    );
  return [];
}

function checkDnsNames(values: Values): InputProblem[] {
  const names = values.dns_names;
  if (!Array.isArray(names)) return [];
  const it = fieldRef("dns_names");
  const problems: InputProblem[] = [];
  const wrong = (rule: string, message: Text, remedy: Text, options?: typeof warning) =>
    problems.push(new InputProblem("dns_names", rule, message, remedy, options));
  if (names.some((name) => typeof name === "string" && name.trim() === ""))
    wrong("empty", text`${it} contains an empty name.`, "Remove the empty name.");

  const listed = names.filter((name) => typeof name === "string" && name.trim() !== "");
  const broken = listed.filter((name) => !isLine(name) || /[\s,;"'[\]{}]|^\.|\.\./.test(name));
  if (broken.length > 0)
    wrong(
      "name",
      text`${it} contains ${broken.map(showValue).join(", ")}: no name has a blank, a line break, a comma, a semicolon, a quote, a bracket or an empty label.`,
      looksLikeJson(broken)
        ? "Give the names without brackets and quotes, as www.example.com,example.com, or all of them as a valid JSON list."
        : "Give each name by itself, without anything around it.",
    );
  // The service calls these alternative names, not DNS names. So another kind of name is a warning, not an error.
  for (const name of listed.filter((name) => !broken.includes(name))) {
    const instead = otherThanDns(name);
    if (instead)
      wrong(
        "dns_name",
        text`${it} contains ${showValue(name)}, which is ${instead}, not a DNS name.`,
        "Give the DNS name alone, unless the product takes such names.",
        warning,
      );
  }

  const seen = new Map<string, number>();
  for (const name of names.map(String).map(comparableName)) seen.set(name, (seen.get(name) ?? 0) + 1);
  const repeated = [...seen].filter(([name, count]) => name !== "" && count > 1).map(([name]) => name);
  if (repeated.length > 0) {
    const message = text`${it} repeats ${repeated.map(showValue).join(", ")}.`;
    wrong("duplicate", message, "Name each of them once.", warning);
  }
  if (names.length > 0 && isAbsent(values.common_name))
    problems.push(
      new InputProblem(
        "common_name",
        "expected",
        text`${it} are given without ${fieldRef("common_name")}, which SSL certificates require.`,
        text`Give ${fieldRef("common_name")} if the order is for an SSL certificate.`,
        warning,
      ),
    );
  return problems;
}

/** Text such as [a.example] or ['a.example'] is no JSON, and was not read as a list. */
function looksLikeJson(names: readonly string[]): boolean {
  return names.some((name) => /^\[|\]$/.test(name));
}

/** A common name may be a person or a company, with blanks. If `dns_names` are given, it has to be a DNS name. */
function checkCommonName({ common_name: name, dns_names: names }: Values): InputProblem[] {
  if (!isLine(name)) return [];
  const it = fieldRef("common_name");
  const doubt = (message: Text, remedy: string) => [
    new InputProblem("common_name", "name", message, remedy, warning),
  ];
  if (/^\s|\s$/.test(name))
    return doubt(text`${it} ${showValue(name)} has blanks around it.`, "Remove the blanks around the name.");
  const isOneOfMany = Array.isArray(names) && names.length > 0;
  const instead = isOneOfMany || isUrl(name) || /:\d+$/.test(name) ? otherThanDns(name) : undefined;
  return instead
    ? doubt(text`${it} ${showValue(name)} is ${instead}, not a name.`, "Give the host name alone.")
    : [];
}

function otherThanDns(name: string): string | undefined {
  if (isUrl(name)) return "a URL";
  if (/[,;]/.test(name)) return "a list";
  if (/^\.|\.\./.test(name)) return "a name with nothing before a dot";
  if (/\*(?!\.)|.\*/s.test(name)) return "a name with a * that is not all of its first part";
  if (name.includes("@")) return "an e-mail address";
  if (/^\d{1,3}(?:\.\d{1,3}){3}$|:.*:/.test(name)) return "an IP address";
  return name.includes(":") ? "a name with a port" : undefined;
}

function isUrl(name: string): boolean {
  return name.includes("/");
}

function checkTimes(values: Values, now: Date): InputProblem[] {
  const problems: InputProblem[] = [];
  const { persist_until: until, validity_days: days } = values;
  if (isInteger(until) && until > 0 && until * 1000 < now.getTime())
    problems.push(
      new InputProblem(
        "persist_until",
        "past",
        text`${fieldRef("persist_until")} ${until} is in the past.`,
        "Give a later time in Unix seconds, or 0 for no end.",
        warning,
      ),
    );
  const limit = validityLimitDays(now);
  if (isInteger(days) && days > limit)
    problems.push(
      new InputProblem(
        "validity_days",
        "public_tls_limit",
        text`${fieldRef("validity_days")} is ${days}; publicly trusted TLS certificates issued today may live ${limit} days at most.`,
        `Ask for ${limit - 1} days or fewer, unless the product is not a public TLS certificate.`,
        warning,
      ),
    );
  return problems;
}

function checkUrl(url: unknown): InputProblem[] {
  if (!isLine(url) || url === "") return [];
  const it = fieldRef("url");
  const bad = (code: CallbackCode, rule: string, message: Text, remedy: string) => [
    new InputProblem("url", rule, message, remedy, { code }),
  ];
  const parsed = URL.parse(url);
  if (!parsed || parsed.hostname === "")
    return bad(
      "invalid_callback_url",
      "url",
      text`${it} is not a valid URL.`,
      "Give an absolute address such as https://example.com/callback.",
    );
  if (parsed.protocol !== "https:")
    return bad(
      "callback_url_not_https",
      "https",
      text`${it} uses ${parsed.protocol.slice(0, -1)}, not https.`,
      "Use the callback's https:// address.",
    );
  if (parsed.username || parsed.password)
    return bad(
      "invalid_callback_url",
      "user_info",
      text`${it} contains a user name or password.`,
      "Remove them; the callback authenticates itself with the access key.",
    );
  return [];
}

/** The form in which DNS names compare: case and a trailing dot make no difference. */
export function comparableName(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, "");
}

const warning = { severity: "warning" } as const;

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Counts characters as people do, not UTF-16 units. */
function characters(text: string): number {
  return [...text].length;
}

/** A text of one line, without invisible characters. */
function isLine(value: unknown): value is string {
  return typeof value === "string" && lineProblem(value) === undefined;
}

/** A value in a message: quoted, on one line, never long. A text of several lines may be a key, and is not shown. */
function showValue(value: unknown): string {
  if (typeof value === "string" && !isLine(value)) return "a text that is not one line";
  if (typeof value === "string") return JSON.stringify(value.length > 78 ? `${value.slice(0, 76)}…` : value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Describes a value of the wrong kind without showing it: it may be a secret in the wrong place. */
function describeKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  if (typeof value === "object") return "an object";
  if (typeof value === "number")
    return Number.isFinite(value) ? `the number ${value}` : "a number out of range";
  return typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}
