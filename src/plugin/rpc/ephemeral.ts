import { closeEphemeral, openEphemeral, renewEphemeral } from "../server/ephemeral.ts";
import type { ProviderSession } from "../server/session.ts";
import { validateConfig } from "../server/validate.ts";
import { named, readConfig, unary, writeDiagnostics, writeValue } from "./wire.ts";

const find = ({ provider }: ProviderSession, name: string) =>
  named(provider.ephemeralResources, "ephemeral resource", name);

export const ValidateEphemeralResourceConfig = unary(
  "ValidateConfigRequest",
  "ValidateConfigResponse",
  async (request, session) => {
    const name = request.type_name;
    const resource = find(session, name);
    const config = readConfig(request.config, resource.schema);
    const diagnostics = await validateConfig(session, name, resource, config, false);
    return { diagnostics: writeDiagnostics(diagnostics, resource.schema) };
  },
);

export const OpenEphemeralResource = unary(
  "OpenEphemeralResourceRequest",
  "OpenEphemeralResourceResponse",
  async (request, session) => {
    const resource = find(session, request.type_name);
    const { schema } = resource;
    const config = readConfig(request.config, schema);
    const opened = await openEphemeral(session, request.type_name, resource, config);
    return {
      diagnostics: writeDiagnostics(opened.diagnostics, schema),
      renew_at: timestamp(opened.renewAt),
      result: writeValue(opened.result, schema.type),
      private: opened.private,
    };
  },
);

export const RenewEphemeralResource = unary(
  "EphemeralResourceRequest",
  "RenewEphemeralResourceResponse",
  async (request, session) => {
    const resource = find(session, request.type_name);
    const renewed = await renewEphemeral(session, request.type_name, resource, request.private);
    return {
      diagnostics: writeDiagnostics(renewed.diagnostics, resource.schema),
      renew_at: timestamp(renewed.renewAt),
      private: renewed.private,
    };
  },
);

export const CloseEphemeralResource = unary(
  "EphemeralResourceRequest",
  "CloseEphemeralResourceResponse",
  async (request, session) => {
    const resource = find(session, request.type_name);
    const diagnostics = await closeEphemeral(session, request.type_name, resource, request.private);
    return { diagnostics: writeDiagnostics(diagnostics, resource.schema) };
  },
);

/** Whole seconds, rounded down: early is better than late. */
function timestamp(at: Date | undefined) {
  return at === undefined ? undefined : { seconds: Math.floor(at.getTime() / 1000) };
}
