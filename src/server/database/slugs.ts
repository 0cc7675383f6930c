/** A slug that isn't taken. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) {
    const candidate = `${wanted}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
