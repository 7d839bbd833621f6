import { configureProvider } from "../server/configure.ts";
import { validateConfig } from "../server/validate.ts";
import { type RpcMethod, readConfig, unary, writeDiagnostics } from "./wire.ts";

export const providerMethods: Readonly<Record<string, RpcMethod>> = {
  ValidateProviderConfig: unary(
    "ValidateProviderConfigRequest",
    "ValidateProviderConfigResponse",
    async ({ config }, session) => {
      const { provider } = session;
      const values = readConfig(config, provider.schema);
      const diagnostics = await validateConfig(session, provider.name, provider, values, true);
      return { diagnostics: writeDiagnostics(diagnostics, provider.schema) };
    },
  ),

  ConfigureProvider: unary(
    "ConfigureProviderRequest",
    "ConfigureProviderResponse",
    async (request, session) => {
      const { schema } = session.provider;
      const config = readConfig(request.config, schema);
      const diagnostics = await configureProvider(session, config, request.terraform_version);
      return { diagnostics: writeDiagnostics(diagnostics, schema) };
    },
  ),

  StopProvider: unary("Empty", "StopProviderResponse", (_request, session) => {
    session.stop();
    return {};
  }),
};
