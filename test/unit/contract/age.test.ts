import { expect, test } from "vitest";
import { withAge } from "../../../src/contract/index.ts";

const now = new Date("2026-11-04T12:00:00Z");

test.each([
  ["2026-11-04T11:59:30Z", "less than a minute ago (2026-11-04T11:59:30Z)"],
  ["2026-11-04T11:59:00Z", "1 minute ago (2026-11-04T11:59:00Z)"],
  ["2026-11-04T11:00:01Z", "59 minutes ago (2026-11-04T11:00:01Z)"],
  ["2026-11-04T09:30:00Z", "2 hours ago (2026-11-04T09:30:00Z)"],
  ["2026-11-03T12:00:00Z", "1 day ago (2026-11-03T12:00:00Z)"],
  ["2026-11-01T11:00:00Z", "3 days ago (2026-11-01T11:00:00Z)"],
  ["2026-11-05T00:00:00Z", "at 2026-11-05T00:00:00Z"],
  ["an unknown time", "at an unknown time"],
])("On 2026-11-04 at 12:00 the time %s is shown with its age", (time, shown) => {
  expect(withAge(time, now)).toBe(shown);
});
