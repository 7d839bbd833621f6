import { render } from "../../contract/index.ts";
import { describeDamage, otherJournal } from "../../journal/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { canAsk, confirm } from "../confirm.ts";
import { cliDialect } from "../dialect.ts";
import { existingJournal } from "../which-journal.ts";

export const command = defineCommand({
  details: "Look the order up in the service's portal first.",
  operands: "ORDER_ID",
  flags: { yes: { kind: "switch", doc: "Do not ask for confirmation. Required without a terminal." } },
  settings: "journal",
  unfinished: "The repair may be incomplete.",
  examples: ["certorder journal repair order-1", "certorder journal repair order-1 --yes --json"],

  async run(input) {
    const { flags, output } = input;
    const [orderId] = input.operands;
    const { journal } = await existingJournal(input);
    const damage = await journal.repairable(orderId);
    const problems = damage.map(describeDamage);
    if (problems.length === 0) {
      // The operand is not repeated: a person may have pasted a secret.
      if ((await journal.attempts(orderId)).length === 0)
        throw new UsageError(
          `${journal.title} has no such order.`,
          `See certorder status. ${render(otherJournal, cliDialect)}`,
        );
      return {
        json: { orderId, repaired: false, setAside: [] },
        lines: ["The log of this order needs no repair."],
      };
    }
    const shown = [`In the log of order ${orderId}:`, ...problems.map((line) => `  ${line}`)];
    if (!flags.yes && !canAsk()) {
      for (const line of shown) output.note(line);
      throw new UsageError(
        "There is no terminal to confirm the repair at.",
        "Look the order up in the service's portal. If no reissue is under way, add --yes.",
      );
    }
    const question =
      "A reissue that they record is not known to the journal any more. Is no reissue of this order under way at the service? Type yes to set them aside:";
    if (!flags.yes) await confirm([...shown, question], "The journal was not changed.");
    await journal.repair(orderId);
    const setAside = damage.map(({ position }) => ({ position }));
    return {
      json: { orderId, repaired: true, setAside },
      lines: [`${output.style("green", "✓ repaired")} order ${orderId}. Set aside: ${problems.join("; ")}`],
    };
  },
});
