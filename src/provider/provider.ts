import { createHmac } from "node:crypto";
import { CertOrderClient, clientOptions } from "../client/index.ts";
import type { Environment, GivenSettings, SettingName, Settings } from "../contract/index.ts";
import {
  CertOrderError,
  checkProviderBlock,
  parseEntries,
  providerDialect,
  readResolutions,
  readSupersedes,
  resolveSettings,
  resolveVariable,
  settings,
  supersedeVariable,
  terraformDialect,
  writeResolution,
} from "../contract/index.ts";
import { Journal, journalFolder, MemoryStore, openConfiguredJournal } from "../journal/index.ts";
import { trustAsNodeDoes } from "../own-process.ts";
import type { Config, Known, Provider } from "../plugin/index.ts";
import { defineProvider, defineSchema, error, isKnown } from "../plugin/index.ts";
import { version } from "../version.ts";
import { settingAttributes } from "./attributes.ts";
import { callbackCheck } from "./callback-check.ts";
import { callbackTestDataSource } from "./callback-test.ts";
import { callbackTestAction } from "./callback-test-action.ts";
import { coded, fromIssues } from "./diagnostics.ts";
import { parseCsr } from "./parse-csr.ts";
import { reissueResource } from "./reissue/resource.ts";
import { RunState } from "./run-state.ts";

const defaultMaxReissues = 20;
const settingNames = Object.keys(settings) as SettingName[];

const schema = defineSchema({
  description:
    "Reissues certificates and tests the callback of a certificate order service. A reissue costs money and may revoke the certificate in use. It is sent at most once for each time you ask for it.",
  attributes: {
    ...settingAttributes(settings),
    resolve: {
      type: "map(string)",
      optional: true,
      description: `What a person found out about attempts without a known outcome: order id to \`ATTEMPT_ID:not-happened\` or \`ATTEMPT_ID:CERTIFICATE_ID\`; several with spaces between. A plan shows it, the apply writes it into the journal. Or the variable \`${resolveVariable}\` (\`ORDER=ATTEMPT:RESULT\`, separated by commas).`,
    },
    supersede: {
      type: "map(string)",
      optional: true,
      description: `Orders to reissue once more, on top of their latest attempt: order id to \`ATTEMPT_ID\`. An entry that does not name the latest attempt does nothing. Or the variable \`${supersedeVariable}\` (\`ORDER=ATTEMPT\`, separated by commas).`,
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
  readonly env?: Environment;
  readonly now?: () => Date;
}

export function createProvider({
  env = process.env,
  now = () => new Date(),
}: ProviderOptions = {}): Provider {
  const run = new RunState();
  return defineProvider({
    name: "certorder",
    address: "certorder/certorder",
    version,
    schema,

    configure({ config }) {
      trustAsNodeDoes();
      run.clear();
      const { resolutions, issues: wrongResolutions } = readResolutions([
        ...Object.entries(knownOrNull(config.resolve) ?? {}),
        ...parseEntries(env[resolveVariable]),
      ]);
      const { supersedes, issues: wrongSupersedes } = readSupersedes([
        ...Object.entries(knownOrNull(config.supersede) ?? {}),
        // A variable is set for one run, so it wins.
        ...parseEntries(env[supersedeVariable]),
      ]);
      const unknown = settingNames.some((name) => !isKnown(config[name]));
      const resolved = resolveSettings(readGivenSettings(config), env);
      // An unknown value is not a missing one.
      const maxReissues = knownOrNull(config.max_reissues) ?? defaultMaxReissues;
      const issues = [
        ...wrongResolutions,
        ...wrongSupersedes,
        ...checkProviderBlock({ max_reissues: maxReissues }),
        ...resolved.issues,
      ].filter(
        ({ contractName: name }) =>
          isKnown(config[name as SettingName]) || name === "resolve" || name === "supersede",
      );
      if (issues.length > 0) return { diagnostics: fromIssues(issues, schema) };

      const base = {
        resolutions,
        supersedes,
        dialect: providerDialect({
          resolve: Object.fromEntries(
            [...resolutions].map(([orderId, entries]) => [orderId, entries.map(writeResolution).join(" ")]),
          ),
          supersede: Object.fromEntries(supersedes),
        }),
        maxReissues,
        allowReissue: knownOrNull(config.allow_reissue) ?? true,
        run,
        now,
        client: undefined,
        folder: undefined,
        keyedHash,
        isShortLived: false,
        isRecorded: false,
        service: { name: undefined, address: "" },
        // Without a journal, history comes from states only.
        journal: new Journal({ store: new MemoryStore(), now }),
      };
      if (unknown) return { data: base };
      const known = resolved.settings;
      try {
        const recorded = openConfiguredJournal(known, {
          env,
          now,
          onProblem: (problem) => run.addJournalProblem(problem.renderIn(terraformDialect).message),
        });
        const journal = recorded ?? base.journal;
        const client = new CertOrderClient({ ...clientOptions(known), journal, env });
        return {
          data: {
            ...base,
            client,
            journal,
            service: client.service,
            isRecorded: recorded !== undefined,
            isShortLived:
              isAutomation(env) && recorded !== undefined && !known.journal_dir && !known.journal_url,
            folder: recorded && folderBeside(known, env),
            keyedHash: (text) => keyedHash(text, known.auth_key),
          },
        };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        const { message, remedy } = failure.renderIn(terraformDialect);
        const detail = coded(`${message} ${remedy}`, failure.code);
        return { diagnostics: [error("Invalid provider configuration", detail)] };
      }
    },

    resources: { certorder_reissue: reissueResource(run), certorder_callback_check: callbackCheck },
    dataSources: { certorder_callback_test: callbackTestDataSource },
    functions: { parse_csr: parseCsr },
    actions: { certorder_callback_test: callbackTestAction },
  });
}

/** Terraform Cloud and Atlantis do not set CI; some systems set it to false on a person's machine. */
function isAutomation(env: Environment): boolean {
  const isSet = (value: string | undefined) =>
    value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
  return [env.CI, env.TF_IN_AUTOMATION, env.TFC_RUN_ID, env.ATLANTIS_TERRAFORM_VERSION].some(isSet);
}

function keyedHash(text: string, key = ""): string {
  return createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
}

/** The folder for verdicts of callback tests. If the journal is on a server: the default folder, if there is one. */
function folderBeside({ journal_dir, journal_url }: Settings, env: Environment): string | undefined {
  try {
    return journalFolder(journal_dir, env);
  } catch (failure) {
    if (journal_url === undefined) throw failure;
    return undefined;
  }
}

function readGivenSettings(config: Config<typeof schema>): GivenSettings {
  return Object.fromEntries(settingNames.map((name) => [name, knownOrNull(config[name]) ?? undefined]));
}

function knownOrNull<T>(value: T): Known<T> | null {
  return isKnown(value) ? value : null;
}
