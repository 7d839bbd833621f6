import { callbackTestFields, pickValues } from "../contract/index.ts";
import { defineAction } from "../plugin/index.ts";
import { fieldAttributes } from "./attributes.ts";
import { checkKnownArguments } from "./callback-check.ts";
import { fromCallbackTest, fromProblems, notConfigured } from "./diagnostics.ts";
import type { ProviderData } from "./provider-data.ts";

const attributes = fieldAttributes(callbackTestFields, { isStored: false });

export const callbackTestAction = defineAction<ProviderData>()({
  schema: {
    description: "Tests the account's callback on demand. Needs Terraform 1.14; OpenTofu has no actions.",
    attributes,
  },

  validate: ({ config }) => ({ diagnostics: fromProblems(checkKnownArguments(config), { attributes }) }),

  async invoke({ config, provider, progress, signal }) {
    if (!provider.client) return { diagnostics: [notConfigured()] };
    progress("Asking the service to call back…");
    try {
      const values = pickValues(callbackTestFields, config);
      const { durationMs } = await provider.client.sendCallbackTest(values, {
        stopSignal: signal,
      });
      progress(`The callback answered (${durationMs} ms).`);
      return undefined;
    } catch (failure) {
      return { diagnostics: [fromCallbackTest(failure)] };
    }
  },
});
