import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { EventReader, eventsVariable, type SuiteEvent } from './events.ts';

/** A command that prints and reports nothing for so long, in ms, is stuck. A slow computer only takes longer. */
const longestSilence = 15 * 60_000;
/** What a command gets to end by itself, and its output to arrive after its end, in ms. */
const grace = 10_000;
/** How often events are read, in ms. */
const interval = 200;

const isWindows = process.platform === 'win32';

export interface Command {
  readonly line: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** As in `nice`: higher gives way to others. */
  readonly niceness: number;
  /** An existing file: the command appends its events to it. */
  readonly events?: string;
  readonly onOutput: (text: string) => void;
  readonly onEvent?: (event: SuiteEvent) => void;
  /** Ends the command with all that it has started. */
  readonly signal: AbortSignal;
}

/** Runs a command; its exit code. */
export async function runCommand(command: Command): Promise<number> {
  const { line, niceness, events, onOutput, onEvent, signal } = command;
  const child = spawn(isWindows || niceness === 0 ? line : `nice -n ${niceness} ${line}`, {
    shell: true,
    cwd: command.folder,
    env: { ...process.env, ...command.env, ...(events && { [eventsVariable]: events }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that it can be ended with everything it started.
    detached: !isWindows,
  });
  if (niceness !== 0) giveWay(child, niceness);
  const end = () => kill(child, 'SIGTERM');
  const endNow = () => kill(child, 'SIGKILL');
  let impatient: NodeJS.Timeout | undefined;
  const leave = () => {
    end();
    impatient ??= setTimeout(endNow, grace);
  };
  process.on('exit', end);
  signal.addEventListener('abort', leave);
  const silence = setTimeout(() => {
    onOutput(`\n\`${line}\` is ended: it has printed nothing for ${longestSilence / 60_000} minutes.\n`);
    leave();
  }, longestSilence);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      silence.refresh();
      onOutput(text);
    });
  }
  const reader = events === undefined ? undefined : new EventReader(events);
  const read = () => {
    for (const event of reader?.read() ?? []) {
      silence.refresh();
      onEvent?.(event);
    }
  };
  const reading = setInterval(read, interval);
  const code = await ended(child);
  clearInterval(reading);
  clearTimeout(silence);
  clearTimeout(impatient);
  process.off('exit', end);
  signal.removeEventListener('abort', leave);
  // What it has started may still be there.
  if (signal.aborted) endNow();
  read();
  reader?.close();
  return code;
}

/** The exit code. Its output is complete by then, unless a process that it left behind holds on to it. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
    child.on('exit', (code) => setTimeout(() => resolve(code ?? 1), grace).unref());
  });
}

/**
 * Linux may share the processor among process groups first, where `nice` only counts within a group: then the group has a
 * niceness of its own.
 */
function giveWay({ pid }: ChildProcess, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Other systems, and computers that don't group, have no such file.
  }
}

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
