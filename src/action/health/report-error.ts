/** The issue cannot be kept. The texts of the error are for people. */
export class ReportError extends Error {
  readonly remedy: string;
  /** The workflow has a mistake, so the step fails even if the callback works. */
  readonly isMistake: boolean;

  constructor(message: string, remedy: string, { isMistake = false } = {}) {
    super(message);
    this.remedy = remedy;
    this.isMistake = isMistake;
  }
}
