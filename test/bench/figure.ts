/** One measured number. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** In the same unit; a higher value fails the run. */
  limit?: number;
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const ordered = values.toSorted((one, other) => one - other);
  const middle = ordered.length / 2;
  return ((ordered[Math.floor(middle)] ?? NaN) + (ordered[Math.ceil(middle) - 1] ?? NaN)) / 2;
}
