/** The longest that this thread computes between two turns of the event loop during the work, in ms. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let last = computed();
  let longest = 0;
  const turn = () => {
    const at = computed();
    longest = Math.max(longest, at - last);
    last = at;
  };
  const timer = setInterval(turn, 5);
  await work();
  turn();
  clearInterval(timer);
  return longest;
}

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
