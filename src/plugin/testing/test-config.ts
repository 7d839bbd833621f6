import { isObjectLike, type ObjectValue, type Value } from "../values/value.ts";

/** The arguments that a test writes, by name. An argument that is left out or undefined is null. */
export interface TestConfig {
  readonly [name: string]: TestConfigValue | undefined;
}

/** A value that a test writes. What is undefined is null. */
export type TestConfigValue = Value | readonly TestConfigValue[] | TestConfig;

/** Removes the arguments that are undefined. */
export function toObjectValue(testConfig: TestConfig): ObjectValue {
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries(testConfig)) {
    if (value !== undefined) values[name] = definedValue(value);
  }
  return values;
}

function definedValue(value: TestConfigValue): Value {
  if (isValueList(value)) return value.map(definedValue);
  return isTestConfig(value) ? toObjectValue(value) : value;
}

function isValueList(value: TestConfigValue): value is readonly TestConfigValue[] {
  return Array.isArray(value);
}

function isTestConfig(value: TestConfigValue): value is TestConfig {
  return isObjectLike(value);
}
