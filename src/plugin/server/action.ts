import type { Action } from "../action.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

export async function planAction(
  session: ProviderSession,
  name: string,
  action: Action,
  config: ObjectValue,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await ask(session, `Planning action ${name}`, [], () => {
    return action.plan?.({ ...session.providerContext, config });
  });
  return diagnostics;
}

export async function invokeAction(
  session: ProviderSession,
  name: string,
  action: Action,
  config: ObjectValue,
  progress: (message: string) => void,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await ask(session, `Action ${name}`, [], () => {
    return action.invoke({ ...session.providerContext, config, progress });
  });
  return diagnostics;
}
