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

/** Resolves when the text has left this process, else rejects with `UnwrittenError`. */
export function writeStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) =>
      error ? reject(new UnwrittenError((error as NodeJS.ErrnoException).code ?? error.name)) : resolve(),
    );
  });
}
