import { checkConnection } from "./connection.ts";
import { dayMs } from "./duration.ts";
import { type InputProblem, settingProblem } from "./input-problem.ts";
import { checkJournalPlace, isAbsoluteSomewhere } from "./journal-place.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** The largest `max_tries`. */
export const mostTries = 100;
const daySeconds = dayMs / 1000;

/** A setting of the connection or the journal. Flags, inputs and attributes are derived from this table. */
export interface Setting {
  readonly kind: "string" | "seconds" | "count" | "choice";
  readonly env: string;
  readonly doc: string;
  readonly required?: boolean;
  /** `password`: a URL that is secret only if it contains a password. */
  readonly sensitive?: boolean | "password";
  readonly default?: string | number;
  readonly choices?: readonly string[];
}

export const settings = {
  base_url: {
    kind: "string",
    env: "CERTORDER_BASE_URL",
    required: true,
    doc: "Base address of the certificate order service. HTTPS, or plain HTTP to this machine itself.",
  },
  service: {
    kind: "string",
    env: "CERTORDER_SERVICE",
    doc: "Name of the service, of your choice. With a name, its address may change: the journal records the service of each order. Default: the address.",
  },
  key_id: {
    kind: "string",
    env: "CERTORDER_KEY_ID",
    required: true,
    doc: "Id of the API key.",
  },
  auth_key: {
    kind: "string",
    env: "CERTORDER_AUTH_KEY",
    required: true,
    sensitive: true,
    doc: "The API key's secret.",
  },
  timeout_seconds: {
    kind: "seconds",
    env: "CERTORDER_TIMEOUT_SECONDS",
    default: 120,
    doc: "Time for the whole operation, waits and retries included. An answer gets half of it, a connection at most 10 s.",
  },
  max_tries: {
    kind: "count",
    env: "CERTORDER_MAX_TRIES",
    default: 3,
    doc: "How often a request is tried at most. It is tried again only if it was not sent, or was refused as too fast. 1 switches retries off.",
  },
  ca_file: {
    kind: "string",
    env: "CERTORDER_CA_FILE",
    doc: "PEM file with certificate authorities to trust, in addition to the usual ones.",
  },
  journal: {
    kind: "string",
    env: "CERTORDER_JOURNAL",
    sensitive: "password",
    doc: "Where reissues are remembered, so that none is sent twice: a folder, or a journal that many machines share (`postgres://user@host/database`, `s3://bucket/prefix?region=…`). `none`: nothing is remembered. Default: `certorder` in the user's state folder.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The settings that only a reissue uses. A callback test has no journal. */
export function isJournalSetting(name: string): boolean {
  return name === "journal";
}

type SettingValue<S extends Setting> = S["kind"] extends "seconds" | "count"
  ? number
  : S extends { choices: readonly (infer C)[] }
    ? C
    : string;

/** Settings after flags, environment and defaults have been put together. */
export type Settings = {
  readonly [K in SettingName]: (typeof settings)[K] extends { required: true } | { default: string | number }
    ? SettingValue<(typeof settings)[K]>
    : SettingValue<(typeof settings)[K]> | undefined;
};

export type GivenSettings = Partial<Record<SettingName, string | number | undefined>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A given value wins over the environment, and the environment over the default. All problems are reported together. */
export function combineSettings(
  given: GivenSettings,
  env: Environment,
): { readonly settings: Settings; readonly problems: InputProblem[] } {
  const resolved: Record<string, unknown> = {};
  const problems: InputProblem[] = [];
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    // Shells and CI systems write "not set" as an empty variable. An empty value that was given is a mistake.
    const raw = given[name as SettingName] ?? (env[setting.env] || undefined) ?? setting.default;
    const problem = checkSetting(name, setting, raw);
    if (problem) problems.push(problem);
    else resolved[name] = setting.kind === "seconds" || setting.kind === "count" ? Number(raw) : raw;
  }
  // A missing secret makes an empty variable. Falling back to another journal would use the wrong one.
  if (given.journal === undefined && env[settings.journal.env] === "")
    problems.push(
      settingProblem(
        "journal",
        "empty",
        text`The variable ${settings.journal.env} is set but empty. It names no journal.`,
        "Give it a value, or unset it: then the journal is a folder of this user.",
      ),
    );
  problems.push(...checkJournalPlace(resolved));
  const named = new Set(problems.map(({ contractName }) => contractName));
  problems.push(
    ...checkConnection(resolved as Settings).filter(({ contractName }) => !named.has(contractName)),
  );
  return { settings: resolved as Settings, problems };
}

/** The password in a URL, not decoded. */
export function urlPassword(url: string): string | undefined {
  return URL.parse(url)?.password || undefined;
}

/** A place of a journal that can be shown. Empty for text that is neither, because its password cannot be found. */
export function withoutPassword(place: string): string {
  if (isAbsoluteSomewhere(place)) return place;
  const parsed = URL.parse(place);
  if (!parsed) return "";
  parsed.password = "";
  return parsed.href;
}

function checkSetting(name: string, setting: Setting, raw: unknown): InputProblem | undefined {
  const it = fieldRef(name);
  const problem = (rule: string, message: Text, remedy: Text) => settingProblem(name, rule, message, remedy);
  const source = text`Give ${it}, or set ${setting.env}.`;
  if (raw === undefined)
    return setting.required ? problem("required", text`${it} is missing.`, source) : undefined;
  if (raw === "") return problem("empty", text`${it} is empty.`, source);
  const number = typeof raw === "number" || typeof raw === "string" ? Number(raw) : Number.NaN;
  switch (setting.kind) {
    case "string":
      return typeof raw === "string"
        ? undefined
        : problem("kind", text`${it} must be a string.`, text`Give ${it} as a string.`);
    case "choice":
      return setting.choices?.includes(raw as string)
        ? undefined
        : problem(
            "choice",
            text`${it} is not one of ${setting.choices?.join(", ") ?? ""}.`,
            "Use one of these.",
          );
    case "seconds":
      // At most a day: longer than any answer takes, and well within the range of a timer.
      return number > 0 && number <= daySeconds
        ? undefined
        : problem(
            "range",
            text`${it} must be a number of seconds above 0 and up to ${daySeconds}.`,
            "Correct the number.",
          );
    case "count":
      return Number.isInteger(number) && number >= 1 && number <= mostTries
        ? undefined
        : problem("range", text`${it} must be a whole number from 1 to ${mostTries}.`, "Correct the number.");
  }
}
