// A core that is killed says nothing to its plugin. So the plugin looks by itself whether the core is gone.

const checkEveryMs = 1000;

/** The core gives a plugin this long to start; it does not stay away longer than that and come back. */
const longestSilenceMs = 60_000;

/** Calls `gone` once no core is connected and the parent process is dead, or no core has been connected for a minute. */
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
  // A connection breaks a moment before the process that held it is gone.
  return { checkSoon: () => void setTimeout(check, 50).unref() };
}

function isAlive(parent: number): boolean {
  // Orphans get another parent, except on Windows.
  if (process.ppid !== parent) return false;
  try {
    process.kill(parent, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
