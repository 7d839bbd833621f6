import { expect, test } from "vitest";
import type { JournalEvent } from "../../../src/journal/index.ts";
import { readHistory } from "../../../src/journal/index.ts";
import { at, done, imported, sent } from "../../harness/journal/events.ts";

// When an imported certificate was issued. A file or a state keeps its date for long, so only a date that a person types replaces one.

const old = "2026-01-01T00:00:00.000Z";
const young = "2026-11-01T00:00:00.000Z";

type Step = (log: readonly JournalEvent[]) => readonly JournalEvent[];

const typed =
  (issuedAt?: string): Step =>
  (log) => [imported(log, "c", { issuedAt, isTyped: true, setsDate: true })];
const kept =
  (issuedAt?: string): Step =>
  (log) => [imported(log, "c", { issuedAt })];
/** Both were written by programs that had not read the other one. */
const atOnce =
  (...steps: readonly Step[]): Step =>
  (log) =>
    steps.flatMap((step) => step(log));
/** A reissue got the id of the certificate that was imported before. */
const sameId: Step = () => [sent(), done("a1", "c")];

test.each<[string, readonly Step[], string | undefined, string | undefined]>([
  ["the date of a state", [kept(old)], old, undefined],
  ["the first of two states", [kept(young), kept(old)], young, undefined],
  ["the date of a state after an import without one", [typed(), kept(old)], old, undefined],
  ["what a person typed", [typed(old)], old, old],
  ["what a person typed last", [typed(old), typed(young)], young, young],
  ["what a person typed after a state", [kept(old), typed(young)], young, young],
  ["what a person typed, also the date of a state", [kept(old), typed(old)], old, old],
  ["what a person typed before a state", [typed(young), kept(old)], young, young],
  ["what a person typed before an import without a date", [typed(young), typed(), kept()], young, young],
  ["what a person typed while a state was adopted", [atOnce(typed(young), kept(old))], young, young],
  ["what a person typed while a state was adopted, first", [atOnce(kept(old), typed(young))], young, young],
  ["the time of a later reissue with the same id", [typed(old), sameId, typed()], at, undefined],
  ["the time of a later reissue, for a state", [kept(old), sameId, kept()], at, undefined],
])("The journal has %s", (_, steps, issuedAt, typedTime) => {
  const log: JournalEvent[] = [];
  for (const step of steps) log.push(...step(log));
  expect(readHistory("order-1", log).attempts.at(-1)).toMatchObject({ issuedAt, typedTime });
});
