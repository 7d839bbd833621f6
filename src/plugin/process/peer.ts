// A killed core cannot tell its plugin. So the plugin checks whether the core still exists.

const checkEveryMs = 1000;

/** The core gives a plugin this long to start. So a core that was away longer does not come back. */
const longestSilenceMs = 60_000;

/** Calls `gone` when no core is connected and the parent process is dead, or no core was connected for a minute. */
export function watchPeer(connections: () => number, gone: () => void): { checkSoon(): void } {
  const parent = process.ppid;
  let lastSeen = Date.now();
  const check = () => {
    if (connections() > 0) {
      lastSeen = Date.now();
    } else if (!isAlive(parent) || Date.now() - lastSeen > longestSilenceMs) {
      clearInterval(timer);
      gone();
    }
  };
  const timer = setInterval(check, checkEveryMs);
  timer.unref();
  // A connection breaks shortly before its process ends.
  return { checkSoon: () => void setTimeout(check, 50).unref() };
}

function isAlive(parent: number): boolean {
  // An orphan gets another parent, except on Windows.
  if (process.ppid !== parent) return false;
  try {
    process.kill(parent, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
