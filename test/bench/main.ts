/** `npm run bench`: speed, as ratios measured in one run on one machine. */

import { report } from "../harness/finding.ts";
import temporaryFolder from "../harness/temporary-folder.ts";
import { benchAction } from "./action.ts";
import { benchClient } from "./client.ts";
import { benchConstructs } from "./constructs.ts";
import { benchExecutable } from "./executable.ts";
import { benchJournal } from "./journal.ts";
import { benchProvider } from "./provider.ts";
import { benchStartUp } from "./start-up.ts";

process.once("exit", temporaryFolder());
report([
  ...(await benchStartUp()),
  ...(await benchProvider()),
  ...(await benchExecutable()),
  ...(await benchJournal()),
  ...(await benchClient()),
  ...(await benchConstructs()),
  ...(await benchAction()),
]);
