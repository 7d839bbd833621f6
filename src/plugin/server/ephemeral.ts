import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { EphemeralResource, OpenAnswer, RenewAnswer } from "../ephemeral.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor } from "./call-author.ts";
import { checkFound } from "./data-source.ts";
import type { ProviderSession } from "./session.ts";

interface Opened {
  readonly result: ObjectValue | null;
  readonly renewAt: Date | undefined;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

export async function openEphemeral(
  session: ProviderSession,
  name: string,
  resource: EphemeralResource,
  config: ObjectValue,
): Promise<Opened> {
  const doing = session.operation(`Opening ${name}`);
  const parts = ["result", "renewAt", "private"] as const;
  const { answer, diagnostics } = await callAuthor<OpenAnswer<Schema>>(session, doing, parts, () =>
    resource.open({ ...session.providerContext, config }),
  );
  const opened = checkFound(session, doing, resource.schema, config, answer?.result, diagnostics);
  return {
    result: opened.state,
    renewAt: answer?.renewAt,
    private: answer?.private ?? new Uint8Array(),
    diagnostics: opened.diagnostics,
  };
}

export async function renewEphemeral(
  session: ProviderSession,
  name: string,
  resource: EphemeralResource,
  privateData: Uint8Array,
): Promise<Omit<Opened, "result">> {
  const { answer, diagnostics } = await callAuthor<RenewAnswer>(
    session,
    session.operation(`Renewing ${name}`),
    ["renewAt", "private"],
    () => resource.renew?.({ ...session.providerContext, private: privateData }),
  );
  return {
    renewAt: hasErrors(diagnostics) ? undefined : answer?.renewAt,
    private: answer?.private ?? privateData,
    diagnostics,
  };
}

export async function closeEphemeral(
  session: ProviderSession,
  name: string,
  resource: EphemeralResource,
  privateData: Uint8Array,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await callAuthor(session, session.operation(`Closing ${name}`), [], () =>
    resource.close?.({ ...session.providerContext, private: privateData }),
  );
  return diagnostics;
}
