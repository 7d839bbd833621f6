/** Logs whose names begin so are not about orders. */
const internal = "certorder ";

/** The log of the receivers that write to a journal. */
export const receiversLog = `${internal}receivers`;

/** A log of `journal check`. */
export function trialLog(name: string): string {
  return `${internal}trial ${name}`;
}

export function isOrderLog(name: string): boolean {
  return !name.startsWith(internal);
}
