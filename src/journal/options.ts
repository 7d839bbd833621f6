import {
  type CertOrderError,
  combineSettings,
  type Environment,
  InvalidInputError,
  isJournalSetting,
  type Settings,
  settingProblem,
  settings,
} from "../contract/index.ts";
import type { JournalStore } from "./store.ts";

/** Where the journal is: a folder, a URL or a store of your own, never two of them. */
export type JournalOptions = FolderJournalOptions | UrlJournalOptions | StoreJournalOptions;

export interface FolderJournalOptions extends CommonJournalOptions {
  /** An absolute path. Default: `certorder` in the user's state folder. */
  readonly dir?: string | undefined;
  readonly url?: undefined;
  readonly store?: undefined;
}

export interface UrlJournalOptions extends CommonJournalOptions {
  /**
   * A store that many machines can share: `postgres://user@host/database` or `s3://bucket/prefix`. Or a folder:
   * `file:///var/lib/certorder`.
   */
  readonly url: string;
  readonly dir?: undefined;
  readonly store?: undefined;
}

export interface StoreJournalOptions extends CommonJournalOptions {
  /** A store of your own. */
  readonly store: JournalStore;
  readonly dir?: undefined;
  readonly url?: undefined;
}

export interface CommonJournalOptions {
  /**
   * `auto`: a callback resolves an open attempt, if it is the only open one of its order and the callback's certificate
   * can only be its own. `propose`: messages about the attempt show the callback. Default: `propose`.
   */
  readonly resolveByCallback?: "propose" | "auto" | undefined;
  /** Send even if the journal cannot be used. What the journal says still counts. Default: false. */
  readonly bestEffort?: boolean | undefined;
  /** Gets the problems that `bestEffort` ignores. */
  readonly onProblem?: ((error: CertOrderError) => void) | undefined;
  readonly now?: (() => Date) | undefined;
  /** Where variables such as PGPASSWORD are read. Default: the environment of this process. */
  readonly env?: Environment | undefined;
}

/** The settings that a journal needs. */
export type JournalSettings = Pick<Settings, "journal"> &
  Partial<Pick<Settings, "journal_dir" | "journal_url" | "resolve_by_callback">>;

/** A URL and a folder at once are refused before this. */
export function journalOptions(found: JournalSettings): JournalOptions {
  const { journal, journal_dir: dir, journal_url: url, resolve_by_callback: resolveByCallback } = found;
  const common = { resolveByCallback, bestEffort: journal === "best-effort" };
  return url === undefined ? { ...common, dir } : { ...common, url };
}

/** The settings of the environment. Throws if there is to be no journal. */
export function readJournalSettings(env: Environment): JournalSettings {
  const { settings: found, problems: all } = combineSettings({}, env);
  const problems = all.filter(({ contractName }) => isJournalSetting(contractName));
  if (found.journal === "none")
    problems.push(settingProblem("journal", "required", `${settings.journal.env} is "none".`, "Unset it."));
  if (problems.length > 0) throw new InvalidInputError("The journal cannot be opened", problems);
  return found;
}
