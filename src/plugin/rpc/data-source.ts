import { readDataSource } from "../server/data-source.ts";
import { validateConfig } from "../server/validate.ts";
import { named, type RpcMethod, readConfig, unary, writeDiagnostics, writeValue } from "./wire.ts";

export const dataSourceMethods: Readonly<Record<string, RpcMethod>> = {
  ValidateDataResourceConfig: unary(
    "ValidateConfigRequest",
    "ValidateConfigResponse",
    async (request, session) => {
      const name = request.type_name;
      const dataSource = named(session.provider.dataSources, "data source", name);
      const config = readConfig(request.config, dataSource.schema);
      const diagnostics = await validateConfig(session, name, dataSource, config, false);
      return { diagnostics: writeDiagnostics(diagnostics, dataSource.schema) };
    },
  ),

  ReadDataSource: unary("ReadDataSourceRequest", "ReadDataSourceResponse", async (request, session) => {
    const name = request.type_name;
    const dataSource = named(session.provider.dataSources, "data source", name);
    const config = readConfig(request.config, dataSource.schema);
    const { state, diagnostics } = await readDataSource(session, name, dataSource, config);
    const { schema } = dataSource;
    return { state: writeValue(state, schema.type), diagnostics: writeDiagnostics(diagnostics, schema) };
  }),
};
