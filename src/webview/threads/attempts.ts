import type { Announce } from '../shared/announcer.ts';
import type { PanelState } from './panelState.ts';

/** Runs the user's actions, shows their progress, and shows and announces their errors. */
export interface Attempts {
  /** Runs one action at a time per key. Resolves to false if it failed, or if another one with this key is running. */
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
    const around = document.activeElement?.closest<HTMLElement>('article');
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
      // The button that was pressed may be gone.
      setTimeout(() => document.activeElement === document.body && around?.focus({ preventScroll: true }));
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
