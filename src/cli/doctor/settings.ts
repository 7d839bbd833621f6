import { checkAuthorities, type Setting, settings as table, withoutPassword } from "../../contract/index.ts";
import { readFileText } from "../../file-text.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { failed, ok } from "./finding.ts";

export const settingsCheck: Check = {
  name: "settings",
  run(examination) {
    const { dialect, problems } = examination;
    const details = Object.entries<Setting>(table).map(([name, setting]) =>
      `${name.padEnd(16)} ${describeSetting(name, setting, examination)}`.trimEnd(),
    );
    if (problems.length === 0) return { ...ok("Complete."), details };
    const texts = problems.map((problem) => problem.renderIn(dialect));
    return {
      ...failed(
        texts.map(({ message }) => message).join(" "),
        [...new Set(texts.map(({ remedy }) => remedy))].join("\n"),
      ),
      details,
    };
  },
};

/** The problems of the file that the setting names. Other commands find them when they connect. */
export function checkCaFile(path: string | undefined) {
  return path === undefined ? [] : checkAuthorities(path, readFileText(path));
}

/** The value and where it comes from. A wrong value is not shown: it may be a secret in the wrong place. */
function describeSetting(
  name: string,
  { env: variable, sensitive, default: standard }: Setting,
  { env, flagOf, settings, problems }: Examination,
): string {
  const flag = flagOf(name);
  const isSet = Boolean(env[variable]);
  const source = flag ?? (isSet ? variable : undefined);
  if (source === undefined) return standard === undefined ? "not set" : `${standard} (default)`;
  if (problems.some(({ contractName }) => contractName === name)) return `wrong (${source})`;
  const value = String(settings[name as keyof typeof settings]);
  const shown = sensitive === true ? "***" : sensitive ? withoutPassword(value) || value : value;
  return `${shown} (${source})`;
}
