import { identityType } from "../identity.ts";
import type { Resource } from "../resource.ts";
import { type Applied, applyResourceChange, stateWithoutAnswer } from "../server/apply.ts";
import { readAnswer } from "../server/call-author.ts";
import { identityAfter, identityIfComplete, plannedIdentity, upgradeIdentity } from "../server/identity.ts";
import { importResourceState, moveResourceState } from "../server/import.ts";
import { type Plan, planResourceChange } from "../server/plan.ts";
import { type ReadResult, readResource } from "../server/read.ts";
import { upgradeResourceState } from "../server/upgrade.ts";
import { validateConfig } from "../server/validate.ts";
import type { ObjectValue } from "../values/value.ts";
import {
  named,
  type RpcMethod,
  readConfig,
  readIdentity,
  readObject,
  readStored,
  unary,
  writeDiagnostics,
  writeIdentity,
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

  UpgradeResourceIdentity: unary(
    "UpgradeResourceIdentityRequest",
    "UpgradeResourceIdentityResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const stored = readStored(request.raw_identity);
      const upgraded = await upgradeIdentity(session, name, resource, request.version, stored);
      return {
        upgraded_identity: identityFor(resource, upgraded.identity),
        diagnostics: writeDiagnostics(upgraded.diagnostics, resource.schema),
      };
    },
  ),

  ReadResource: unary("ReadResourceRequest", "ReadResourceResponse", async (request, session) => {
    const name = request.type_name;
    const resource = named(session.provider.resources, "resource type", name);
    const current = readObject(request.current_state, resource.schema);
    const before = readIdentity(request.current_identity, resource);
    const doing = session.operation(`Reading ${name}`);
    const respond = async (result: ReadResult) => {
      const identified = await identityAfter(session, doing, resource, result, before);
      return {
        new_state: writeValue(result.state, resource.schema.type),
        private: result.private,
        diagnostics: writeDiagnostics(identified.diagnostics, resource.schema),
        new_identity: identityFor(resource, identified.identity),
      };
    };
    return readAnswer(
      session,
      doing,
      async () => respond(await readResource(session, name, resource, current, request.private)),
      (bug) => respond({ state: current, private: request.private, diagnostics: [bug] }),
    );
  }),

  PlanResourceChange: unary(
    "PlanResourceChangeRequest",
    "PlanResourceChangeResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const prior = readObject(request.prior_state, resource.schema);
      const proposed = readObject(request.proposed_new_state, resource.schema);
      const config = readObject(request.config, resource.schema);
      const before = readIdentity(request.prior_identity, resource);
      const respond = async (plan: Plan) => ({
        planned_state: writeValue(plan.planned, resource.schema.type),
        requires_replace: plan.requiresReplace.map((attribute) =>
          writePath([attribute], resource.schema.type),
        ),
        planned_private: plan.private,
        diagnostics: writeDiagnostics(plan.diagnostics, resource.schema),
        planned_identity: identityFor(resource, plannedIdentity(resource, prior, plan.planned, before)),
      });
      const input = { config, prior, proposed, private: request.prior_private };
      return readAnswer(
        session,
        session.operation(`Planning ${name}`),
        async () => respond(await planResourceChange(session, name, resource, input)),
        (bug) =>
          respond({ planned: proposed, requiresReplace: [], private: input.private, diagnostics: [bug] }),
      );
    },
  ),

  ApplyResourceChange: unary(
    "ApplyResourceChangeRequest",
    "ApplyResourceChangeResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const { schema } = resource;
      const input = {
        config: readObject(request.config, schema),
        prior: readObject(request.prior_state, schema),
        planned: readObject(request.planned_state, schema),
        private: request.planned_private,
      };
      const before = readIdentity(request.planned_identity, resource);
      const doing = session.operation(`Applying ${name}`);
      const respond = async (applied: Applied) => {
        const identified = await identityAfter(session, doing, resource, applied, before);
        return {
          new_state: writeValue(applied.state, schema.type),
          private: applied.private,
          diagnostics: writeDiagnostics(identified.diagnostics, schema),
          new_identity: applied.state === null ? undefined : identityFor(resource, identified.identity),
        };
      };
      return readAnswer(
        session,
        doing,
        async () => respond(await applyResourceChange(session, name, resource, input)),
        (bug) =>
          respond({ state: stateWithoutAnswer(schema, input), private: input.private, diagnostics: [bug] }),
      );
    },
  ),

  ImportResourceState: unary(
    "ImportResourceStateRequest",
    "ImportResourceStateResponse",
    async (request, session) => {
      const name = request.type_name;
      const resource = named(session.provider.resources, "resource type", name);
      const sentIdentity = readIdentity(request.identity, resource);
      const adopted = await importResourceState(session, name, resource, sentIdentity ?? request.id);
      const state = writeValue(adopted.state, resource.schema.type);
      const identity = identityFor(resource, sentIdentity ?? identityIfComplete(resource, adopted.state));
      return {
        imported_resources:
          adopted.state === null ? [] : [{ type_name: name, state, private: adopted.private, identity }],
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
        target_identity: identityFor(resource, identityIfComplete(resource, adopted.state)),
        diagnostics: writeDiagnostics(adopted.diagnostics, resource.schema),
      };
    },
  ),
};

function identityFor({ identity: definition }: Resource, identity: ObjectValue | null) {
  return definition && writeIdentity(identity, identityType(definition));
}
