import { appendFileSync } from "node:fs";
import { formatEvent } from "../../src/journal/event-format.ts";
import type { JournalEvent } from "../../src/journal/index.ts";
import { openStore } from "../../src/journal/stores/address.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { done, sent } from "../harness/journal/events.ts";
import type { PostgresServer } from "../harness/journal/postgres-server.ts";
import { credentials } from "../harness/journal/s3-server.ts";

type Entry = readonly [orderId: string, position: number, event: JournalEvent];

/** Writes entries into a journal, faster than the journal does. */
export type Fill = (entries: readonly Entry[]) => Promise<void>;

export function attempt(orderId: string, index = 0): Entry[] {
  const follows = index > 0 ? { follows: `a${index - 1}` } : {};
  const events = [sent(`a${index}`, { order: orderId, ...follows }), done(`a${index}`)];
  return events.map((event, turn) => [orderId, 2 * index + turn + 1, event]);
}

export function fillFolder(url: string): Fill {
  const store = openStore(url);
  return async (entries) => {
    for (const [orderId, own] of Map.groupBy(entries, ([order]) => order)) {
      const lines = own.map(([, , event]) => `${formatEvent(event)}\n`).join("");
      appendFileSync(store.log(orderId).title ?? "", lines, { mode: 0o600 });
    }
  };
}

export function fillPostgres(server: PostgresServer, url: string): Fill {
  const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
  return async (entries) => {
    for (let from = 0; from < entries.length; from += 1_000) {
      const rows = entries
        .slice(from, from + 1_000)
        .map(([orderId, position, event]) => `('${orderId}', ${position}, '${formatEvent(event)}')`);
      await server.query(`insert into ${table} values ${rows.join(", ")}`);
    }
  };
}

export function fillS3(url: string): Fill {
  const store = openStore(url, credentials);
  return async (entries) => {
    const logs = [...Map.groupBy(entries, ([orderId]) => orderId)];
    await inParallel(16, logs.length, async (index) => {
      const [orderId = "", own = []] = logs[index] ?? [];
      const log = store.log(orderId);
      for (const [, , event] of own) await log.append(event);
    });
  };
}
