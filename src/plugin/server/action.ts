import type { Action } from "../action.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

export async function planAction(
  session: ProviderSession,
  name: string,
  action: Action,
  config: ObjectValue,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await callAuthor(session, session.operation(`Planning action ${name}`), [], () => {
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
  const { diagnostics } = await callAuthor(session, session.operation(`Action ${name}`), [], () => {
    return action.invoke({ ...session.providerContext, config, progress });
  });
  return diagnostics;
}
