/**
 * `npm run bench`: speed, as ratios measured in one run on one machine. Each result is printed as soon as it is there. A part that
 * cannot run says why, and the others count. `npm run bench -- client journal-postgres` runs only those.
 */
import { type Finding, printFinding } from "../harness/finding.ts";
import temporaryFolder from "../harness/temporary-folder.ts";
import { benchAction } from "./action.ts";
import { benchBundles } from "./bundles.ts";
import { benchClient } from "./client.ts";
import { benchConstructs } from "./constructs.ts";
import { benchExecutable } from "./executable.ts";
import { benchPostgresJournal, benchS3Journal } from "./journal.ts";
import { benchJournalGrowth } from "./journal-growth.ts";
import { benchProvider } from "./provider.ts";
import { benchReceiver } from "./receiver.ts";
import { benchStartUp } from "./start-up.ts";

const parts: Readonly<Record<string, () => AsyncIterable<Finding>>> = {
  "start-up": benchStartUp,
  provider: benchProvider,
  executable: benchExecutable,
  "journal-postgres": benchPostgresJournal,
  "journal-s3": benchS3Journal,
  "journal-growth": benchJournalGrowth,
  receiver: benchReceiver,
  client: benchClient,
  bundles: benchBundles,
  constructs: benchConstructs,
  action: benchAction,
};

const asked = process.argv.slice(2);
for (const name of asked)
  if (!parts[name]) throw new Error(`There is no part ${name}. There are: ${Object.keys(parts).join(", ")}.`);

process.once("exit", temporaryFolder());
const counts = { met: 0, missed: 0, failed: 0 };
for (const [name, bench] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    for await (const finding of bench()) {
      printFinding(finding);
      counts[finding.met ? "met" : "missed"]++;
    }
  } catch (error) {
    counts.failed++;
    console.log(`– ${name} cannot go on: ${error instanceof Error ? error.message : error}`);
  }
}
console.log(
  `\n${counts.met} meet their aim, ${counts.missed} miss it. Parts that could not run to their end: ${counts.failed}.`,
);
// Servers of the journal may still listen.
process.exit(counts.failed > 0 ? 1 : 0);
