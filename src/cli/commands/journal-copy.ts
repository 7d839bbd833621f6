import { CertOrderError, invalidSetting, lowerFirst } from "../../contract/index.ts";
import { Journal } from "../../journal/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { cliDialect } from "../dialect.ts";
import { refusePassword } from "../flags.ts";
import { showProgress } from "../progress.ts";

export const command = defineCommand({
  details:
    "Both are URLs; a folder is file:///FOLDER. Run again, it copies only new events. Do not reissue anything meanwhile.",
  operands: "FROM TO",
  unfinished: "The copy may be incomplete.",
  examples: [
    "certorder journal copy file:///var/lib/certorder postgres://certorder@db.example.com/certorder",
  ],

  async run({ operands: [from, to], env, output }) {
    const [source, target] = [openUrl(from, "FROM", env), openUrl(to, "TO", env)];
    using progress = showProgress("orders checked or copied");
    const copied = await source.copyTo(target, progress.tick);
    return {
      json: { ...copied },
      lines: [
        `${output.style("green", "✓ copied")} ${copied.events} events of ${copied.orders} orders. From now on use ${lowerFirst(target.title)} everywhere.`,
        ...copied.skipped.map(
          (orderId) =>
            `Skipped order ${orderId}: all entries of its log were set aside, so there is nothing to copy.`,
        ),
      ],
    };
  },
});

/** Opens a journal. A message about a wrong URL calls it by the name of the operand. */
function openUrl(url: string, operand: string, env: NodeJS.ProcessEnv): Journal {
  refusePassword(url, operand, "PGPASSWORD");
  try {
    return new Journal({ url, env });
  } catch (error) {
    if (!CertOrderError.is(error) || error.code !== invalidSetting) throw error;
    const { message, remedy } = error.renderIn((part) => (part.kind === "name" ? operand : cliDialect(part)));
    throw new UsageError(`${message} Nothing was copied.`, remedy);
  }
}
