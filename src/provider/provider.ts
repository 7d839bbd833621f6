import { createHmac } from "node:crypto";
import { CertOrderClient, clientOptions } from "../client/index.ts";
import type { GivenSettings, SettingName, Settings } from "../contract/index.ts";
import {
  byContract,
  CertOrderError,
  checkProviderBlock,
  entriesIn,
  readResolutions,
  resolveSettings,
  resolveVariable,
  settings,
} from "../contract/index.ts";
import { Journal, journalFolder, journalFrom, MemoryShelf } from "../journal/index.ts";
import { trustAsNodeDoes } from "../own-process.ts";
import type { Config, Provider } from "../plugin/index.ts";
import { defineProvider, defineSchema, error, isKnown } from "../plugin/index.ts";
import { version } from "../version.ts";
import { settingAttributes } from "./attributes.ts";
import { callbackCheck } from "./callback-check.ts";
import { callbackTest } from "./callback-test.ts";
import { callbackTestAction } from "./callback-test-action.ts";
import { coded, fromIssues } from "./diagnostics.ts";
import { parseCsr } from "./parse-csr.ts";
import { reissue } from "./reissue/resource.ts";
import { ReissueMemory } from "./service.ts";

const defaultMaxReissues = 20;

const schema = defineSchema({
  description:
    "Reissues certificates and tests the callback of a certificate order service. A reissue costs money and may revoke the certificate in use, so it is sent at most once for each time it is asked for.",
  attributes: {
    ...settingAttributes(settings),
    resolve: {
      type: "map(string)",
      optional: true,
      description: `What became of reissues whose outcome was unknown: order id to \`ATTEMPT_ID:not-happened\` or \`ATTEMPT_ID:CERTIFICATE_ID\`; or, with \`ATTEMPT_ID:anew\`, that the order is to be reissued on top of that attempt. What became of an attempt is written down by the next plan already. Or the variable \`${resolveVariable}\` (\`ORDER=ATTEMPT:RESULT\`, separated by commas).`,
    },
    max_reissues: {
      type: "integer",
      optional: true,
      description: `How many orders one plan may reissue by this provider block. A larger plan is refused before anything is sent. Default: \`${defaultMaxReissues}\`.`,
    },
    allow_reissue: {
      type: "bool",
      optional: true,
      description:
        "`false` refuses every plan that reissues: for pipelines that only plan, and for times when nothing may change. Default: `true`.",
    },
  },
});

export interface ProviderOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
}

export function createProvider({
  env = process.env,
  now = () => new Date(),
}: ProviderOptions = {}): Provider {
  const memory = new ReissueMemory();
  return defineProvider({
    name: "certorder",
    address: "certorder/certorder",
    version,
    schema,

    configure({ config }) {
      trustAsNodeDoes();
      memory.clear();
      const { resolutions, issues: wrongResolutions } = readResolutions([
        ...Object.entries((isKnown(config.resolve) ? config.resolve : null) ?? {}),
        // Said for one run, so that it is the last word.
        ...entriesIn(env[resolveVariable]),
      ]);
      const unknown = Object.keys(settings).some((name) => !isKnown(config[name as SettingName]));
      const resolved = resolveSettings(given(config), env);
      // What is not known yet is not missing.
      const maxReissues = (isKnown(config.max_reissues) ? config.max_reissues : null) ?? defaultMaxReissues;
      const issues = [
        ...wrongResolutions,
        ...checkProviderBlock({ max_reissues: maxReissues }),
        ...resolved.issues,
      ].filter(({ field }) => isKnown(config[field as SettingName]) || field === "resolve");
      if (issues.length > 0) return { diagnostics: fromIssues(issues, schema) };

      const base = {
        resolutions,
        maxReissues,
        allowReissue: !(isKnown(config.allow_reissue) && config.allow_reissue === false),
        memory,
        now,
      };
      if (unknown)
        return {
          data: {
            ...base,
            ...{ client: undefined, folder: undefined, baseUrl: undefined, fingerprint },
            ...{ isShortLived: false, isKept: false, place: { name: undefined, address: "" } },
            journal: new Journal({ shelf: new MemoryShelf() }),
          },
        };
      const known = resolved.settings;
      try {
        const journal = journalFrom(known, {
          env,
          now,
          onProblem: (problem) => memory.notePassedOver(problem.in(byContract).message),
        });
        const client = new CertOrderClient({ ...clientOptions(known), journal, env });
        return {
          data: {
            ...base,
            ...{ client, journal: client.journal, place: client.place, baseUrl: known.base_url },
            isKept: journal !== undefined,
            isShortLived:
              Boolean(env.CI) && journal !== undefined && !known.journal_dir && !known.journal_url,
            folder: journal && folderBeside(known, env),
            fingerprint: (text) => fingerprint(text, known.auth_key),
          },
        };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        const { message, remedy } = failure.in(byContract);
        const detail = coded(`${message} ${remedy}`, failure.code);
        return { diagnostics: [error("Invalid Provider Configuration", detail)] };
      }
    },

    resources: { certorder_reissue: reissue(memory), certorder_callback_check: callbackCheck },
    dataSources: { certorder_callback_test: callbackTest },
    functions: { parse_csr: parseCsr },
    actions: { certorder_callback_test: callbackTestAction },
  });
}

function fingerprint(text: string, key = ""): string {
  return createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
}

/** Where verdicts of callback tests are kept; beside a journal elsewhere, in the usual folder, if there is one. */
function folderBeside(
  { journal_dir, journal_url }: Settings,
  env: ProviderOptions["env"],
): string | undefined {
  try {
    return journalFolder(journal_dir, env);
  } catch (failure) {
    if (journal_url === undefined) throw failure;
    return undefined;
  }
}

function given(config: Config<typeof schema>): GivenSettings {
  return Object.fromEntries(
    Object.keys(settings).map((name) => {
      const value = config[name as SettingName];
      if (!isKnown(value) || value === null) return [name, undefined];
      return [name, typeof value === "string" ? value : Number(value)];
    }),
  );
}
