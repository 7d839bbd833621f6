import { lowerFirst } from "../../contract/index.ts";
import type { Copied, Journal } from "../../journal/index.ts";
import type { CommandDefinition } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { showProgress } from "../progress.ts";
import { openJournalUrl, reportJournalErrors } from "../which-journal.ts";

export const command: CommandDefinition = {
  details: "Run again, it copies only new events. Do not reissue anything meanwhile.",
  operands: "FROM TO",
  flags: {},
  examples: [
    "certorder journal copy file:///var/lib/certorder postgres://certorder@db.example.com/certorder",
  ],

  run: ({ operands, env, output }) =>
    reportJournalErrors(output, async () => {
      const [from, to, ...surplus] = operands;
      if (from === undefined || to === undefined || surplus.length > 0)
        throw new UsageError(
          "The command needs exactly two journals.",
          "Give the URLs of the old and the new one; a folder is file:///FOLDER.",
        );
      const [source, target] = [openJournalUrl(from, "FROM", env), openJournalUrl(to, "TO", env)];
      const copied = await copy(source, target);
      await output.result({ ...copied }, [
        `${output.style("green", "✓ copied")} ${copied.events} events of ${copied.orders} orders. From now on use ${lowerFirst(target.title)} everywhere.`,
        ...copied.skipped.map(
          (orderId) =>
            `Skipped order ${orderId}: all entries of its log were set aside, so there is nothing to copy.`,
        ),
      ]);
      return exitCodes.ok;
    }),
};

async function copy(source: Journal, target: Journal): Promise<Copied> {
  using progress = showProgress("orders checked or copied");
  return await source.copyTo(target, progress.tick);
}
