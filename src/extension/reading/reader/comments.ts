import { numberOf } from '../../../model/shared/address.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Handlers } from '../../../protocol/answering.ts';
import { threadsProtocol, type Header, type ThreadsProtocol } from '../../../protocol/threads.ts';
import { accountKeyOf, placeAt } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { isAllowed, isUnderWay } from '../../ground/threads/offeredActions.ts';
import { serveThreads, type ServedThreads, type ThreadsView } from '../../ground/threads/serve.ts';
import { withoutComments } from '../../ground/threads/withoutComments.ts';
import type { OpenReader, ReaderContext } from './context.ts';
import { pageAround } from './pageRead.ts';

/** The comments on the page of a reader. */
export interface PageComments {
  readonly handlers: Handlers<ThreadsProtocol>;
  /** Called when the page was read again. */
  pageRead(): void;
  dispose(): void;
}

/** They are loaded when the webview asks for them, which is after it has shown the page. */
export function pageComments(
  parts: ReaderContext,
  { uri, panel }: OpenReader,
  notify: ThreadsView['notify'],
): PageComments {
  let serving: Promise<ServedThreads | undefined> | undefined;
  let following: { dispose(): void } | undefined;
  let read: (() => void) | undefined;
  let isOver = false;

  async function served(): Promise<Handlers<ThreadsProtocol>> {
    serving ??= serve().catch((error: unknown) => {
      serving = undefined;
      throw error;
    });
    const known = await serving;
    // The account, or the page, may be known later.
    if (!known) serving = undefined;
    return known?.handlers ?? withoutComments();
  }

  /** Those on a published page belong to its space. An earlier revision takes none. */
  async function serve(): Promise<ServedThreads | undefined> {
    const place = placeAt(parts, uri);
    if (!place || place.version.kind === 'base' || place.version.kind === 'revision') return undefined;
    const { account, space, version } = place;
    const number = numberOf(version);
    const content = await parts.stores(account).contents();
    const changeRequest = number === undefined ? undefined : (await content.changeRequest(space, number)).id;
    const node = (await pageAround(parts, uri))?.node;
    if (!node) return undefined;
    const threads = await serveThreads(parts, {
      account,
      place: { space, ...(changeRequest !== undefined && { changeRequest }) },
      page: node.id,
      title: node.title,
      panel,
      notify,
      textOf: (page) =>
        number === undefined
          ? content.cachedText(space, version, page)?.text
          : content.cachedReading(space, number, page)?.reading.markdown,
      header: () => headerOf(parts, account, { space, number, node }),
    });
    read = () => threads.pageRead(node.id);
    following = threads.follow();
    if (isOver) following.dispose();
    return threads;
  }

  const leaving = parts.accounts.onDidChange(({ removed }) => {
    if (!removed.some(({ key }) => key === accountKeyOf(uri))) return;
    following?.dispose();
    following = serving = read = undefined;
  });
  const names = Object.keys(threadsProtocol.requests) as (keyof ThreadsProtocol['requests'])[];
  const answers = names.map((name) => [
    name,
    async (params: never) => ((await served())[name] as (given: never) => unknown)(params),
  ]);
  return {
    handlers: Object.fromEntries(answers) as Handlers<ThreadsProtocol>,
    pageRead: () => read?.(),
    dispose() {
      isOver = true;
      leaving.dispose();
      following?.dispose();
    },
  };
}

/** The rights of the user. The reader shows nothing else of the change request, so its reviews aren't requested. */
async function headerOf(
  { stores }: ReaderContext,
  account: Account,
  { space: id, number, node }: { readonly space: string; readonly number: number | undefined; readonly node: PageNode },
): Promise<Header> {
  const space = await (await stores(account).library()).space(id);
  const content = number === undefined ? undefined : await stores(account).contents();
  const changeRequest = number === undefined ? undefined : await content?.changeRequest(id, number);
  const isOpen = changeRequest !== undefined && isUnderWay({ changeRequest });
  return {
    title: titleText(node.title),
    isOutdated: false,
    description: '',
    actions: [],
    mayComment: isAllowed(space, 'comment'),
    mayReview: isOpen && isAllowed(space, 'comment'),
    mayApply: isOpen && isAllowed(space, 'edit'),
  };
}
