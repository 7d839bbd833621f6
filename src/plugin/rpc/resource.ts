import { applyResourceChange } from "../server/apply.ts";
import { importResourceState, moveResourceState } from "../server/import.ts";
import { planResourceChange } from "../server/plan.ts";
import { readResource } from "../server/read.ts";
import { upgradeResourceState } from "../server/upgrade.ts";
import { validateConfig } from "../server/validate.ts";
import {
  named,
  type RpcMethod,
  readConfig,
  readObject,
  readStored,
  unary,
  writeDiagnostics,
  writePath,
  writeValue,
} from "./wire.ts";

export const resourceMethods: Readonly<Record<string, RpcMethod>> = {
  ValidateResourceConfig: unary(
    "ValidateConfigRequest",
    "ValidateConfigResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const config = readConfig(request.config, resource.schema);
      const writeOnlyAllowed = request.client_capabilities?.write_only_attributes_allowed ?? false;
      const diagnostics = await validateConfig(session, name, resource, config, writeOnlyAllowed);
      return { diagnostics: writeDiagnostics(diagnostics, resource.schema) };
    },
  ),

  UpgradeResourceState: unary(
    "UpgradeResourceStateRequest",
    "UpgradeResourceStateResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const stored = readStored(request.raw_state);
      const { state, diagnostics } = await upgradeResourceState(
        session,
        name,
        resource,
        request.version,
        stored,
      );
      return {
        upgraded_state: writeValue(state, resource.schema.type),
        diagnostics: writeDiagnostics(diagnostics, resource.schema),
      };
    },
  ),

  ReadResource: unary("ReadResourceRequest", "ReadResourceResponse", async (request, session) => {
    const name = request.type_name;
    const resource = named(session.provider.resources, "resource type", name);
    const current = readObject(request.current_state, resource.schema);
    const result = await readResource(session, name, resource, current, request.private);
    return {
      new_state: writeValue(result.state, resource.schema.type),
      private: result.private,
      diagnostics: writeDiagnostics(result.diagnostics, resource.schema),
    };
  }),

  PlanResourceChange: unary(
    "PlanResourceChangeRequest",
    "PlanResourceChangeResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const plan = await planResourceChange(session, name, resource, {
        config: readObject(request.config, resource.schema),
        prior: readObject(request.prior_state, resource.schema),
        proposed: readObject(request.proposed_new_state, resource.schema),
        private: request.prior_private,
      });
      return {
        planned_state: writeValue(plan.planned, resource.schema.type),
        requires_replace: plan.requiresReplace.map((attribute) =>
          writePath([attribute], resource.schema.type),
        ),
        planned_private: plan.private,
        diagnostics: writeDiagnostics(plan.diagnostics, resource.schema),
      };
    },
  ),

  ApplyResourceChange: unary(
    "ApplyResourceChangeRequest",
    "ApplyResourceChangeResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const applied = await applyResourceChange(session, name, resource, {
        config: readObject(request.config, resource.schema),
        prior: readObject(request.prior_state, resource.schema),
        planned: readObject(request.planned_state, resource.schema),
        private: request.planned_private,
      });
      return {
        new_state: writeValue(applied.state, resource.schema.type),
        private: applied.private,
        diagnostics: writeDiagnostics(applied.diagnostics, resource.schema),
      };
    },
  ),

  ImportResourceState: unary(
    "ImportResourceStateRequest",
    "ImportResourceStateResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const adopted = await importResourceState(session, name, resource, request.id);
      const state = writeValue(adopted.state, resource.schema.type);
      return {
        imported_resources:
          adopted.state === null ? [] : [{ type_name: name, state, private: adopted.private }],
        diagnostics: writeDiagnostics(adopted.diagnostics, resource.schema),
      };
    },
  ),

  MoveResourceState: unary(
    "MoveResourceStateRequest",
    "MoveResourceStateResponse",
    async (request, session) => {
      const name = request.target_type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const adopted = await moveResourceState(session, name, resource, {
        sourceProvider: request.source_provider_address,
        sourceType: request.source_type_name,
        version: request.source_schema_version,
        stored: readStored(request.source_state),
        private: request.source_private,
      });
      return {
        target_state: writeValue(adopted.state, resource.schema.type),
        target_private: adopted.private,
        diagnostics: writeDiagnostics(adopted.diagnostics, resource.schema),
      };
    },
  ),
};
