import { createHmac } from "node:crypto";
import { CertOrderClient, clientOptions } from "../client/index.ts";
import type { Environment, GivenSettings, SettingName, Settings, Values } from "../contract/index.ts";
import {
  CertOrderError,
  checkProviderBlock,
  combineSettings,
  parseEntries,
  readResolutions,
  readSupersedes,
  resolveVariable,
  settings,
  supersedeVariable,
  terraformDialect,
} from "../contract/index.ts";
import { Journal, journalFolder, MemoryStore, openConfiguredJournal } from "../journal/index.ts";
import { trustAsNodeDoes } from "../own-process.ts";
import type { Config, Known, Provider } from "../plugin/index.ts";
import { defineProvider, defineSchema, error, isKnown } from "../plugin/index.ts";
import { version } from "../version.ts";
import { settingAttributes } from "./attributes.ts";
import { callbackCheckResource } from "./callback-check.ts";
import { callbackTestDataSource } from "./callback-test.ts";
import { callbackTestAction } from "./callback-test-action.ts";
import { CoreRun } from "./core-run.ts";
import { coded, fromProblems } from "./diagnostics.ts";
import { parseCsr } from "./parse-csr.ts";
import type { ProviderData } from "./provider-data.ts";
import { reissueResource } from "./reissue/resource.ts";

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
      description: `How many orders one plan may reissue by this provider block. A larger plan is refused before anything is sent. \`0\` refuses every plan that reissues: for pipelines that only plan, and for times when nothing may change. Default: \`${defaultMaxReissues}\`.`,
    },
  },
});

interface ProviderOptions {
  readonly env?: Environment;
  readonly now?: () => Date;
}

export function createProvider({
  env = process.env,
  now = () => new Date(),
}: ProviderOptions = {}): Provider {
  const run = new CoreRun();
  return defineProvider({
    name: "certorder",
    address: "certorder/certorder",
    version,
    schema,

    configure({ config }) {
      trustAsNodeDoes();
      run.clear();
      const { problems: wrongEntries, ...entries } = readEntries(config, env);
      const resolved = combineSettings(readGivenSettings(config), env);
      const maxReissues = knownOrNull(config.max_reissues) ?? defaultMaxReissues;
      // An unknown value is not a missing one.
      const problems = [
        ...wrongEntries,
        ...[...checkProviderBlock({ max_reissues: maxReissues }), ...resolved.problems].filter(
          ({ contractName: name }) => isKnown(config[name as SettingName]),
        ),
      ];
      if (problems.length > 0) return { diagnostics: fromProblems(problems, schema) };

      const data = { ...entries, maxReissues, run, now };
      if (settingNames.some((name) => !isKnown(config[name])))
        return { data: { ...data, ...unconnected(now) } };
      try {
        return { data: { ...data, ...connect(resolved.settings, { env, now }) } };
      } catch (failure) {
        if (!CertOrderError.is(failure)) throw failure;
        const { message, remedy } = failure.renderIn(terraformDialect);
        const detail = coded(`${message} ${remedy}`, failure.code);
        return { diagnostics: [error("Invalid provider configuration", detail)] };
      }
    },

    resources: { certorder_reissue: reissueResource(run), certorder_callback_check: callbackCheckResource },
    dataSources: { certorder_callback_test: callbackTestDataSource },
    functions: { parse_csr: parseCsr },
    actions: { certorder_callback_test: callbackTestAction },
  });
}

/** The entries of `resolve` and `supersede`, of the provider block and of the variables. */
function readEntries(config: Config<typeof schema>, env: Environment) {
  const { resolutions, problems: wrongResolutions } = readResolutions([
    ...Object.entries(knownOrNull(config.resolve) ?? {}),
    ...parseEntries(env[resolveVariable]),
  ]);
  const { supersedes, problems: wrongSupersedes } = readSupersedes([
    ...Object.entries(knownOrNull(config.supersede) ?? {}),
    // A variable is set for one run, so it wins.
    ...parseEntries(env[supersedeVariable]),
  ]);
  return { resolutions, supersedes, problems: [...wrongResolutions, ...wrongSupersedes] };
}

type ServiceConnection = Pick<
  ProviderData,
  "client" | "journal" | "service" | "isRecorded" | "isShortLived" | "folder" | "testKey"
>;

/** What the provider has while a setting is not known yet. */
function unconnected(now: () => Date): ServiceConnection {
  return {
    client: undefined,
    journal: inMemory(now),
    service: { name: undefined, address: "" },
    isRecorded: false,
    isShortLived: false,
    folder: undefined,
    testKey: (values) => hashTest("", "", values),
  };
}

function connect(settings: Settings, { env, now }: Required<ProviderOptions>): ServiceConnection {
  const recorded = openConfiguredJournal(settings, { env, now });
  const journal = recorded ?? inMemory(now);
  const client = new CertOrderClient({ ...clientOptions(settings), journal, env });
  const { service } = client;
  return {
    client,
    journal,
    service,
    isRecorded: recorded !== undefined,
    isShortLived: recorded !== undefined && !settings.journal && isAutomation(env),
    folder: recorded && verdictFolder(env),
    testKey: (values) => hashTest(settings.auth_key, service.address, values),
  };
}

/** Without a journal, history comes from states only. */
function inMemory(now: () => Date): Journal {
  return new Journal(new MemoryStore(), { now });
}

/** Terraform Cloud and Atlantis do not set CI; some systems set it to false on a person's machine. */
function isAutomation(env: Environment): boolean {
  const isSet = (value: string | undefined) =>
    value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
  return [env.CI, env.TF_IN_AUTOMATION, env.TFC_RUN_ID, env.ATLANTIS_TERRAFORM_VERSION].some(isSet);
}

/** A keyed hash of the inputs of a callback test, which does not reveal them. */
function hashTest(authKey: string, address: string, values: Values): string {
  const hash = createHmac("sha256", authKey).update(JSON.stringify([address, values]));
  return hash.digest("hex").slice(0, 32);
}

/**
 * The folder for verdicts of callback tests. A plan writes them, and a plan must not create a journal: so it is beside the
 * default journal, not in it. Undefined: this user has no home.
 */
function verdictFolder(env: Environment): string | undefined {
  try {
    return `${journalFolder(undefined, env)}-callback-tests`;
  } catch {
    return undefined;
  }
}

function readGivenSettings(config: Config<typeof schema>): GivenSettings {
  return Object.fromEntries(settingNames.map((name) => [name, knownOrNull(config[name]) ?? undefined]));
}

function knownOrNull<T>(value: T): Known<T> | null {
  return isKnown(value) ? value : null;
}
