import { checkRequest } from "../client/index.ts";
import type { InputProblem, Values } from "../contract/index.ts";
import { callbackTestFields, callbackTestOperation, pickValues } from "../contract/index.ts";
import type { ApplyAnswer, Decided } from "../plugin/index.ts";
import { defineResource, defineSchema, isKnown } from "../plugin/index.ts";
import { fieldAttributes } from "./attributes.ts";
import { fromCallbackTest, fromProblems, notConfigured } from "./diagnostics.ts";
import type { ProviderData } from "./provider-data.ts";

const schema = defineSchema({
  description:
    "A gate in a deployment: the account's callback is tested when this is created and whenever an argument changes, and the apply fails when the callback does not answer.",
  attributes: {
    id: { type: "string", computed: true, useStateForUnknown: true, description: "Always `callback`." },
    ...fieldAttributes(callbackTestFields),
    triggers: {
      type: "map(string)",
      optional: true,
      description: "Any values. A change of one of them tests the callback again.",
    },
    tested_at: { type: "string", computed: true, description: "When the callback last answered (RFC 3339)." },
    duration_ms: { type: "integer", computed: true, description: "How long that test took." },
  },
});

type CallbackCheck = typeof schema;

export const callbackCheckResource = defineResource<ProviderData>()({
  schema,

  validate: ({ config }) => ({ diagnostics: fromProblems(checkKnownArguments(config), schema) }),
  create: ({ planned, provider, signal }) => test(provider, planned, signal),
  update: ({ planned, provider, signal }) => test(provider, planned, signal),
  // No read: to test the callback again, change a trigger or use the data source.
});

/** Problems of the known arguments. */
export function checkKnownArguments(config: Values): InputProblem[] {
  const known = Object.entries(pickValues(callbackTestFields, config)).filter(([, value]) => isKnown(value));
  return checkRequest(callbackTestOperation, Object.fromEntries(known));
}

async function test(
  provider: ProviderData,
  planned: Decided<CallbackCheck>,
  signal: AbortSignal,
): Promise<ApplyAnswer<CallbackCheck>> {
  const { client } = provider;
  if (!client) return { diagnostics: [notConfigured()] };
  try {
    const values = pickValues(callbackTestFields, planned);
    const { durationMs } = await provider.run.tests.run(provider.testKey(values), () =>
      client.sendCallbackTest(values, { stopSignal: signal }),
    );
    const tested_at = provider.now().toISOString();
    return { state: { ...planned, id: "callback", tested_at, duration_ms: durationMs } };
  } catch (failure) {
    return { diagnostics: [fromCallbackTest(failure)] };
  }
}
