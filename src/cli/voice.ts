import type { Field, Mention, Setting, Voice } from "../contract/index.ts";
import {
  callbackTestFields,
  idOf,
  kebabCase,
  reissueFields,
  settings,
  withoutPassword,
} from "../contract/index.ts";
import type { Input } from "./command.ts";

/** The names of flags. */
export const inFlags: Voice = (mention) => {
  switch (mention.of) {
    case "name":
      return `${flagOf(mention.name)}${mention.value === undefined ? "" : ` ${mention.value}`}`;
    case "resolve":
      return `run: ${resolving(mention)}`;
    case "anew":
      return `add --anew ${mention.attemptId}`;
    case "init":
      return "run: certorder journal init";
  }
};

/** The same, with commands that speak of the journal that is meant here: whoever copies one may be in another shell. */
export function voiceOf(given: Input["given"], env: Input["env"]): Voice {
  const places = [
    ["--journal-url", given["journal-url"]],
    ["--journal-dir", given["journal-dir"]],
    ["--journal-url", withoutPassword(env[settings.journal_url.env] ?? "")],
    ["--journal-dir", env[settings.journal_dir.env]],
  ] as const;
  const [flag, place] = places.find(([, place]) => place) ?? [];
  const where = (text: string) => (flag ? ` ${flag} ${quoted(text)}` : "");
  return (mention) => {
    if (mention.of === "resolve") return inFlags(mention) + where(String(place));
    // Whoever makes it is not the one who may not.
    if (mention.of === "init")
      return inFlags(mention) + where(String(place).replace(/\/\/[^@/]*@/, "//USER@"));
    return inFlags(mention);
  };
}

function resolving({ attemptId, certificateId }: Extract<Mention, { of: "resolve" }>): string {
  const result = certificateId === null ? "--not-happened" : `--certificate-id ${idOf(certificateId, "ID")}`;
  return `certorder journal resolve ${attemptId} ${result}`;
}

const tables: Readonly<Record<string, Field | Setting>> = {
  ...reissueFields,
  ...callbackTestFields,
  ...settings,
};

/** A secret has no flag of its own, only one that names its file. */
function flagOf(name: string): string {
  const entry = Object.hasOwn(tables, name) ? tables[name] : undefined;
  return entry ? `--${kebabCase(name)}${entry.sensitive === true ? "-file" : ""}` : name;
}

/** As a shell reads it as one word. */
function quoted(text: string): string {
  return /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
