import type { Api } from '../client/api.ts';
import type { ContentChange } from '../contract/changeRequestContent.ts';
import type { Version } from '../model/address.ts';
import type { ChangeRequestContent } from './changeRequestContent.ts';
import type { ChangeRequestEdits, EditsChange, EditTarget, PageEdit } from './changeRequestEdits.ts';
import type { DraftStorage } from './createDrafts.ts';
import { createEditDrafts } from './editDrafts.ts';
import { createEmitter } from './emitter.ts';

export interface ChangeRequestEditsOptions {
  readonly api: Pick<Api, 'changeRequestContent'>;
  readonly content: ChangeRequestContent;
  /** Whether the server is known to take no content. */
  readonly isLacking: () => boolean;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly drafts: DraftStorage;
  readonly log: { warn(message: string): void };
}

export function createChangeRequestEdits(options: ChangeRequestEditsOptions): ChangeRequestEdits & { dispose(): void } {
  const { api, content, isLacking, now, log } = options;
  const warn = (message: string): void => log.warn(message);
  const changed = createEmitter<EditsChange>((error) => warn(`A listener of edits failed: ${String(error)}`));
  const drafts = createEditDrafts({ storage: options.drafts, now, warn });
  let hasAnswered = false;

  return {
    isOffered: () => (isLacking() ? false : hasAnswered || undefined),
    page: (target, read) => content.text(target.space, versionOf(target), target.page, read),
    knownPage: (target) => content.knownText(target.space, versionOf(target), target.page),
    async refresh(target, read) {
      await content.refresh(target.space, target.number, read);
      return content.text(target.space, versionOf(target), target.page, read);
    },
    async send({ space, number }, edits, { signal } = {}) {
      const { inserted } = await api.changeRequestContent.update(
        { spaceId: space, changeRequestId: String(number), body: { changes: edits.map(changeOf) } },
        { signal },
      );
      hasAnswered = true;
      const { revision } = await content.refresh(space, number);
      changed.emit({ space, number, revision });
      return { changed: true, revision, inserted: inserted ?? [], different: [] };
    },
    fragileIn: async () => [],
    drafts,
    onDidChange: (listener) => changed.listen(listener),
    dispose: () => drafts.dispose(),
  };
}

function versionOf({ number }: EditTarget): Version {
  return { kind: 'changeRequest', number };
}

function changeOf(edit: PageEdit): ContentChange {
  switch (edit.kind) {
    case 'write':
      return { operation: 'update_page', page: edit.page, document: { markdown: edit.text } };
    case 'insert': {
      const { title, text = '', into, at } = edit;
      return { operation: 'insert_page', title, into, at, document: { markdown: text } };
    }
    case 'rename':
      return { operation: 'update_page', page: edit.page, title: edit.title, slug: edit.slug };
    case 'move':
      return { operation: 'update_page', page: edit.page, into: edit.into ?? null, at: edit.at };
    case 'delete':
      return { operation: 'delete_page', page: edit.page };
    case 'revert':
      return { operation: 'revert_page', page: edit.page };
  }
}
