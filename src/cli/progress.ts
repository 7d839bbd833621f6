/** Work that takes no longer than this shows no progress. */
const quietMs = 1_000;
const redrawIntervalMs = 200;

let isShown = false;

function show(text: string): void {
  process.stderr.write(`\r\u001b[K${text}`);
  isShown = true;
}

/** Removes the line of progress, so that another line can be written. */
export function clearProgress(): void {
  if (isShown) process.stderr.write("\r\u001b[K");
  isShown = false;
}

/** Counts on one line of the terminal. Shows nothing elsewhere. */
export function showProgress(what: string): { readonly tick: () => void } & Disposable {
  let count = 0;
  let next = Date.now() + quietMs;
  return {
    tick() {
      count++;
      if (!process.stderr.isTTY || Date.now() < next) return;
      next = Date.now() + redrawIntervalMs;
      show(`${count.toLocaleString("en")} ${what} …`);
    },
    [Symbol.dispose]: clearProgress,
  };
}

/** Says on one line of the terminal what is waited for, and how long already. Shows nothing elsewhere. */
export function showWaiting(what: string): Disposable {
  const started = Date.now();
  const tell = () => show(`Waiting for ${what}, ${Math.round((Date.now() - started) / 1000)} s …`);
  const timer = process.stderr.isTTY ? setInterval(tell, quietMs) : undefined;
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      clearProgress();
    },
  };
}

const plainIntervalMs = 60_000;

/** Shows how far a long run is: on one line of the terminal, and elsewhere as a new line each minute. */
export function showRun(describe: () => string): Disposable {
  const { isTTY } = process.stderr;
  const tell = () => (isTTY ? show(describe()) : process.stderr.write(`${describe()}\n`));
  const timer = setInterval(tell, isTTY ? redrawIntervalMs : plainIntervalMs);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      clearProgress();
    },
  };
}

/** Waits for work, and says so on the terminal. */
export async function showWhileWaiting<T>(what: string, work: Promise<T>): Promise<T> {
  using _ = showWaiting(what);
  return await work;
}
