/** How long a publicly trusted TLS certificate may live, by the day it is issued (CA/Browser Forum, ballot SC-081). */
const limits = [
  { from: "2029-03-15", days: 47 },
  { from: "2027-03-15", days: 100 },
  { from: "2026-03-15", days: 200 },
] as const;

const earlierLimitDays = 398;

export function validityLimitDays(issuedOn: Date): number {
  const day = issuedOn.toISOString().slice(0, 10);
  return limits.find(({ from }) => day >= from)?.days ?? earlierLimitDays;
}
