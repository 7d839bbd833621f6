/** One segment of a path as it was meant, or undefined when it is wrongly encoded. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
