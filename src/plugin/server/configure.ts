import { type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { callWithConfig } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

export async function configureProvider(
  session: ProviderSession,
  config: ObjectValue,
  coreVersion: string,
): Promise<readonly Diagnostic[]> {
  const { provider } = session;
  const doing = session.operation(`Configuring ${provider.name}`);
  const { answer, diagnostics } = await callWithConfig(
    session,
    doing,
    ["data"],
    provider.schema,
    config,
    () => {
      return provider.configure?.({ ...session.context, config, coreVersion });
    },
  );
  if (hasErrors(diagnostics)) return diagnostics;
  // Its type promises data, and the resources rely on it.
  if (provider.configure !== undefined && answer?.data === undefined)
    return [...diagnostics, providerBug(doing, "there is neither data nor an error.")];
  session.configured(answer?.data);
  return diagnostics;
}
