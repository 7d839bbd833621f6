import { type CallDescription, type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { EphemeralResource, OpenAnswer, RenewAnswer } from "../ephemeral.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor, callWithConfig } from "./call-author.ts";
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
  const { answer, diagnostics } = await callWithConfig<OpenAnswer<Schema>>(
    session,
    doing,
    parts,
    resource.schema,
    config,
    () => resource.open({ ...session.providerContext, config }),
  );
  const written = writePrivate(doing, answer?.private, new Uint8Array());
  const opened = checkFound(session, doing, resource.schema, config, answer?.result, diagnostics);
  return {
    result: opened.state,
    renewAt: validDate(answer?.renewAt),
    private: written.private,
    diagnostics: [...opened.diagnostics, ...written.problems, ...dateProblems(doing, answer?.renewAt)],
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
    renewAt: hasErrors(diagnostics) ? undefined : validDate(answer?.renewAt),
    private: written.private,
    diagnostics: [...diagnostics, ...written.problems, ...dateProblems(doing, answer?.renewAt)],
  };
}

function validDate(renewAt: unknown): Date | undefined {
  return renewAt instanceof Date && Number.isFinite(renewAt.getTime()) ? renewAt : undefined;
}

function dateProblems(doing: CallDescription, renewAt: unknown): Diagnostic[] {
  const isRight = renewAt === undefined || validDate(renewAt) !== undefined;
  return isRight ? [] : [providerBug(doing, "renewAt must be a valid Date.")];
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
