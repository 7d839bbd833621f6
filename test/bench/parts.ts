import { benchAction } from "./action.ts";
import { benchBundles } from "./bundles.ts";
import { benchClient } from "./client.ts";
import { benchConstructs } from "./constructs.ts";
import { benchExecutable } from "./executable.ts";
import { benchInspector } from "./inspector.ts";
import { benchPostgresJournal, benchS3Journal } from "./journal.ts";
import { benchJournalGrowth } from "./journal-growth.ts";
import { benchManyOrders } from "./many-orders.ts";
import type { Measurement } from "./measurement.ts";
import { benchProvider } from "./provider.ts";
import { benchReceiver } from "./receiver.ts";
import { benchStartUp } from "./start-up.ts";

/** In the order in which they run. */
export const parts: Readonly<Record<string, () => AsyncIterable<Measurement>>> = {
  "start-up": benchStartUp,
  provider: benchProvider,
  executable: benchExecutable,
  "journal-postgres": benchPostgresJournal,
  "journal-s3": benchS3Journal,
  "journal-growth": benchJournalGrowth,
  receiver: benchReceiver,
  client: benchClient,
  "many-orders": benchManyOrders,
  bundles: benchBundles,
  inspector: benchInspector,
  constructs: benchConstructs,
  action: benchAction,
};
