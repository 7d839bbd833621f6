import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showProgress, showRun, showWaiting } from "../../../src/cli/progress.ts";

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

test("A run shows how far it is five times in a second, on one line of the terminal", () => {
  {
    using _ = showRun(() => "half");
    vi.advanceTimersByTime(500);
  }
  vi.advanceTimersByTime(5_000);
  expect(written).toEqual([line("half"), line("half"), line("")]);
});

test("Without a terminal a run shows a line of its own each minute", () => {
  process.stderr.isTTY = false;
  using _ = showRun(() => "half");
  vi.advanceTimersByTime(125_000);
  expect(written).toEqual(["half\n", "half\n"]);
});

test("Without a terminal nothing is shown", () => {
  process.stderr.isTTY = false;
  using _ = showWaiting("the service");
  using progress = showProgress("orders");
  vi.advanceTimersByTime(5_000);
  progress.tick();
  expect(written).toEqual([]);
});
