import type { Api } from '../../client/api.ts';
import type { SpaceNames } from '../../model/shared/address.ts';
import type { Contents } from '../content/content.ts';
import type { ChangeRequestEdits, EditablePage, EditsChange, EditTarget } from './edits.ts';
import type { DraftStorage } from '../shared/draftFiles.ts';
import { createEditDrafts } from './drafts.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createEditablePages } from './editablePages.ts';
import { createReversals } from './createReversals.ts';
import { createFileAbility, type FileAbility } from './fileAbility.ts';
import { createSending } from './sending.ts';
import { createUnsentFiles } from './unsentFiles.ts';

export interface ChangeRequestEditsOptions {
  readonly api: Pick<Api, 'changeRequestContent' | 'revisions'>;
  readonly content: Contents;
  /** Whether the server is known not to accept content. */
  readonly isLacking: () => boolean;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly drafts: DraftStorage;
  readonly files: DraftStorage;
  /** Whether the server is known not to take files. */
  readonly inserting: FileAbility['known'];
  readonly log: { warn(message: string): void };
  /** Names of spaces in addresses. Without them, addresses use the spaces' ids. */
  readonly names?: SpaceNames | undefined;
}

export function createChangeRequestEdits(options: ChangeRequestEditsOptions): ChangeRequestEdits & { dispose(): void } {
  const { api, content, isLacking, now, log } = options;
  const warn = (message: string): void => log.warn(message);
  const changed = createEmitter<EditsChange>((error) => warn(`A listener of edits failed: ${String(error)}`));
  const drafts = createEditDrafts({ storage: options.drafts, now, warn });
  const unsentFiles = createUnsentFiles({ storage: options.files, drafts, now, warn });
  const areOffered = createFileAbility({ api, known: options.inserting });
  const editablePages = createEditablePages(options.names);
  let hasAnswered = false;

  const { send, sendFiles } = createSending({
    api,
    content,
    now,
    warn,
    unsentFiles,
    areFilesOffered: areOffered,
    readingFor: editablePages.readingFor,
    onSent(change) {
      hasAnswered = true;
      changed.emit(change);
    },
  });

  async function page(target: EditTarget, read: { signal?: AbortSignal | undefined } = {}): Promise<EditablePage> {
    return editablePages.pageFor(target, await content.reading(target.space, target.number, target.page, read));
  }

  return {
    isOffered: () => (isLacking() ? false : hasAnswered || undefined),
    page,
    cachedPage(target) {
      const known = content.cachedReading(target.space, target.number, target.page);
      return known && editablePages.pageFor(target, known);
    },
    async refresh(target, read) {
      await content.refresh(target.space, target.number, read);
      return page(target, read);
    },
    send,
    sendFiles,
    reversals: createReversals({ api, content, send }),
    drafts,
    files: { ...unsentFiles, areOffered },
    onDidChange: (listener) => changed.listen(listener),
    dispose: () => drafts.dispose(),
  };
}
