import type { Action } from "../action.ts";
import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor, callWithConfig } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";
import { validateConfig } from "./validate.ts";

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
  // Cores validate an action only before its values are known.
  const validated = await validateConfig(session, name, action, config, true);
  if (hasErrors(validated)) return validated;
  const { diagnostics } = await callAuthor(session, session.operation(`Action ${name}`), [], () => {
    return action.invoke({ ...session.providerContext, config, progress });
  });
  return [...validated, ...diagnostics];
}
