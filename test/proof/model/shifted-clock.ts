/** Loaded into a process before everything else: its clock is CLOCK_AHEAD_MINUTES ahead. */
const { now } = Date;
const aheadMs = Number(process.env.CLOCK_AHEAD_MINUTES) * 60_000;

class ShiftedDate extends Date {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [now() + aheadMs] : given) as [number]));
  }

  static override now(): number {
    return now() + aheadMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
