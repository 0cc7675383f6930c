/**
 * How many times as long this computer takes as the one on which the time limits of tests were chosen; at least 1. Limits
 * that guard against super-linear reading are multiplied by it, so that they are as strict on each computer.
 */
export const slowness = Math.max(1, Math.min(measured(), measured(), measured()) / 20);

/** CPU time of a fixed piece of work with strings and a map, in ms. */
function measured(): number {
  const start = process.threadCpuUsage();
  const counts = new Map<string, number>();
  for (let at = 0; at < 20_000; at++) {
    const words = `word ${at % 997} <b>${at}</b>`.replace(/[<>]/g, '_').split(' ');
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + word.length);
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
