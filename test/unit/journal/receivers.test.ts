import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { thisProcess } from "../../../src/journal/process.ts";
import { isAtWork } from "../../../src/journal/receivers.ts";

const seenAt = "2026-11-16T12:00:00.000Z";
const { pid } = spawnSync("true");

test.each([
  ["runs here, and was seen two days ago", thisProcess(), 48, true],
  ["has ended, and was seen an hour ago", `${hostname()}/${pid}/1`, 1, true],
  ["has ended, and was seen a day ago", `${hostname()}/${pid}/1`, 24, false],
  ["is on another machine, and was seen a day ago", "elsewhere/1/1", 24, false],
])("Whether a receiver is at work, whose process %s", (_, process, hours, isExpected) => {
  const now = new Date(Date.parse(seenAt) + hours * 3_600_000);
  expect(isAtWork({ name: "r", seenAt, deploys: false, process }, now)).toBe(isExpected);
});
