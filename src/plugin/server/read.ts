import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import type { Resource } from "../resource.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";
import { checkState } from "./verify.ts";

interface ReadResult {
  /** Null says that the object is gone. */
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readResource(
  session: ProviderSession,
  name: string,
  resource: Resource,
  current: ObjectValue | null,
  privateData: Uint8Array,
): Promise<ReadResult> {
  if (current === null) return { state: null, private: privateData, diagnostics: [] };
  const doing = `Reading ${name}`;
  const { answer, diagnostics } = await ask(session, doing, ["state", "private"], () => {
    return resource.read?.({ ...session.providerContext, state: current, private: privateData });
  });
  if (answer?.state === undefined || hasErrors(diagnostics)) {
    return { state: current, private: answer?.private ?? privateData, diagnostics };
  }
  if (answer.state === null) return { state: null, private: new Uint8Array(), diagnostics };
  const { value: state, problems } = checkState(doing, resource.schema, answer.state, current);
  return { state, private: answer.private ?? privateData, diagnostics: [...diagnostics, ...problems] };
}
