/** As in merged texts: an editor uses one line ending for a whole document, whatever the server has. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** What ends most lines of a text. */
export function lineEndOf(text: string): string {
  const counts = new Map([['\n', 0]]);
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}
