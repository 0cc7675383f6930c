import type { Api } from '../../client/api.ts';
import type { Contents } from '../content/content.ts';
import type { ChangeRequestEdits } from '../editing/edits.ts';
import type { Library } from '../library/library.ts';
import type { FindInThread } from './find.ts';

export interface FindContext {
  readonly api: Pick<Api, 'content' | 'organizations'>;
  readonly library: Pick<Library, 'space' | 'pages' | 'cachedPages'>;
  readonly content: Pick<Contents, 'pages' | 'changes' | 'markdown' | 'reading' | 'refresh' | 'changeRequest'>;
  readonly edits: () => Promise<Pick<ChangeRequestEdits, 'send' | 'drafts'>>;
  readonly inThread: FindInThread;
}

export interface FindState extends FindContext {
  /** Published Markdown by space and page, the one that was used first at the beginning. */
  readonly texts: Map<string, PublishedText>;
}

export interface PublishedText {
  /** The revision of the space. */
  readonly revision: string;
  readonly markdown: string;
}
