import { CertOrderError, count } from "../../contract/index.ts";
import { Journal } from "../../journal/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { cliDialect } from "../dialect.ts";
import { refusePassword } from "../flags.ts";
import { showProgress } from "../progress.ts";

export const command = defineCommand({
  details:
    "Both are an absolute folder or a URL. Run again, it copies only new events. Do not reissue anything meanwhile.",
  operands: "FROM TO",
  unfinished: "The copy may be incomplete.",
  examples: ["certorder journal copy /var/lib/certorder postgres://admin@db.example.com/certorder"],

  async run({ operands: [from, to], env, output }) {
    const [source, target] = [openJournal(from, "FROM", env), openJournal(to, "TO", env)];
    using progress = showProgress("orders checked or copied");
    const copied = await source.copyTo(target, progress.tick);
    return {
      json: { ...copied },
      lines: [
        `${output.style("green", "✓ copied")} ${count(copied.events, "event")} of ${count(copied.orders, "order")}. From now on use the new journal everywhere, and rename the old one: who still uses it may reissue an order a second time.`,
        ...copied.skipped.map(
          (orderId) =>
            `Skipped order ${orderId}: all entries of its log were set aside, so there is nothing to copy.`,
        ),
      ],
    };
  },
});

/** Opens a journal. A message about a wrong place calls it by the name of the operand. */
function openJournal(place: string, operand: string, env: NodeJS.ProcessEnv): Journal {
  refusePassword(place, operand, "PGPASSWORD");
  try {
    return new Journal(place, { env });
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    const { message, remedy } = error.renderIn((part) => (part.kind === "name" ? operand : cliDialect(part)));
    throw new UsageError(`${message} Nothing was copied.`, remedy);
  }
}
