const everyMs = 200;

/** Counts on one line of the terminal, once the work takes longer than a moment. Shows nothing elsewhere. */
export function showProgress(what: string): { readonly tick: () => void } & Disposable {
  let count = 0;
  let isShown = false;
  let next = Date.now() + everyMs;
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    tick() {
      count++;
      if (!process.stderr.isTTY || Date.now() < next) return;
      next = Date.now() + everyMs;
      isShown = true;
      write(`${count.toLocaleString("en")} ${what} …`);
    },
    [Symbol.dispose]() {
      if (isShown) write("");
    },
  };
}
