import { callbackTestFields, findNearest, kebabCase, printable, settings } from "../../contract/index.ts";
import { ignoredVariables } from "../../own-process.ts";
import { type CommandInput, defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { readSettings } from "../connect.ts";
import { callbackTestCheck } from "../doctor/callback-test.ts";
import { checks } from "../doctor/checks.ts";
import { usualMeans } from "../doctor/examination.ts";
import { examine } from "../doctor/examine.ts";
import { showResults } from "../doctor/report.ts";
import { checkCaFile } from "../doctor/settings.ts";
import { exitCodes } from "../exit-code.ts";
import { fieldFlags, fieldValues } from "../flags.ts";
import { showWhileWaiting } from "../progress.ts";

export const command = defineCommand({
  details:
    "Writes nothing, and sends nothing to the service that acts. With --url, the callback gets two simulated events at each of its addresses: one with your key, one with a wrong key. Without --url and --callback-test, no callback is checked. It looks from this machine, which may see another network than the service.",
  flags: {
    ...fieldFlags(callbackTestFields),
    "callback-test": {
      kind: "switch",
      doc: "Also let the service test the callback, and compare the results. It shows, too, whether the API key is accepted.",
    },
    only: {
      kind: "list",
      value: "CHECK",
      choices: checks.map(({ name }) => name),
      doc: "Only this check, and those that it needs.",
    },
  },
  settings: "all",
  interruptedExitCode: exitCodes.failed,
  examples: [
    "certorder doctor",
    "certorder doctor --url https://example.com/callback --access-key-file key.txt --callback-test",
    "certorder doctor --only service-answer --json",
  ],

  async run(input) {
    const { output, flags, env } = input;
    const only = flags.only ?? [];
    refuseUnknown(only);
    const callback = await fieldValues(callbackTestFields, input);
    const asksService = flags["callback-test"] === true;
    const { settings: found, problems } = await readSettings(input);
    const results = await showWhileWaiting(
      "the checks",
      examine(
        {
          env: { ...env, ...ignoredVariables },
          dialect: output.dialect,
          flagOf: (name) => flagOf(name, input),
          settings: found,
          problems: [...problems, ...checkCaFile(found.ca_file)],
          callback,
          asksService,
          means: usualMeans,
        },
        only,
      ),
    );
    return showResults(results, asksService ? [...only, callbackTestCheck.name] : only, output);
  },
});

function refuseUnknown(only: readonly string[]): void {
  const names = checks.map(({ name }) => name);
  for (const name of only) {
    if (names.includes(name)) continue;
    const nearest = findNearest(name, names);
    throw new UsageError(
      "--only names a check that does not exist.",
      nearest ? `Did you mean ${printable(nearest)}?` : `Give one of ${names.join(", ")}.`,
    );
  }
}

/** The flag that gives a setting on this command line. */
function flagOf(name: string, { flags }: CommandInput): string | undefined {
  const flag = kebabCase(name);
  const forms = Object.hasOwn(settings, name) ? [flag, `${flag}-file`, `${flag}-stdin`] : [];
  const given = forms.find((form) => flags[form] !== undefined);
  return given && `--${given}`;
}
