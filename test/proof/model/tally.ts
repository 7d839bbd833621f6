/** What was done, in numbers. */
export class Tally {
  sequences = 0;
  actions = 0;
  reissues = 0;
  kills = 0;
  faults = 0;
  /** Applies that took the newest certificate over. */
  answers = 0;
  refusals = 0;
  /** Lines that were pasted because a refusal said so. */
  pasted = 0;
}

/** The promise was broken. The message says how, and lists what was done. */
export class Broken extends Error {
  override readonly name = "Broken";
}
