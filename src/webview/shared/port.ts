import { createAsker, type Asker } from '../../protocol/asking.ts';
import type { Protocol } from '../../protocol/protocol.ts';
import { host } from './host.ts';

export type Port<P extends Protocol> = Omit<Asker<P>, 'receive'>;

/** The webview's end of the connection: sends requests to the extension and receives notifications. */
export function connect<P extends Protocol>(protocol: P, unreadable: string): Port<P> {
  const asker = createAsker(protocol, (request) => host.postMessage(request), unreadable);
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!asker.receive(data)) console.warn('A message from the extension did not parse.');
  });
  return asker;
}
