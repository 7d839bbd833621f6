/** What was done, in numbers. */
export class Counts {
  sequences = 0;
  actions = 0;
  reissues = 0;
  kills = 0;
  faults = 0;
  /** Applies that adopted a certificate. */
  adoptions = 0;
  blocked = 0;
  /** Lines that were pasted because a message said so. */
  pasted = 0;
}

/** A law was broken. The message says which one, and lists what was done. */
export class BrokenLaw extends Error {
  override readonly name = "Broken";
}
