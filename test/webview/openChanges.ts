import { comparePages } from '../../src/composition/comparePages.ts';
import type { Uses } from '../../src/extension/ground/services/services.ts';
import { sentenceOf } from '../../src/extension/ground/messages/sentence.ts';
import { changesAnswers } from '../../src/extension/review/renderedChanges/answers.ts';
import { changeRequestSource } from '../../src/extension/review/renderedChanges/changeRequestSource.ts';
import { createComparisons } from '../../src/extension/review/renderedChanges/comparisons.ts';
import { shownInBox } from '../../src/extension/ground/threads/suggestionBox.ts';
import { contextIn } from '../../src/model/pages/links.ts';
import { answer } from '../../src/protocol/answering.ts';
import { renderedChangesProtocol, type Layout } from '../../src/protocol/renderedChanges.ts';
import type { Threads } from '../../src/store/comments/threads.ts';
import { openChangeRequest, type Edits, type OpenedChangeRequest } from '../store/openChangeRequest.ts';
import { commentsOf } from './commentsOf.ts';
import { openWebview, type OpenWebview, type WebviewOptions } from './browser.ts';
import { onePixel } from './openPanel.ts';

/** The view of rendered changes in Chromium, with the real answers, stores, client, worker and local platform. */
export interface OpenedChanges extends OpenWebview {
  readonly opened: OpenedChangeRequest;
  readonly threads: Threads;
  /** The webview's requests, in order. */
  readonly asked: string[];
  /** The layout that was chosen last. */
  layout(): Layout;
}

export type ChangesOptions = Partial<Omit<WebviewOptions, 'bundle' | 'place' | 'receive'>> & {
  /** The pages of the space before. */
  readonly pages: Edits;
  readonly edits: Edits;
  readonly layout?: Layout;
  /** Continues with what an earlier view had. */
  readonly opened?: OpenedChangeRequest;
  /** Called before each answer. */
  readonly wait?: (request: string) => Promise<void>;
};

export async function openChanges(options: ChangesOptions): Promise<OpenedChanges> {
  const { pages, edits, wait, ...view } = options;
  const opened = options.opened ?? (await openChangeRequest(edits, { pages }));
  const { api, content, space, changeRequest } = opened;
  const place = { space, changeRequest: changeRequest.id };
  let say: (message: unknown) => Promise<void> = async () => undefined;
  const account = { key: 'local', kind: 'sample', label: 'Sample', base: 'https://docs.example' } as const;
  const stores = (() => ({ contents: async () => content })) as unknown as Uses<'stores'>['stores'];
  const source = await changeRequestSource({ stores }, { account: account, space, number: 1 });
  const comparisons = createComparisons({ comparePages }, source);
  const tree = await content.pages(space, { kind: 'changeRequest', number: 1 });
  const linkContext = (page: string) => {
    const node = tree.byId.get(page);
    return node && contextIn(space, node, tree);
  };
  const { threads, answers: comments } = commentsOf({
    ...{ api, place, linkContext },
    ...(source.textOf && { textOf: source.textOf }),
    say: (message) => void say(message),
  });
  const state = new Map<string, unknown>();
  let layout: Layout = options.layout ?? 'marked';
  const asked: string[] = [];
  const handlers = {
    ...comments.handlers,
    ...changesAnswers({
      ...{ source, comparisons },
      edge: { note: () => undefined } as unknown as Uses<'edge'>['edge'],
      fetchImage: async () => onePixel,
      accounts: { byKey: () => account } as unknown as Uses<'accounts'>['accounts'],
      globalState: { get: (key) => state.get(key), update: async (key, value) => void state.set(key, value) },
      pageRead: (page) => comments.pageRead(page),
      shownInBox: (page, text) => shownInBox(text, linkContext(page)),
      takePlace: () => undefined,
      layout: () => layout,
      keepLayout: async (chosen) => void (layout = chosen),
    }),
  };
  const changing = content.onDidChange(() => {
    void source.changes().then((changes) => {
      comparisons.forgetOthers(changes.pages);
      return say({ notification: 'changes', params: changes });
    });
  });
  const webview = await openWebview({
    bundle: 'renderedChanges',
    place,
    width: 1280,
    ...view,
    async receive(message, reply) {
      say = reply;
      const { request } = message as { readonly request: string };
      asked.push(request);
      await wait?.(request);
      const sentence = (_: string, error: unknown) => ({ message: sentenceOf(error) });
      await reply(await answer(renderedChangesProtocol, handlers, message, sentence));
    },
  });
  return {
    ...webview,
    opened,
    threads,
    asked,
    layout: () => layout,
    async close() {
      changing.dispose();
      comments.dispose();
      comparisons.dispose();
      await webview.close();
    },
  };
}
