import type { Dialect, Environment, Field, Paste, Setting } from "../contract/index.ts";
import {
  callbackTestFields,
  commandLine,
  importCommand,
  kebabCase,
  pasteableId,
  reissueFields,
  sameId,
  settings,
  shellWord,
  terraformDialect,
  urlPassword,
  withoutPassword,
} from "../contract/index.ts";

/** The names of flags, and lines to paste into a shell. */
export const cliDialect: Dialect = (part) => {
  switch (part.kind) {
    case "name":
      return `${flagName(part.name)}${part.value === undefined ? "" : ` ${part.value}`}`;
    case "resolve":
      return resolveCommand(part);
    case "supersede":
      return `--supersede ${shellWord(part.attemptId)}`;
    case "service":
      return `--service ${shellWord(part.service)}`;
    case "import":
      return importCommand(part);
    default:
      return terraformDialect(part);
  }
};

const { env: variable } = settings.journal;

/**
 * The dialect of one command. A journal of the environment is called by its variable. Lines to paste name its journal, because a person
 * may use another shell. If its URL has a password, they work in this shell only: no flag takes one.
 */
export function commandDialect(flags: Readonly<Record<string, unknown>>, env: Environment): Dialect {
  const { journal: given } = flags;
  const inEnvironment = env[variable];
  const isSecret = given === undefined && urlPassword(inEnvironment ?? "") !== undefined;
  const place = given === undefined ? withoutPassword(inEnvironment ?? "") : String(given);
  const where = isSecret || place === "" ? "" : `--journal ${shellWord(place)}`;
  return (part) => {
    if (part.kind === "name" && part.name === "journal" && given === undefined && inEnvironment)
      return part.value === undefined ? variable : `${variable}=${shellWord(part.value)}`;
    if (part.kind === "repair" || part.kind === "csr" || part.kind === "import") {
      const named = { ...part, journalFlag: isSecret ? "" : (part.journalFlag ?? where) };
      return named.kind === "import"
        ? importCommand(named, named.request !== undefined && requestFlags(flags))
        : cliDialect(named);
    }
    return part.kind === "resolve" ? resolveCommand(part, where) : cliDialect(part);
  };
}

/** The request of the command line, for an import that states it. With --from, it is in a row. */
function requestFlags(flags: Readonly<Record<string, unknown>>): string {
  if (flags.from !== undefined) return "--request-file REQUEST_FILE";
  const names = ["csr-file", "request-file", ...Object.keys(reissueFields).map(kebabCase)];
  return names
    .flatMap((name) => {
      const value = flags[name];
      if (value === undefined || value === false) return [];
      return value === true ? [`--${name}`] : [`--${name} ${shellWord([value].flat().join(","))}`];
    })
    .join(" ");
}

function resolveCommand(
  { orderId, attemptId, certificateId, isSameId }: Extract<Paste, { kind: "resolve" }>,
  where = "",
): string {
  const result =
    certificateId === null
      ? ["--not-happened"]
      : [`--certificate-id ${pasteableId(certificateId, "ID")}`, isSameId && `--${sameId}`];
  return commandLine("certorder journal resolve", [orderId, attemptId], [...result, where]);
}

const tables: Readonly<Record<string, Field | Setting>> = {
  ...reissueFields,
  ...callbackTestFields,
  ...settings,
};

/** Flags that are neither a field nor a setting. */
const ownFlags = ["certificate_id", "supersede", "idempotency_key", "max_age", "issued_at"];

/** A secret has no flag for its value, only one for its file. */
function flagName(name: string): string {
  if (name === "order_id") return "ORDER_ID";
  if (name === "csr") return "--csr-file";
  if (ownFlags.includes(name)) return `--${kebabCase(name)}`;
  const entry = Object.hasOwn(tables, name) ? tables[name] : undefined;
  return entry ? `--${kebabCase(name)}${entry.sensitive === true ? "-file" : ""}` : name;
}
