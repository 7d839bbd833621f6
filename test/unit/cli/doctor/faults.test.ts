import { describe, expect, test } from "vitest";
import { checks } from "../../../../src/cli/doctor/checks.ts";
import { usualMeans } from "../../../../src/cli/doctor/examination.ts";
import type { Finding } from "../../../../src/cli/doctor/finding.ts";
import { atTheEnd } from "../../../harness/at-the-end.ts";
import { setStage } from "../../../harness/doctor/stage.ts";
import { startTcpServer } from "../../../harness/faults/tcp-server.ts";
import { callbackFaults, type Fault, journalFaults, serviceFaults, settingFaults } from "./faults.ts";

/** Without `--callback-test`, nothing verifies the keys. */
const sound = { keys: "unchecked" };

const all: Readonly<Record<string, Fault>> = {
  ...settingFaults,
  ...journalFaults,
  ...serviceFaults,
  ...callbackFaults,
};

describe.concurrent("The doctor shows, and after its remedy no longer, that", () => {
  for (const [fault, { line, status = "failed", says, advises, hides = [], ...acts }] of Object.entries(all))
    test(fault, async () => {
      const stage = await setStage();
      const { limitsMs } = stage.means;
      await acts.breaks(stage);
      const sick = await stage.look();
      const names = (some: Iterable<string>, as: string) =>
        Object.fromEntries([...some].map((name) => [name, as]));
      const well = { ...names(sick.keys(), "ok"), ...sound };
      expect(statuses(sick)).toEqual({
        ...well,
        ...names(hides, "unchecked"),
        ...names([line], status),
      });
      expect(sick.get(line)?.text).toMatch(says);
      if (advises) expect(sick.get(line)?.remedy).toMatch(advises);
      expect(JSON.stringify([...sick])).not.toMatch(/secret|the-right-access-key/);

      stage.means.limitsMs = limitsMs;
      await acts.repairs(stage, sick.get(line)?.remedy ?? "");
      expect(statuses(await stage.look())).toEqual(well);
    });
});

test("All checks end in time, although nothing answers", async () => {
  expect(usualMeans.wholeLimitMs).toBeLessThan(15_000);
  const stage = await setStage();
  const silent = await startTcpServer(() => {});
  atTheEnd(() => silent.close());
  stage.asksService = true;
  stage.service.answer = stage.receiver.answer = () => {};
  stage.env.CERTORDER_JOURNAL = `postgres://me@127.0.0.1:${silent.port}/db?sslmode=disable`;
  // Each check alone may take longer.
  stage.means.wholeLimitMs = 1_000;
  const began = performance.now();
  const found = statuses(await stage.look());
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(found).toMatchObject({
    journal: "failed",
    "service-answer": "failed",
    "callback-answer": "failed",
    "callback-test": "unchecked",
  });
});

test("Each check has a fault that only it shows, here or in a file of its own", () => {
  const elsewhere = ["keys", "callback-test", "github-token"];
  const shown = new Set([...Object.values(all).map(({ line }) => line), ...elsewhere]);
  expect([...shown].sort()).toEqual(checks.map(({ name }) => name).sort());
});

function statuses(results: ReadonlyMap<string, Finding>): object {
  return Object.fromEntries([...results].map(([name, { status }]) => [name, status]));
}
