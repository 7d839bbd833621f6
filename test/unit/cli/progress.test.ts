import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showProgress, showWaiting } from "../../../src/cli/progress.ts";

const written: string[] = [];
const { isTTY } = process.stderr;

beforeEach(() => {
  vi.useFakeTimers();
  written.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  process.stderr.isTTY = true;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

const line = (text: string) => `\r\u001b[K${text}`;

test("A wait of less than a second shows nothing", () => {
  using _ = showWaiting("the service");
  vi.advanceTimersByTime(999);
  expect(written).toEqual([]);
});

test("A longer wait shows its seconds on one line, and removes the line at its end", () => {
  {
    using _ = showWaiting("the service");
    vi.advanceTimersByTime(2_500);
  }
  vi.advanceTimersByTime(5_000);
  const shown = [line("Waiting for the service, 1 s …"), line("Waiting for the service, 2 s …"), line("")];
  expect(written).toEqual(shown);
});

test("A count is shown after a second, and then five times in a second", () => {
  using progress = showProgress("orders");
  for (let ms = 0; ms < 1_400; ms += 50) {
    progress.tick();
    vi.advanceTimersByTime(50);
  }
  expect(written).toEqual([line("21 orders …"), line("25 orders …")]);
});

test("Without a terminal nothing is shown", () => {
  process.stderr.isTTY = false;
  using _ = showWaiting("the service");
  using progress = showProgress("orders");
  vi.advanceTimersByTime(5_000);
  progress.tick();
  expect(written).toEqual([]);
});
