/** What was to be shown did not leave this process: the pipe is closed, the disk is full. */
export class UnwrittenError extends Error {
  override readonly name = "UnwrittenError";
  readonly remedy = "Give standard output somewhere to go.";
  /** The reader ended early, as `head` does. It needs no message. */
  readonly isUnwanted: boolean;
  constructor(reason: string) {
    super(`The result could not be written to standard output (${reason}).`);
    this.isUnwanted = reason === "EPIPE";
  }
}

/** Resolves when the text has left this process, else `UnwrittenError`. */
export function writeStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) =>
      error ? reject(new UnwrittenError((error as NodeJS.ErrnoException).code ?? error.name)) : resolve(),
    );
  });
}
