import type { DataSource } from "../data-source.ts";
import { type CallDescription, type Diagnostic, hasErrors, pathText, providerBug } from "../diagnostics.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { callWithConfig, SchemaFunctions } from "./call-author.ts";
import { keepSameMeaning } from "./same-meaning.ts";
import type { ProviderSession } from "./session.ts";
import { checkState, departures } from "./verify.ts";

interface DataSourceResult {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readDataSource(
  session: ProviderSession,
  name: string,
  dataSource: DataSource,
  config: ObjectValue,
): Promise<DataSourceResult> {
  const doing = session.operation(`Reading data source ${name}`);
  const { schema } = dataSource;
  const { answer, diagnostics } = await callWithConfig(session, doing, ["state"], schema, config, () => {
    return dataSource.read({ ...session.providerContext, config });
  });
  return checkFound(session, doing, schema, config, answer?.state, diagnostics);
}

/** Checks a result: it must be an object with all configured values. */
export function checkFound(
  session: ProviderSession,
  doing: CallDescription,
  schema: Schema,
  config: ObjectValue,
  found: ObjectValue | undefined,
  diagnostics: readonly Diagnostic[],
): DataSourceResult {
  if (hasErrors(diagnostics)) return { state: null, diagnostics };
  if (found === undefined) {
    const bug = providerBug(doing, "there is neither a result nor an error.");
    return { state: null, diagnostics: [...diagnostics, bug] };
  }
  const { value, problems } = checkState(doing, schema, found, config);
  const functions = new SchemaFunctions(session, doing, schema);
  const state = keepSameMeaning(functions, schema, value, config);
  const wrong = [...problems, ...functions.problems];
  const altered = departures(schema, schema.type, config, null, state).map(({ path }) =>
    providerBug(doing, `"${pathText(path, schema.type)}" differs from the configuration.`, path),
  );
  return { state, diagnostics: [...diagnostics, ...wrong, ...(wrong.length > 0 ? [] : altered)] };
}
