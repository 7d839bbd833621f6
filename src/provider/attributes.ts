import type { Dialect, Field, Fields, Setting } from "../contract/index.ts";
import { describeField, describeSetting, terraformDialect } from "../contract/index.ts";
import type { Attribute } from "../plugin/index.ts";

// Turns the contract's tables into arguments. A new field there appears here without a change.

const types = { string: "string", strings: "set(string)", boolean: "bool", integer: "integer" } as const;

type FieldAttribute<F extends Field> = {
  readonly type: (typeof types)[F["kind"]];
  readonly description: string;
} & (F extends { readonly required: true } ? { readonly required: true } : { readonly optional: true }) &
  (F extends { readonly sensitive: true } ? { readonly sensitive: true } : object);

/** Arguments for the fields of a request. `neverStored`: Terraform does not keep these in the state. It keeps all others, except those of actions. */
export function fieldAttributes<T extends Fields>(
  fields: T,
  {
    isStored = true,
    neverStored = [],
  }: { readonly isStored?: boolean; readonly neverStored?: readonly (keyof T)[] } = {},
): { readonly [K in keyof T]: FieldAttribute<T[K]> } {
  return mapped(fields, (field, name) => ({
    type: types[field.kind],
    description: describeAttribute(field, isStored && !neverStored.includes(name)),
    ...(field.required ? { required: true } : { optional: true }),
    ...(field.sensitive && { sensitive: true }),
  })) as { readonly [K in keyof T]: FieldAttribute<T[K]> };
}

type SettingAttribute<S extends Setting> = {
  readonly type: S["kind"] extends "seconds" ? "number" : S["kind"] extends "count" ? "integer" : "string";
  readonly optional: true;
  readonly description: string;
};

/** Arguments of the provider for the settings. All are optional: the environment may have them. */
export function settingAttributes<T extends Readonly<Record<string, Setting>>>(
  settings: T,
): { readonly [K in keyof T]: SettingAttribute<T[K]> } {
  return mapped(settings, (setting) => ({
    type: setting.kind === "seconds" ? "number" : setting.kind === "count" ? "integer" : "string",
    optional: true,
    description: describeSetting(setting, (text) => `\`${text}\``),
    ...(setting.sensitive && { sensitive: true }),
  })) as { readonly [K in keyof T]: SettingAttribute<T[K]> };
}

function mapped<T>(
  table: Readonly<Record<string, T>>,
  attribute: (entry: T, name: string) => object,
): Record<string, Attribute> {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, attribute(entry, name) as Attribute]),
  );
}

/** The schema says that an argument is required, so the description does not. */
function describeAttribute(field: Field, isStored: boolean): string {
  const dialect: Dialect = (part) => `\`${terraformDialect(part)}\``;
  // Data sources cannot have write-only arguments. A gate compares the key with the state to see that it changed.
  const notes = field.sensitive && isStored ? ["Terraform stores it in the state and in saved plans."] : [];
  return describeField(field, dialect, { saysNeeded: !field.required, more: notes });
}
