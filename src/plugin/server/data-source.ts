import type { DataSource } from "../data-source.ts";
import { type Diagnostic, hasErrors, pathText, providerBug } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./call-author.ts";
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
  const doing = `Reading data source ${name}`;
  const { schema } = dataSource;
  const { answer, diagnostics } = await ask(session, doing, ["state"], () => {
    return dataSource.read({ ...session.providerContext, config });
  });
  if (hasErrors(diagnostics)) return { state: null, diagnostics };
  if (answer?.state === undefined) {
    return {
      state: null,
      diagnostics: [...diagnostics, providerBug(doing, "there is neither a state nor an error.")],
    };
  }
  const { value: state, problems } = checkState(doing, schema, answer.state, config);
  const altered = departures(schema, schema.type, config, null, state).map(({ path }) =>
    providerBug(doing, `"${pathText(path, schema.type)}" differs from the configuration.`, path),
  );
  return { state, diagnostics: [...diagnostics, ...problems, ...(problems.length > 0 ? [] : altered)] };
}
