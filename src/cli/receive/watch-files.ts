import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/** Something that is read from files, and read again when they change. */
interface Watched<T> {
  /** The beginning of the events in the log. */
  readonly name: "certificate" | "access_key";
  readonly files: readonly string[];
  readonly current: T;
  /** Throws if the files cannot be used. */
  readonly read: () => T;
  readonly use: (value: T) => void;
}

const intervalMs = 1_000;

/**
 * Passes on what has changed. A program that renews files writes one after the other, so the old content stays in use
 * until the new one can be used. Returns the function that ends it.
 */
export function watchFiles<T>(
  { name, files, current, read, use }: Watched<T>,
  log: (event: string, details?: object) => void,
): () => void {
  let used = current;
  let problem: string | undefined;
  const timer = setInterval(() => {
    try {
      // A pipe has been read, and a second read would wait for ever.
      if (!files.every((file) => statSync(file).isFile())) return;
      const found = read();
      problem = undefined;
      if (isDeepStrictEqual(found, used)) return;
      use(found);
      used = found;
      log(`${name}_reloaded`);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // The same problem is logged once.
      if (problem !== (code ?? message)) log(`${name}_not_reloaded`, { error: code ?? message });
      problem = code ?? message;
    }
  }, intervalMs);
  return () => clearInterval(timer);
}
