import type { Attempt } from "../../journal/index.ts";
import { isRunning, Journal } from "../../journal/index.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { journalFlag, journalFolderOf, withoutSending } from "../journal-folder.ts";

export const command: Command = {
  name: "journal list",
  summary: "List the reissues that the journal holds back until somebody says what became of them.",
  flags: { all: { kind: "switch", doc: "List settled ones too." }, ...journalFlag },
  examples: ["certorder journal list", "certorder journal list --all --json"],

  run: ({ given, env, output }) =>
    withoutSending(output, async () => {
      const journal = new Journal({ folder: journalFolderOf(given, env) });
      const known = await journal.attempts();
      const attempts = given.all === true ? known : known.filter(({ closed }) => !closed);
      await output.result(
        { folder: journal.folder, attempts: attempts.map(forPrograms) },
        attempts.length === 0
          ? [given.all === true ? "The journal is empty." : "Nothing is held back."]
          : attempts.map((attempt) => lineOf(attempt, (text) => output.style("bold", text))),
      );
      return exitCodes.ok;
    }),
};

function forPrograms({ process, ...attempt }: Attempt) {
  return { ...attempt, running: attempt.state === "sent" ? isRunning(process) : undefined };
}

function lineOf(attempt: Attempt, strong: (text: string) => string): string {
  const { attemptId, orderId, sentAt, state, certificateId, closed, service } = attempt;
  const id = certificateId ? `, certificate ${certificateId}` : "";
  const open = closed ? "" : state === "done" ? ", not acknowledged" : ", not settled";
  return `${strong(attemptId)}  order ${orderId}  ${state}${id}${open}  ${sentAt}  ${service}`.trimEnd();
}
