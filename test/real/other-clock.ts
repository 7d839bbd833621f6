/** Loaded into a program before everything else: its clock is CLOCK_SKEW_MS ahead. */
const skewMs = Number(process.env.CLOCK_SKEW_MS);
const { now } = Date;

globalThis.Date = class extends Date {
  static override now(): number {
    return now() + skewMs;
  }

  constructor(...args: []) {
    super(...((args.length === 0 ? [now() + skewMs] : args) as []));
  }
} as DateConstructor;
