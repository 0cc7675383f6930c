import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/index.js';
import type { ThreadsProtocol } from '../../protocol/threads.ts';
import type { Port } from '../shared/port.ts';
import { sentenceOf } from './attempts.ts';
import { takeDrafts, takeReplies, takeThreads, type PanelState } from './panelState.ts';

/** Takes in what the extension reports about comments. `place` is called if there may be others than before. */
export function followComments(
  port: Port<ThreadsProtocol>,
  state: PanelState,
  { draw, place }: { readonly draw: () => void; readonly place: () => void },
): void {
  port.on('header', (header) => {
    state.header = header;
    draw();
  });
  port.on('threads', ({ changed, gone }) => {
    takeThreads(state, changed, gone);
    place();
  });
  port.on('replies', ({ thread, replies, hasMore }) => {
    takeReplies(state, thread, { replies, hasMore });
    draw();
  });
  port.on('extent', (extent) => {
    state.extent = extent;
    draw();
  });
  port.on('drafts', (drafts) => {
    takeDrafts(state, drafts, isTyping);
    place();
  });
  // Updates times, such as “2 min” to “3 min”.
  setInterval(() => document.visibilityState === 'visible' && draw(), 60_000);
}

/** Loads the comments. Without them, the view still shows the rest: returns whether that worked. */
export async function openComments(port: Port<ThreadsProtocol>, state: PanelState): Promise<boolean> {
  try {
    const opened = await port.ask('open', {});
    state.header = opened.header;
    state.extent = opened.extent;
    takeThreads(state, opened.threads, []);
    takeDrafts(state, opened.drafts, isTyping);
    return true;
  } catch (error) {
    state.extent = { hasMore: false, isLoading: false, failure: sentenceOf(error) };
    return false;
  }
}

export async function focusIn(box: HTMLElement | null): Promise<void> {
  const area = box?.querySelector<VscodeTextarea>('vscode-textarea');
  await area?.updateComplete;
  area?.focus();
  // The user changes words in a suggestion, and rarely all of them.
  if (area?.classList.contains('suggested')) {
    area.wrappedElement.setSelectionRange(0, 0);
    area.wrappedElement.scrollTop = 0;
  }
  box?.scrollIntoView({ block: 'nearest' });
}

function isTyping(key: string): boolean {
  return document.activeElement?.closest<HTMLElement>('[data-box]')?.dataset['box'] === key;
}
