import { expect, test } from "vitest";
import { inputs, listInputs } from "../../../src/action/inputs.ts";
import { codeGroups } from "../../../src/cli/codes.ts";
import { loadCommands } from "../../../src/cli/command.ts";
import { commands } from "../../../src/cli/commands.ts";
import { commandHelp } from "../../../src/cli/help.ts";
import { settings } from "../../../src/contract/index.ts";
import { schema } from "../../../src/provider/reissue/schema.ts";

// How much a user has to learn. Each of these has a line in several references, so a new one takes the place of another.

const shortHelps = (await loadCommands(commands)).map((command) => {
  const help = commandHelp(command, "short", 80);
  return [command.name, help.match(/^ {2}--/gm)?.length ?? 0] as const;
});
const [longest = ["", 0] as const] = shortHelps.toSorted(([, a], [, b]) => b - a);

test.each([
  ["settings", Object.keys(settings).length, 9],
  ["error codes", new Set(Object.values(codeGroups).flatMap(({ codes }) => Object.keys(codes))).size, 50],
  ["attributes of certorder_reissue", Object.keys(schema.attributes).length, 32],
  [`flags in the short help of a command (${longest[0]})`, longest[1], 12],
  ["inputs of the action", Object.keys(inputs).length, 36],
  ["inputs of callback-test", Object.keys(listInputs("callback-test")).length, 14],
  ["inputs of reissue", Object.keys(listInputs("reissue")).length, 30],
])("There are few %s: %d of at most %d", (what, count, most) => {
  console.info(`${what}: ${count} of at most ${most}`);
  expect(count).toBeLessThanOrEqual(most);
});
