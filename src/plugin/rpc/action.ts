import { invokeAction, planAction } from "../server/action.ts";
import { validateConfig } from "../server/validate.ts";
import { named, type RpcMethod, readActionConfig, serverStream, unary, writeDiagnostics } from "./wire.ts";

export const actionMethods: Readonly<Record<string, RpcMethod>> = {
  ValidateActionConfig: unary("ValidateConfigRequest", "ValidateConfigResponse", async (request, session) => {
    const name = request.type_name;
    const action = named(session.provider.actions, "action", name);
    const config = readActionConfig(request.config, action.schema);
    // Every core with actions also supports write-only arguments.
    const diagnostics = await validateConfig(session, name, action, config, true);
    return { diagnostics: writeDiagnostics(diagnostics, action.schema) };
  }),

  PlanAction: unary("ActionRequest", "PlanActionResponse", async (request, session) => {
    const action = named(session.provider.actions, "action", request.action_type);
    const config = readActionConfig(request.config, action.schema);
    const diagnostics = await planAction(session, request.action_type, action, config);
    return { diagnostics: writeDiagnostics(diagnostics, action.schema) };
  }),

  InvokeAction: serverStream("ActionRequest", "InvokeActionEvent", async (request, session, send) => {
    const action = named(session.provider.actions, "action", request.action_type);
    const config = readActionConfig(request.config, action.schema);
    const diagnostics = await invokeAction(session, request.action_type, action, config, (message) => {
      send({ progress: { message: String(message) } });
    });
    // Without this event, the core would treat the end of the stream as a success.
    send({ completed: { diagnostics: writeDiagnostics(diagnostics, action.schema) } });
  }),
};
