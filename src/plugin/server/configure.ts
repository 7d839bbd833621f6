import { type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

export async function configureProvider(
  session: ProviderSession,
  config: ObjectValue,
  coreVersion: string,
): Promise<readonly Diagnostic[]> {
  const { provider } = session;
  const doing = `Configuring ${provider.name}`;
  const { answer, diagnostics } = await ask(session, doing, ["data"], () => {
    return provider.configure?.({ ...session.context, config, coreVersion });
  });
  if (hasErrors(diagnostics)) return diagnostics;
  // Its resources rely on what was promised to the compiler.
  if (provider.configure !== undefined && answer?.data === undefined)
    return [...diagnostics, providerBug(doing, "there is neither data nor an error.")];
  session.configured(answer?.data);
  return diagnostics;
}
