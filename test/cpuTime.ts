/** The CPU time of this thread so far, in ms. Unlike the time of a clock, it doesn't depend on other processes. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
