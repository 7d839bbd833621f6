import type { Field, Fields, Setting, SettingName } from "../contract/index.ts";
import {
  callbackTestFields,
  callbackTestOperation,
  describeField,
  describeSetting,
  kebabCase,
  lowerFirst,
  reissueOperation,
  requireCallbackDoc,
  settings,
} from "../contract/index.ts";
import { actionDialect } from "./dialect.ts";
import { inputFields, rareFields } from "./request-fields.ts";

export const operations = [callbackTestOperation.name, reissueOperation.name] as const;
export type OperationName = (typeof operations)[number];

export interface ActionInput {
  readonly doc: string;
  /** The operation that takes it. Default: both. */
  readonly for?: OperationName;
  readonly required?: boolean;
  readonly default?: string;
  /** Its default is this expression of GitHub. */
  readonly expression?: string;
  readonly choices?: readonly string[];
  readonly sensitive?: Setting["sensitive"] & {};
}

export type ActionInputTable = Readonly<Record<string, ActionInput>>;

/** The action's own inputs. All others come from the contract. */
const ownInputs = {
  ...ownedBy("reissue", {
    "csr-file": {
      doc: "File with the CSR, inside the workspace.",
    },
    "request-file": {
      doc: `JSON file with the request in the service's form, inside the workspace. Inputs win over it. Only the file has the rare fields: ${rareFields.map((name) => `\`${name}\``).join(", ")}.`,
    },
    "require-callback": {
      choices: ["true", "false"],
      default: "false",
      doc: `\`true\`: ${lowerFirst(requireCallbackDoc)} The output \`verdict\` has the result.`,
    },
    "idempotency-key": {
      doc: "Once for each key: a key that led to a certificate is never sent again, in any run. With the expression `hashFiles('site.csr')`: once for each CSR that is committed. With `github.run_id`: once for each run. A reissue needs this or `max-age`.",
    },
    "max-age": {
      doc: "A renewal: reissue only if the order's latest certificate is older than this, such as `60d`. At least a day. A younger one is the result if the same request made it; else the step fails. The journal has to know the certificate: `import` it first.",
    },
    journal: {
      sensitive: "password",
      doc: "Where reissues are remembered, so that none is sent twice. `repository`: the deployments of this repository, with the permission `deployments: write`. Or a journal that is shared with others: `postgres://user@host/database`, `s3://bucket/prefix?region=…`, or an absolute path on a runner that keeps its disk. `none`: nothing is remembered; each step sends, and a re-run is refused. Or the variable CERTORDER_JOURNAL. Default: `repository`.",
    },
    "wait-until-issued": {
      doc: "After the reissue, wait up to this time, such as `10m`, until the service has called back that the certificate is issued. Needs a shared `journal`, and a receiver that writes to it (`certorder receive`). If the callback does not come in time, the step fails, and a re-run waits again without a reissue.",
    },
    resolve: {
      doc: "States what happened to an attempt that blocks the order: `ATTEMPT:not-happened`, `ATTEMPT:CERTIFICATE_ID`, or `ATTEMPT:CERTIFICATE_ID:same-id` if the service gave an id again. The step records that and sends nothing. If it was stated before, the step fails: remove the input.",
    },
    import: {
      doc: "States that a certificate is the order's latest: `CERTIFICATE_ID`, or `CERTIFICATE_ID@latest` if the journal knows another one. With a date, such as `CERTIFICATE_ID@2026-11-01` or `CERTIFICATE_ID@latest,2026-11-01`, `max-age` counts from it. The request of the step, if it has one, is stated as the one that made the certificate. The step records that and sends nothing. If it was stated before, the step fails: remove the input.",
    },
    supersede: {
      doc: "Reissues once more on top of the order's latest attempt, which it names: `ATTEMPT`. Needs an `idempotency-key` that was not used. For any other order than the attempt's, nothing is sent.",
    },
    "dry-run": {
      choices: ["true", "false"],
      default: "false",
      doc: "`true` checks all inputs, shows the request with its secrets masked, and sends nothing. With `max-age` it also reads the journal: the output `due` says whether a renewal is due. Otherwise neither the service nor GitHub is asked anything.",
    },
  }),
  ...ownedBy("callback-test", {
    "report-issue": {
      choices: ["true", "false"],
      default: "false",
      doc: "`true` keeps one issue open while the callback fails or cannot be tested, and closes it when the callback works. Only runs of the default branch do. Needs the permission `issues: write`.",
    },
    retries: {
      default: "2",
      doc: "How often a test that failed is repeated, with growing waits, within `timeout-seconds`. A failure that stays, such as a wrong key, is not repeated.",
    },
    "check-id": {
      doc: "Name of this check, if one job has several. Each check has an issue of its own. Workflow file, job, `matrix` and `check-id` tell checks apart.",
    },
    "issue-assignees": {
      doc: "Logins of the people to assign a new issue to, one on each line.",
    },
    matrix: {
      expression: "toJson(matrix)",
      doc: "The values of the job's matrix, which tell its checks apart. Give others only if they change with each run.",
    },
  }),
  "github-token": {
    expression: "github.token",
    sensitive: true,
    doc: "Token for the journal in the repository, and for the issue.",
  },
} satisfies ActionInputTable;

