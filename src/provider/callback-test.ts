import { type CertOrderClient, callbackVerdict } from "../client/index.ts";
import {
  CertOrderError,
  callbackArguments,
  callbackTestFields,
  checkArguments,
  pickValues,
  terraformDialect,
  type Values,
} from "../contract/index.ts";
import { defineDataSource, defineSchema, isKnown, warning } from "../plugin/index.ts";
import { fieldAttributes } from "./attributes.ts";
import { fromProblems, notConfigured } from "./diagnostics.ts";
import type { ProviderData } from "./provider-data.ts";
import type { RememberedVerdict } from "./verdict-cache.ts";
import { lastVerdict, rememberVerdict } from "./verdict-cache.ts";

const defaultInterval = 60;

const schema = defineSchema({
  description:
    "Tests the account's callback and returns the result as data, for `check` blocks and postconditions. Terraform reads it in every plan, and inside a `check` block again in every apply. Within `min_interval_seconds` it returns the last verdict, without a test.",
  attributes: {
    ...fieldAttributes(callbackTestFields),
    min_interval_seconds: {
      type: "integer",
      optional: true,
      description: `For how long the last verdict about the same address and key stands. \`0\` always tests. Default: \`${defaultInterval}\`.`,
    },
    id: { type: "string", computed: true, description: "Always `callback`." },
    verdict: {
      type: "string",
      computed: true,
      description:
        "`pass`, `fail`, or `unknown`: the service did not say. With `unknown`, the provider adds a warning of its own.",
    },
    code: {
      type: "string",
      computed: true,
      description:
        "The code of the result: `success`, a code of the service such as `callback_send_error`, or a code of certorder.",
    },
    hint: {
      type: "string",
      computed: true,
      description: "What happened, and what to do about it, for people.",
    },
    duration_ms: { type: "integer", computed: true, description: "How long the test took." },
    tested_at: { type: "string", computed: true, description: "When it was made (RFC 3339)." },
    cached: {
      type: "bool",
      computed: true,
      description: "Whether this is an earlier verdict, and no test was made now.",
    },
  },
});

export const callbackTestDataSource = defineDataSource<ProviderData>()({
  schema,

  // A wrong request is a verdict, which the result reports as data.
  validate({ config: { min_interval_seconds } }) {
    const known = isKnown(min_interval_seconds) ? { min_interval_seconds } : {};
    return { diagnostics: fromProblems(checkArguments(callbackArguments, known), schema) };
  },

  async read({ config, provider, signal }) {
    const { client } = provider;
    if (!client) return { diagnostics: [notConfigured()] };
    const values = pickValues(callbackTestFields, config);
    const key = provider.testKey(values);
    const interval = (config.min_interval_seconds ?? defaultInterval) * 1000;
    const last = await lastVerdict(provider, key, interval);
    if (last)
      return answer({
        ...config,
        ...last,
        id: "callback",
        cached: true,
        hint: describeCachedVerdict(last, interval),
      });
    const verdict = await runTest(client, values, provider.now(), signal);
    // A test that was cut off says nothing about the callback.
    if (!signal.aborted) await rememberVerdict(provider, key, verdict);
    return answer({ ...config, ...verdict, id: "callback", cached: false });
  },
});

/** A test that tells nothing is a warning: with a replaced API key, a `check` would never notice a broken callback. */
function answer<S extends { readonly verdict: string; readonly hint: string }>(state: S) {
  const diagnostics = state.verdict === "unknown" ? [warning("The callback was not tested", state.hint)] : [];
  return { state, diagnostics };
}

/** After a repair of the callback, an earlier verdict would mislead. So the hint says when it was made. */
function describeCachedVerdict({ hint, tested_at }: RememberedVerdict, intervalMs: number): string {
  const until = new Date(Date.parse(tested_at) + intervalMs).toISOString();
  return `${hint} This is the verdict of ${tested_at}, which stands until ${until}; min_interval_seconds = 0 tests at once.`;
}

/** A failed test is data here, not an error: the configuration decides what follows from it. */
async function runTest(
  client: CertOrderClient,
  values: Values,
  now: Date,
  signal: AbortSignal,
): Promise<RememberedVerdict> {
  const tested_at = now.toISOString();
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  try {
    const { message } = await client.sendCallbackTest(values, { stopSignal: signal });
    return {
      verdict: "pass",
      code: "success",
      hint: message,
      duration_ms: since(),
      tested_at,
    };
  } catch (failure) {
    if (!CertOrderError.is(failure)) throw failure;
    const { message, remedy } = failure.renderIn(terraformDialect);
    const hint = `${message} ${remedy}`;
    return { verdict: callbackVerdict(failure), code: failure.code, hint, duration_ms: since(), tested_at };
  }
}
