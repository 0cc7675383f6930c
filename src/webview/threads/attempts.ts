import type { Announce } from '../shared/announcer.ts';
import type { PanelState } from './panelState.ts';

/** Runs what the user asks for, shows that it is on its way, and shows and announces why it failed. */
export interface Attempts {
  /** One at a time by key. False when it failed, or when another one of the key is running. */
  readonly attempt: (key: string, run: () => Promise<unknown>, done?: string) => Promise<boolean>;
  /** Shows and announces a problem under a key. */
  readonly say: (key: string, sentence: string) => void;
}

export function createAttempts({
  state,
  announce,
  draw,
}: {
  readonly state: PanelState;
  readonly announce: Announce;
  readonly draw: () => void;
}): Attempts {
  async function attempt(key: string, run: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (state.busy.has(key)) return false;
    state.busy.add(key);
    state.problems.delete(key);
    draw();
    try {
      await run();
      if (done) announce(done);
      return true;
    } catch (error) {
      const sentence = sentenceOf(error);
      state.problems.set(key, sentence);
      announce(sentence, 'assertive');
      return false;
    } finally {
      state.busy.delete(key);
      draw();
    }
  }

  function say(key: string, sentence: string): void {
    state.problems.set(key, sentence);
    announce(sentence, 'assertive');
    draw();
  }

  return { attempt, say };
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
