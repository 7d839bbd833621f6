import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { eventMembers, eventVersion, formatEvent } from "../../../src/journal/event-format.ts";
import { Journal, type JournalEvent } from "../../../src/journal/index.ts";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { sent } from "../../harness/journal/events.ts";
import { claim, resourceIntent } from "../../harness/journal/intents.ts";
import {
  openDeployments,
  openEntries,
  openFolder,
  readAll,
  readJson,
  samples,
  writeSamples,
} from "../../harness/journal/samples.ts";

const current = String(eventVersion);

// A new version of the format: CERTORDER_SAMPLES=1 npx vitest run --project unit test/unit/journal/samples.test.ts
if (process.env.CERTORDER_SAMPLES === "1") await writeSamples(current);

const versions = readdirSync(samples);

describe.each(versions)("A journal of version %s", (version) => {
  let expected: Record<string, object>;
  beforeAll(() => {
    expected = readJson(version, "expected.json");
  });

  test("is read in a folder", async () => {
    expect(await readAll(openFolder(version))).toEqual(expected.folder);
  });

  test("is read as the entries of a server", async () => {
    expect(await readAll(await openEntries(version))).toEqual(expected.entries);
  });

  test("is read in the deployments of a repository", async () => {
    expect(await readAll(await openDeployments(version))).toEqual(expected.deployments);
  });
});

test("The present version has samples, with every kind of event", () => {
  expect(versions).toContain(current);
  const kinds = readFileSync(join(samples, current, "entries.json"), "utf8").matchAll(
    /\\"event\\":\\"([\w-]+)/g,
  );
  expect(new Set([...kinds].map(([, kind]) => kind))).toEqual(new Set(Object.keys(eventMembers)));
});

describe("A journal of a newer version", () => {
  test("is refused, and stays as it is, if its folder is laid out in another way", async () => {
    const { folder } = openFolder(current);
    const marker = join(folder, "journal.json");
    const newer = readFileSync(marker, "utf8").replace('"version":1', '"version":2');
    writeFileSync(marker, newer);
    const journal = new Journal(new FileStore(folder));
    await expect(claim(journal, resourceIntent({ orderId: "order-9" }))).rejects.toMatchObject({
      code: "journal_newer",
      remedy: expect.stringContaining("Update certorder"),
    });
    await expect(journal.init()).rejects.toMatchObject({ code: "journal_newer" });
    await expect(journal.attempts()).rejects.toMatchObject({ code: "journal_newer" });
    expect(readFileSync(marker, "utf8")).toBe(newer);
  });

  test("is refused if an entry of the order on a server is newer", async () => {
    const text = formatEvent({ ...sent("x"), v: eventVersion + 1 } as JournalEvent);
    const journal = new Journal(await openEntries(current, { "order-1": [text] }));
    expect(await claim(journal, resourceIntent({ orderId: "order-1" }))).toMatchObject({
      kind: "blocked",
      blocked: { reason: "newer-version" },
    });
  });

  test("is refused if an entry of the order in a repository is newer", async () => {
    const store = await openDeployments(current);
    const [{ payload, ...rest } = { payload: {} }] = store.repository.github.deployments;
    const newer = { ...(payload as object), v: eventVersion + 1 };
    store.repository.github.deployments.push({ ...rest, payload: newer, id: 900, statuses: [] } as never);
    await expect(store.log("order-1").read()).rejects.toMatchObject({
      code: "journal_newer",
      outcome: "not-sent",
    });
    expect(await store.log("order-2").read()).not.toEqual([]);
  });
});
