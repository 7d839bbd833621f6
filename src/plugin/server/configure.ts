import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./ask.ts";
import type { ProviderSession } from "./session.ts";

export async function configureProvider(
  session: ProviderSession,
  config: ObjectValue,
  coreVersion: string,
): Promise<readonly Diagnostic[]> {
  const { provider } = session;
  const { answer, diagnostics } = await ask(session, `Configuring ${provider.name}`, () => {
    return provider.configure({ ...session.context, config: config as never, coreVersion });
  });
  if (!hasErrors(diagnostics)) session.configured(answer?.data);
  return diagnostics;
}
