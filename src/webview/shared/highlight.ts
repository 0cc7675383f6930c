/** Marks words without other elements: the page stays as it was rendered. */
export function mark(name: string, ranges: readonly Range[]): void {
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}
