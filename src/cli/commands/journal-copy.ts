import { lowerFirst } from "../../contract/index.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { journalAt, withoutSending } from "../which-journal.ts";

export const command: Command = {
  name: "journal copy",
  summary:
    "Copy all histories of one journal to another, to move house. Repeated, it copies what has come since. Nobody may use either meanwhile.",
  operands: "FROM TO",
  flags: {},
  examples: [
    "certorder journal copy file:///var/lib/certorder postgres://certorder@db.example.com/certorder",
  ],

  run: ({ operands, env, output }) =>
    withoutSending(output, async () => {
      const [from, to, ...surplus] = operands;
      if (from === undefined || to === undefined || surplus.length > 0)
        throw new UsageError(
          "Exactly two journals have to be named.",
          "Give the URLs from where and to where; a folder is file:///FOLDER.",
        );
      const [source, target] = [journalAt(from, "FROM", env), journalAt(to, "TO", env)];
      const copied = await source.copyTo(target);
      await output.result({ ...copied }, [
        `${output.style("green", "✓ copied")} ${copied.lines} lines of ${copied.orders} orders. From now on use ${lowerFirst(target.title)} everywhere.`,
      ]);
      return exitCodes.ok;
    }),
};
