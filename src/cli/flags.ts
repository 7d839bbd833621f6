import type { Field, Fields, GivenSettings, Setting, Values } from "../contract/index.ts";
import {
  describeField,
  describeSetting,
  kebabCase,
  settings,
  urlPassword,
  valueFromText,
} from "../contract/index.ts";
import type { CommandInput, Flag, Flags, FlagsAndEnvironment, FlagValues } from "./command.ts";
import { givenText, settingFilters } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { cliDialect } from "./dialect.ts";
import { readSecret } from "./secret.ts";

/** The variable for a secret field of a request. */
export function fieldVariable(name: string): string {
  return `CERTORDER_${name.toUpperCase()}`;
}

/** The flags for the fields of a request, from the contract. */
export function fieldFlags(fields: Fields): Flags {
  return merge(fields, (name, field) =>
    field.sensitive
      ? secretFlags(name, field.doc, fieldVariable(name))
      : { [kebabCase(name)]: fieldFlag(field) },
  );
}

/** The flags for the settings of a kind of command, from the contract. */
export function settingFlags(kind: keyof typeof settingFilters): Flags {
  return merge<Setting>(settings, (name, setting) => {
    if (!settingFilters[kind](name)) return {};
    const { sensitive, kind: valueKind, doc, env, choices } = setting;
    if (sensitive === true) return secretFlags(name, doc, env);
    const value = valueNames[name] ?? (valueKind === "string" ? "VALUE" : "NUMBER");
    const flag = {
      kind: "value",
      value: choices?.join("|") ?? value,
      doc: describeSetting(setting),
    } as const;
    return { [kebabCase(name)]: choices ? { ...flag, choices } : flag };
  });
}

/** The placeholders of values, where VALUE would say too little. */
const valueNames: Readonly<Record<string, string>> = {
  base_url: "URL",
  service: "NAME",
  key_id: "ID",
  ca_file: "PATH",
  journal: "FOLDER|URL",
};

/** The values that the flags give to the fields of a request. */
export async function fieldValues(fields: Fields, input: CommandInput): Promise<Values> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields))
    values[name] = field.sensitive
      ? await readSecret(kebabCase(name), input, fieldVariable(name))
      : fieldValue(field, input.flags[kebabCase(name)]);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The settings that the flags give. The contract reads the environment, except for secrets. */
export async function givenSettings(input: CommandInput): Promise<GivenSettings> {
  const values: Record<string, string | undefined> = {};
  for (const [name, setting] of Object.entries<Setting>(settings))
    values[name] =
      setting.sensitive === true
        ? await readSecret(kebabCase(name), input, setting.env)
        : setting.sensitive
          ? givenPlace(input)
          : givenText(input, kebabCase(name));
  return values;
}

/** The journal from the command line, which every user of this machine can read, so it must not contain a password. */
export function givenPlace(input: Pick<FlagsAndEnvironment, "flags">): string | undefined {
  const place = givenText(input, "journal");
  if (place !== undefined) refusePassword(place, "--journal", settings.journal.env);
  return place;
}

export function refusePassword(place: string, where: string, env: string): void {
  if (urlPassword(place) !== undefined)
    throw new UsageError(
      `${where} holds a password, and every user of this machine can read the command line.`,
      `Put it into ${env}, or the password into PostgreSQL's password file.`,
    );
}

function fieldFlag(field: Field): Flag {
  const doc = describeField(field, cliDialect);
  if (field.kind === "boolean") return { kind: "switch", doc };
  if (field.kind === "strings") return { kind: "list", value: "NAME[,NAME…]", doc };
  const { values, usualValues: choices = values } = field;
  const value = values?.join("|") ?? (field.kind === "integer" ? "NUMBER" : "VALUE");
  return choices ? { kind: "value", value, doc, choices } : { kind: "value", value, doc };
}

function fieldValue(field: Field, value: FlagValues[string]): unknown {
  if (Array.isArray(value)) return value.flatMap((text) => valueFromText(field, text));
  return typeof value === "string" ? valueFromText(field, value) : value;
}

function secretFlags(name: string, doc: string, env: string): Flags {
  const flag = kebabCase(name);
  return {
    [`${flag}-file`]: { kind: "value", value: "PATH", doc: `${doc} Read from a file. Or ${env}.` },
    [`${flag}-stdin`]: { kind: "switch", doc: "The same, read from standard input." },
  };
}

function merge<T>(table: Readonly<Record<string, T>>, toFlags: (name: string, entry: T) => Flags): Flags {
  return Object.assign({}, ...Object.entries(table).map(([name, entry]) => toFlags(name, entry)));
}
