/** What may become an output, part of a URL, or of a command to copy. A shell could read anything else as more than a name. */
export function isPlainId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(text);
}

/** How a person tells the journal what became of an attempt. */
export function howToResolve(attempt: {
  readonly attemptId: string;
  /** The service reported success: that it did not happen is not among the answers. */
  readonly happened: boolean;
  readonly certificateId?: string | undefined;
}): string {
  const { certificateId = "" } = attempt;
  const command = `certorder journal resolve ${attempt.attemptId}`;
  const happened = `${command} --certificate-id ${isPlainId(certificateId) ? certificateId : "ID"}`;
  return attempt.happened
    ? `Then run: ${happened}`
    : `If it was not reissued, run: ${command} --not-happened. If it was, run: ${happened}`;
}
