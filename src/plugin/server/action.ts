import type { Action } from "../action.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { callWithConfig } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

export async function planAction(
  session: ProviderSession,
  name: string,
  action: Action,
  config: ObjectValue,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await callWithConfig(
    session,
    session.operation(`Planning action ${name}`),
    [],
    action.schema,
    config,
    () => {
      return action.plan?.({ ...session.providerContext, config });
    },
  );
  return diagnostics;
}

export async function invokeAction(
  session: ProviderSession,
  name: string,
  action: Action,
  config: ObjectValue,
  progress: (message: string) => void,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await callWithConfig(
    session,
    session.operation(`Action ${name}`),
    [],
    action.schema,
    config,
    () => {
      return action.invoke({ ...session.providerContext, config, progress });
    },
  );
  return diagnostics;
}
