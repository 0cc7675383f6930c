import type { Api } from '../../src/client/api.ts';
import { sentenceOf } from '../../src/extension/ground/messages/sentence.ts';
import { threadsAnswers, type Answers } from '../../src/extension/ground/threads/answers.ts';
import { outdatedBy } from '../../src/extension/ground/threads/outdatedThreads.ts';
import { shownSuggestions } from '../../src/extension/ground/threads/shownSuggestions.ts';
import { meantMentions } from '../../src/model/comments/mentions.ts';
import type { LinkContext } from '../../src/model/pages/links.ts';
import type { CommentsPlace } from '../../src/model/comments/place.ts';
import { createThreads } from '../../src/store/comments/createThreads.ts';
import type { Threads } from '../../src/store/comments/threads.ts';
import { emptyStorage } from '../store/openThreads.ts';
import { onePixel, people } from './openPanel.ts';

export interface CommentsOptions {
  readonly api: Api;
  readonly place: CommentsPlace;
  readonly page?: string;
  readonly mayComment?: boolean;
  readonly linkContext?: (page: string) => LinkContext | undefined;
  readonly textOf?: (page: string) => string | undefined;
  readonly say: (message: unknown) => void;
}

/** The real answers and store of comments, for a view that shows more than comments. */
export function commentsOf({ api, place, page, mayComment = true, linkContext, textOf, say }: CommentsOptions): {
  readonly threads: Threads;
  readonly answers: Answers;
} {
  const threads = createThreads({
    api,
    currentUserId: async () => (await api.users.me({})).id,
    now: Date.now,
    serverNow: Date.now,
    drafts: emptyStorage(),
    log: { warn: (message) => console.warn(message) },
  });
  const header = {
    ...{ title: '#1', isOutdated: false, description: '', actions: [] },
    ...{ mayComment, mayReview: mayComment, mayApply: true },
  };
  const answers = threadsAnswers({
    ...{ threads, place, page },
    isOutdated: outdatedBy({ textOf: (about) => textOf?.(about) }),
    shownSuggestions: (about, body) => shownSuggestions(body, { text: textOf?.(about), context: linkContext?.(about) }),
    linkContext,
    notify: (notification, params) => say({ notification, params }),
    header: async () => header,
    plainHeader: header,
    action: async (action) => (action === 'discardReview' ? threads.reviews.discard(place) : undefined),
    confirmDelete: async () => true,
    openPage: async () => undefined,
    goTo: async () => undefined,
    applySuggestion: async ({ thread }) => threads.of(place).resolve(thread),
    compareSuggestion: async () => undefined,
    openAddress: async () => undefined,
    image: async () => onePixel,
    mentions: async ({ sign, written }) => (sign === '@' ? meantMentions(people, written, 8) : []),
    toShow: () => undefined,
    sentenceOf,
    note: () => undefined,
  });
  return { threads, answers };
}
