import { identityType } from "../identity.ts";
import { listResource } from "../server/list.ts";
import type { ProviderSession } from "../server/session.ts";
import { validateConfig } from "../server/validate.ts";
import {
  named,
  readActionConfig,
  serverStream,
  unary,
  writeDiagnostics,
  writeIdentity,
  writeValue,
} from "./wire.ts";

const find = ({ provider }: ProviderSession, name: string) =>
  named(provider.listResources, "list resource", name);

export const ValidateListResourceConfig = unary(
  "ValidateListResourceConfigRequest",
  "ValidateConfigResponse",
  async (request, session) => {
    const name = request.type_name;
    const list = find(session, name);
    const config = readActionConfig(request.config, list.schema);
    const diagnostics = await validateConfig(session, name, list, config, false);
    return { diagnostics: writeDiagnostics(diagnostics, list.schema) };
  },
);

export const ListResource = serverStream(
  "ListResourceRequest",
  "ListResourceEvent",
  async (request, session, send) => {
    const name = request.type_name;
    const list = find(session, name);
    const resource = named(session.provider.resources, "resource type", name);
    const input = {
      config: readActionConfig(request.config, list.schema),
      limit: request.limit,
      includeState: request.include_resource_object,
    };
    for await (const found of listResource(session, name, list, resource, input)) {
      send({
        display_name: found.displayName,
        identity: resource.identity && writeIdentity(found.identity, identityType(resource.identity)),
        resource_object: found.state === null ? undefined : writeValue(found.state, resource.schema.type),
        diagnostics: writeDiagnostics(found.diagnostics, list.schema),
      });
    }
  },
);
