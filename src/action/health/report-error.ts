/** The issue cannot be kept. The texts of the error are for people. */
export class ReportError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
