/** `1 order`, `1,200 orders`. */
export function count(total: number, noun: string): string {
  return `${total.toLocaleString("en")} ${noun}${total === 1 ? "" : "s"}`;
}
