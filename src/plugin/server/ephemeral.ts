import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { EphemeralResource, OpenAnswer, RenewAnswer } from "../ephemeral.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor } from "./call-author.ts";
import { checkFound } from "./data-source.ts";
import { readPrivate, writePrivate } from "./private.ts";
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
  const written = writePrivate(doing, answer?.private, new Uint8Array());
  const opened = checkFound(session, doing, resource.schema, config, answer?.result, diagnostics);
  return {
    result: opened.state,
    renewAt: answer?.renewAt,
    private: written.private,
    diagnostics: [...opened.diagnostics, ...written.problems],
  };
}

export async function renewEphemeral(
  session: ProviderSession,
  name: string,
  resource: EphemeralResource,
  before: Uint8Array,
): Promise<Omit<Opened, "result">> {
  const doing = session.operation(`Renewing ${name}`);
  const { answer, diagnostics } = await callAuthor<RenewAnswer>(session, doing, ["renewAt", "private"], () =>
    resource.renew?.({ ...session.providerContext, private: readPrivate(session, doing, before) }),
  );
  const written = writePrivate(doing, answer?.private, before);
  return {
    renewAt: hasErrors(diagnostics) ? undefined : answer?.renewAt,
    private: written.private,
    diagnostics: [...diagnostics, ...written.problems],
  };
}

export async function closeEphemeral(
  session: ProviderSession,
  name: string,
  resource: EphemeralResource,
  stored: Uint8Array,
): Promise<readonly Diagnostic[]> {
  const doing = session.operation(`Closing ${name}`);
  const { diagnostics } = await callAuthor(session, doing, [], () =>
    resource.close?.({ ...session.providerContext, private: readPrivate(session, doing, stored) }),
  );
  return diagnostics;
}
