import { callbackVerdict, checkRequest } from "../../client/index.ts";
import {
  CertOrderError,
  callbackTestFields,
  callbackTestOperation,
  isJournalSetting,
} from "../../contract/index.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import { defineCommand } from "../command.ts";
import { createCliClient, isWrong, readSettings, refuseProblems } from "../connect.ts";
import { dryRunResult } from "../dry-run.ts";
import { exitCode } from "../exit-code.ts";
import { fieldFlags, fieldValues } from "../flags.ts";
import { showWhileWaiting } from "../progress.ts";

export const command = defineCommand({
  details: "The service sends a simulated callback to it.",
  flags: {
    ...fieldFlags(callbackTestFields),
    "dry-run": { kind: "switch", doc: "Show the request with its secrets masked, and send nothing." },
  },
  settings: "connection",
  examples: [
    "certorder callback-test",
    "certorder callback-test --url https://example.com/callback --access-key-file key.txt --json",
  ],

  async run(input) {
    const { output } = input;
    const values = await fieldValues(callbackTestFields, input);
    const { settings, problems: settingProblems } = await readSettings(input);
    const problems = settingProblems.filter(({ contractName }) => !isJournalSetting(contractName));
    const dryRun = input.flags["dry-run"];
    refuseProblems("The callback test was not sent", [
      ...(dryRun ? problems.filter(isWrong) : problems),
      ...checkRequest(callbackTestOperation, values),
    ]);
    if (dryRun) return dryRunResult(callbackTestOperation, values, settings);

    using interrupt = listenForInterrupt(() => output.noteStop());
    try {
      const client = createCliClient(settings, output, "none");
      const result = await showWhileWaiting(
        "the service",
        client.sendCallbackTest(values, interrupt.signals),
      );
      return {
        json: result,
        lines: [`${output.style("green", "✓ pass")} ${result.message} (${result.durationMs} ms)`],
      };
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      const verdict = callbackVerdict(error);
      await output.failure(error, `verdict: ${verdict}`, { verdict });
      return exitCode(error);
    }
  },
});
