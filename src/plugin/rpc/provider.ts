import { configureProvider } from "../server/configure.ts";
import { validateConfig } from "../server/validate.ts";
import { type RpcMethod, readConfig, unary, writeDiagnostics } from "./wire.ts";

export const providerMethods: Readonly<Record<string, RpcMethod>> = {
  ValidateProviderConfig: unary(
    "ValidateProviderConfigRequest",
    "ValidateProviderConfigResponse",
    async ({ config }, session) => {
      const { provider } = session;
      const given = readConfig(config, provider.schema);
      return {
        diagnostics: writeDiagnostics(await validateConfig(session, provider.name, provider, given, true)),
      };
    },
  ),

  ConfigureProvider: unary(
    "ConfigureProviderRequest",
    "ConfigureProviderResponse",
    async (request, session) => {
      const config = readConfig(request.config, session.provider.schema);
      return {
        diagnostics: writeDiagnostics(await configureProvider(session, config, request.terraform_version)),
      };
    },
  ),

  StopProvider: unary("Empty", "StopProviderResponse", (_request, session) => {
    session.stop();
    return {};
  }),
};
