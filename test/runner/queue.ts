export interface Job {
  readonly name: string;
  /** Jobs that have to end before this one starts. Those that aren't in the queue are not waited for. */
  readonly after: readonly string[];
  /** Takes no slot: it waits for the network most of the time, or keeps only one processor busy. */
  readonly beside?: boolean;
}

/**
 * Runs jobs, as many at a time as there are slots. A free slot takes the first job that may start. After the signal, none
 * starts.
 */
export async function runJobs<J extends Job>(
  jobs: readonly J[],
  slots: number,
  { run, signal }: { readonly run: (job: J) => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const unended = new Set(jobs.map(({ name }) => name));
  const waiting = [...jobs];
  const running = new Map<J, Promise<void>>();
  const mayStart = (job: J) => {
    const taken = [...running.keys()].filter(({ beside }) => !beside).length;
    return (job.beside || taken < slots) && !job.after.some((name) => unended.has(name));
  };
  const start = (job: J) => {
    waiting.splice(waiting.indexOf(job), 1);
    const end = () => {
      running.delete(job);
      unended.delete(job.name);
    };
    running.set(job, run(job).finally(end));
  };
  while (waiting.length + running.size > 0) {
    for (let next; !signal.aborted && (next = waiting.find(mayStart));) start(next);
    if (running.size === 0) return;
    await Promise.race(running.values());
  }
}
