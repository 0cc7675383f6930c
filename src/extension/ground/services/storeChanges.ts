import type { ContentChange } from '../../../store/content/content.ts';
import type { CommentsChange } from '../../../store/comments/threads.ts';
import type { EditsChange } from '../../../store/editing/edits.ts';
import type { LibraryChange } from '../../../store/library/library.ts';
import type { SettingsTarget } from '../../../store/settings/documents.ts';
import type { Account } from './accounts.ts';

/** What the stores of all accounts report, as they do: of those that are signed in now, and of others later. */
export interface StoreChanges {
  library: LibraryChange;
  content: ContentChange;
  conflicts: { readonly space: string; readonly number: number };
  edits: EditsChange;
  editDrafts: void;
  comments: CommentsChange;
  commentDrafts: void;
  inbox: void;
  settings: SettingsTarget;
}

export type StoreChange = {
  [Kind in keyof StoreChanges]: {
    readonly kind: Kind;
    readonly account: Account;
    readonly change: StoreChanges[Kind];
  };
}[keyof StoreChanges];

/** Listens to the stores of all accounts. */
export type OnStoreChange = <Kind extends keyof StoreChanges>(
  kind: Kind,
  listener: (account: Account, change: StoreChanges[Kind]) => void,
) => { dispose(): void };

/** The listeners of each kind of change. */
export function onStoreChange(event: (listener: (change: StoreChange) => void) => { dispose(): void }): OnStoreChange {
  return (kind, listener) =>
    event((change) => {
      if (change.kind === kind)
        (listener as (account: Account, change: unknown) => void)(change.account, change.change);
    });
}
