/** How a person tells the journal what became of an attempt. */
export function howToResolve(attempt: {
  readonly attemptId: string;
  /** The service reported success: that it did not happen is not among the answers. */
  readonly happened: boolean;
  readonly certificateId?: string | undefined;
}): string {
  const command = `certorder journal resolve ${attempt.attemptId}`;
  const happened = `${command} --certificate-id ${attempt.certificateId ?? "ID"}`;
  return attempt.happened
    ? `Then run: ${happened}`
    : `If it was not reissued, run: ${command} --not-happened. If it was, run: ${happened}`;
}