export type OwnInput = keyof typeof ownInputs;

/** The inputs that most steps need, in this order. All others follow. */
const important: Readonly<Record<OperationName, readonly string[]>> = {
  "callback-test": [
    ...["base-url", "key-id", "auth-key", "url", "access-key"],
    ...["report-issue", "retries", "check-id", "issue-assignees", "timeout-seconds"],
  ],
  reissue: [
    ...["base-url", "key-id", "auth-key", "order-id", "sign-hash"],
    ...["common-name", "dns-names", "csr-file", "idempotency-key", "max-age"],
  ],
};

const first = new Set([...important["callback-test"], ...important.reissue]);

/** The action has a place of its own for the journal. */
const settingNames = (Object.keys(settings) as SettingName[]).filter((name) => name !== "journal");

/** A test that failed is repeated by `retries`, and belongs to no journal. */
const reissueSettings: ReadonlySet<string> = new Set<SettingName>(["service", "max_tries"]);

/** Every input, in the order of the documentation. */
export const inputs: ActionInputTable = sorted(
  {
    operation: { required: true, choices: operations, doc: "What to do: `callback-test` or `reissue`." },
    ...fieldInputs(callbackTestFields, callbackTestOperation.name),
    ...fieldInputs(inputFields, reissueOperation.name),
    ...ownInputs,
    ...settingInputs(settingNames),
  },
  ["operation", ...first],
);

/** The important ones first. */
export function listInputs(operation: OperationName): ActionInputTable {
  const { operation: _, ...operationInputs } = inputs;
  const own = Object.entries(operationInputs).filter(([, input]) => (input.for ?? operation) === operation);
  return sorted(Object.fromEntries(own), important[operation]);
}

/** Each operation has this many important inputs. */
export const importantCount = 10;

function sorted(all: ActionInputTable, first: readonly string[]): ActionInputTable {
  const known = first.map((name) => [name, all[name] as ActionInput]);
  return { ...Object.fromEntries(known), ...all };
}

function ownedBy<Table extends ActionInputTable>(operation: OperationName, table: Table) {
  const owned = Object.entries(table).map(([name, input]) => [name, { ...input, for: operation }]);
  return Object.fromEntries(owned) as { readonly [name in keyof Table]: ActionInput };
}

function fieldInputs(fields: Fields, operation: OperationName): ActionInputTable {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      kebabCase(name),
      { for: operation, doc: fieldDoc(field), ...(field.sensitive && { sensitive: true }) },
    ]),
  );
}

function fieldDoc(field: Field): string {
  return describeField(field, actionDialect, {
    more: [
      ...(field.kind === "strings" ? ["One on each line."] : []),
      ...(field.acknowledgement ? ["Literally `true`, or left out."] : []),
    ],
  });
}

/** Defaults of settings are not in action.yml: they would win over the environment. */
function settingInputs(names: readonly SettingName[]): ActionInputTable {
  return Object.fromEntries(
    names.map((name) => {
      const setting: Setting = settings[name];
      const { sensitive } = setting;
      return [
        kebabCase(name),
        {
          doc: describeSetting(setting),
          ...(sensitive && { sensitive }),
          ...(reissueSettings.has(name) && { for: reissueOperation.name }),
        },
      ];
    }),
  );
}
