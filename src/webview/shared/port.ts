import { createAsker, type Asker } from '../../protocol/asking.ts';
import { InputState } from '../../protocol/envelopes.ts';
import type { Protocol } from '../../protocol/protocol.ts';
import { host } from './host.ts';
import * as l10n from './l10n.ts';
import { takesText } from './takesText.ts';

export type Port<P extends Protocol> = Omit<Asker<P>, 'receive'>;

/** The webview's end of the connection: sends requests to the extension and receives notifications. */
export function connect<P extends Protocol>(protocol: P): Port<P> {
  const unreadable = l10n.t('This view is out of sync with the extension. Close and reopen it.');
  const asker = createAsker(protocol, (request) => host.postMessage(request), unreadable);
  const takeInputState = ignoreLetters();
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (takeInputState(data)) return;
    if (!asker.receive(data)) console.warn('A message from the extension did not parse.');
  });
  return asker;
}

/** While an input box of VS Code is open, letters outside of boxes are no shortcuts. */
function ignoreLetters(): (message: unknown) => boolean {
  let isInputOpen = false;
  const ignore = (event: KeyboardEvent): void => {
    if (!isInputOpen || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.composedPath().some(takesText)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', ignore, true);
  return (message) => {
    const state = InputState.safeParse(message);
    if (state.success) ({ isInputOpen } = state.data);
    return state.success;
  };
}
