import { describe, expect, test } from "vitest";
import { runIntent, runName } from "../../../src/action/run-intent.ts";
import { succeeded } from "../../harness/journal/attempts.ts";
import { tryRuns } from "../../proof/rules/runs.ts";
import { rules } from "../../proof/rules/subject.ts";

const second = (seconds: number) => new Date(Date.UTC(2026, 10, 16, 18, 0, seconds));

/** A run that was created at this second. */
const createdAt = (seconds: number, runId = seconds) => ({
  run: runName(second(seconds), runId),
  createdAt: second(seconds),
});

describe("What a run knows as the latest", () => {
  const { run, createdAt: created } = createdAt(30);
  const [older, newer] = [createdAt(29).run, createdAt(31).run];
  interface Latest {
    readonly by?: string;
    readonly doneAt: number;
    readonly answers?: readonly (string | undefined)[];
  }

  test.each<[string, boolean, Latest]>([
    ["succeeded before the run was created", true, { doneAt: 29 }],
    ["answered a request of no run since", true, { doneAt: 29, answers: [undefined] }],
    ["answered an older run since", true, { doneAt: 29, answers: [older] }],
    ["answered a newer run since", false, { doneAt: 29, answers: [newer] }],
    ["succeeded in the second of its creation", false, { doneAt: 30 }],
    ["succeeded later", false, { doneAt: 31 }],
    ["was made later by an older run", true, { by: older, doneAt: 41 }],
    ["was made later by an older run of its second", true, { by: createdAt(30, 29).run, doneAt: 41 }],
    ["was made later by a newer run of its second", false, { by: createdAt(30, 31).run, doneAt: 41 }],
    ["was made later by a newer run", false, { by: newer, doneAt: 41 }],
    ["was made by the run itself", false, { by: run, doneAt: 41 }],
    ["was made by an older run, and answered one", true, { by: older, doneAt: 41, answers: [older] }],
    ["was made by an older run, and answered a newer", false, { by: older, doneAt: 41, answers: [newer] }],
    ["was made by an older run, and answered no run", false, { by: older, doneAt: 41, answers: [undefined] }],
  ])("A latest that %s is known: %s", (_, isKnown, { by, doneAt, answers = [] }) => {
    const latest = succeeded("a", {
      run: by,
      endedAt: second(doneAt).toISOString(),
      answeredKeys: answers.map((asked) => ({ key: "k", run: asked })),
    });
    const { knownLatest, force } = runIntent({ run, createdAt: created });
    expect(knownLatest([succeeded("before"), latest])).toBe(isKnown ? latest : undefined);
    expect(force(latest)).toBe(doneAt < 30);
  });

  test("The name of a run sorts by its creation time, then by its id", () => {
    expect(runName(second(0), 12_345_678)).toBe("2026-11-16T18:00:00Z 000000012345678");
    const names = [createdAt(9, 5), createdAt(10, 3), createdAt(10, 20), createdAt(11, 1)].map(
      ({ run: name }) => name,
    );
    expect(names.toSorted()).toEqual(names);
  });
});

// test/proof/rules has the laws, and mistakes in the sources that break them.
test("The decisions of a run keep the laws, whichever run made or got the latest attempt", () => {
  expect(tryRuns(rules).broken).toBeUndefined();
});
