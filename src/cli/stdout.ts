/** Standard output cannot be written: the pipe is closed, or the disk is full. */
export class UnwrittenError extends Error {
  override readonly name = "UnwrittenError";
  readonly remedy = "Write standard output to a file or program that takes it.";
  /** The reader closed the pipe early, as `head` does. No message is needed. */
  readonly isUnwanted: boolean;
  constructor(reason: string) {
    super(`The result could not be written to standard output (${reason}).`);
    this.isUnwanted = reason === "EPIPE";
  }
}

/** By its name: what prints the overview is bundled for itself, and has its own copy of the class. */
export function isUnwritten(error: unknown): error is UnwrittenError {
  return (error as Error).name === ("UnwrittenError" satisfies UnwrittenError["name"]);
}

/** Prints text as lines. A reader such as `head` may close a page of help early. */
export async function print(text: string): Promise<void> {
  try {
    await writeStdout(text === "" || text.endsWith("\n") ? text : `${text}\n`);
  } catch (error) {
    if (!(isUnwritten(error) && error.isUnwanted)) throw error;
  }
}

/** Resolves when the text has left this process, else rejects with `UnwrittenError`. */
export function writeStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) =>
      error ? reject(new UnwrittenError((error as NodeJS.ErrnoException).code ?? error.name)) : resolve(),
    );
  });
}
