import type { Contents } from '../../src/store/content/content.ts';
import type { ChangeRequestEdits, EditTarget, EditsChange, PageEdit, Sent } from '../../src/store/editing/edits.ts';
import { createChangeRequestEdits } from '../../src/store/editing/createEdits.ts';
import { openChangeRequest, type OpenedChangeRequest } from './openChangeRequest.ts';
import { emptyStorage } from './openThreads.ts';

export interface OpenedEdits extends Disposable {
  readonly opened: OpenedChangeRequest;
  readonly edits: ChangeRequestEdits;
  /** Inserted files on disk, by name. */
  readonly stored: Map<string, string>;
  /** Events since the last call. */
  readonly reported: () => EditsChange[];
  readonly target: (page: string) => EditTarget;
  /** Sends edits to the change request. */
  readonly send: (...edits: readonly PageEdit[]) => Promise<Sent>;
  /** The same user in another window, or after a restart. */
  readonly again: () => { readonly edits: ChangeRequestEdits; readonly content: Contents };
  /** The server's Markdown of a page. */
  readonly markdown: (page: string) => Promise<string | undefined>;
  /** Number of revisions made by the store. */
  readonly revisions: () => number;
}

/** The real store with the real client and the local platform: `openChangeRequest` with editing. */
export async function openEdits(...options: Parameters<typeof openChangeRequest>): Promise<OpenedEdits> {
  const opened = await openChangeRequest(...options);
  const { api, space, isLacking, inserting, clock, warnings } = opened;
  const drafts = emptyStorage();
  const files = emptyStorage();
  const open = (content: Contents) =>
    createChangeRequestEdits({
      api,
      content,
      isLacking,
      now: () => clock.now,
      drafts,
      files,
      inserting,
      log: { warn: (message) => void warnings.push(message) },
    });
  const edits = open(opened.content);
  const reported: EditsChange[] = [];
  edits.onDidChange((change) => reported.push(change));
  let revisions = 0;
  opened.answered = (request, response) => {
    if (request.method === 'POST' && request.url.endsWith('/content') && response.ok) revisions++;
  };
  return {
    opened,
    edits,
    stored: files.texts,
    reported: () => reported.splice(0),
    target: (page) => ({ space, number: 1, page }),
    send: (...all) => edits.send({ space, number: 1 }, all),
    again() {
      const content = opened.again();
      return { edits: open(content), content };
    },
    async markdown(pageId) {
      const at = { spaceId: space, changeRequestId: '1', pageId, format: 'markdown' } as const;
      return (await api.changeRequestContent.page(at)).markdown ?? undefined;
    },
    revisions: () => revisions,
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
}
