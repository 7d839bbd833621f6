import { render } from "../../contract/index.ts";
import { describeDamage, otherJournal } from "../../journal/index.ts";
import type { CommandDefinition } from "../command.ts";
import { notConfirmed, UsageError } from "../command.ts";
import { canAsk, confirm } from "../confirm.ts";
import { cliDialect } from "../dialect.ts";
import { exitCodes } from "../exit-code.ts";
import { existingJournal, reportJournalErrors } from "../which-journal.ts";

export const command: CommandDefinition = {
  details:
    "That is: unreadable entries, and open reissues that are dated in the future. Look the order up at the service first.",
  operands: "ORDER_ID",
  flags: {
    yes: { kind: "switch", doc: "Do not ask for confirmation. Required without a terminal." },
  },
  settings: "journal",
  examples: ["certorder journal repair order-1", "certorder journal repair order-1 --yes --json"],

  run: ({ operands, flags, env, output }) =>
    reportJournalErrors(output, async () => {
      const [orderId, ...surplus] = operands;
      if (orderId === undefined || surplus.length > 0)
        throw new UsageError("The command needs exactly one order.", "Give the id of the order.");
      const { journal } = await existingJournal({ flags, env });
      const { damage, attempts } = await journal.repairable(orderId);
      const problems = [
        ...damage.map(describeDamage),
        ...attempts.map(({ attemptId, sentAt }) => `attempt ${attemptId} is dated in the future: ${sentAt}`),
      ];
      if (problems.length === 0) {
        // The operand is not repeated: a person may have pasted a secret.
        if ((await journal.attempts(orderId)).length === 0)
          throw new UsageError(
            `${journal.title} has no such order.`,
            `See certorder journal list --all. ${render(otherJournal, cliDialect)}`,
          );
        await output.result({ orderId, repaired: false, setAside: [] }, [
          "The log of this order needs no repair.",
        ]);
        return exitCodes.ok;
      }
      const shown = [`In the log of order ${orderId}:`, ...problems.map((line) => `  ${line}`)];
      if (flags.yes !== true) {
        if (!canAsk()) {
          for (const line of shown) output.note(line);
          throw new UsageError(
            "There is no terminal to confirm the repair at.",
            "Look the order up at the service. If no reissue is under way, add --yes.",
          );
        }
        const question =
          "A reissue that they record is not known to the journal any more. Is no reissue of this order under way at the service? Type yes to set them aside:";
        if (!(await confirm([...shown, question]))) throw notConfirmed("The journal was not changed.");
      }
      const setAside = [
        ...damage.map(({ position }) => ({ position })),
        ...attempts.map(({ attemptId, sentAt }) => ({ attemptId, sentAt })),
      ];
      await journal.repair(orderId);
      await output.result({ orderId, repaired: true, setAside }, [
        `${output.style("green", "✓ repaired")} order ${orderId}. Set aside: ${problems.join("; ")}`,
      ]);
      return exitCodes.ok;
    }),
};
