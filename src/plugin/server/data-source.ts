import { type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { DataSource } from "../provider.ts";
import { isComputed } from "../schema.ts";
import type { Type } from "../values/type.ts";
import { equal, type ObjectValue } from "../values/value.ts";
import { ask } from "./ask.ts";
import type { ProviderSession } from "./session.ts";
import { checkState } from "./verify.ts";

export interface DataSourceResult {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readDataSource(
  session: ProviderSession,
  name: string,
  dataSource: DataSource,
  config: ObjectValue,
): Promise<DataSourceResult> {
  const doing = `Reading data source ${name}`;
  const { schema } = dataSource;
  const { answer, diagnostics } = await ask(session, doing, () => {
    return dataSource.read({ ...session.providerContext, config: config as never });
  });
  if (hasErrors(diagnostics)) return { state: null, diagnostics };
  if (answer?.state === undefined) {
    return {
      state: null,
      diagnostics: [...diagnostics, providerBug(doing, "there is neither a state nor an error.")],
    };
  }
  const { value: state, problems } = checkState(doing, schema, answer.state, config);
  const altered = Object.entries(schema.attributes)
    .filter(([attribute, definition]) => {
      const configured = config[attribute] ?? null;
      if (configured === null && isComputed(definition)) return false;
      return !equal(configured, state[attribute] ?? null, schema.type[1][attribute] as Type);
    })
    .map(([attribute]) => providerBug(doing, `"${attribute}" differs from the configuration.`, attribute));
  return { state, diagnostics: [...diagnostics, ...problems, ...(problems.length > 0 ? [] : altered)] };
}
