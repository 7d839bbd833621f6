const everyMs = 200;

/**
 * Counts on one line of the terminal, once the work takes longer than a moment. Shows nothing elsewhere. `tickMs`: it
 * counts by itself.
 */
export function showProgress(what: string, tickMs?: number): { readonly tick: () => void } & Disposable {
  let count = 0;
  let isShown = false;
  let next = Date.now() + everyMs;
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  const tick = () => {
    count++;
    if (!process.stderr.isTTY || Date.now() < next) return;
    next = Date.now() + everyMs;
    isShown = true;
    write(`${count.toLocaleString("en")} ${what} …`);
  };
  const timer = tickMs === undefined ? undefined : setInterval(tick, tickMs);
  return {
    tick,
    [Symbol.dispose]() {
      clearInterval(timer);
      if (isShown) write("");
    },
  };
}
