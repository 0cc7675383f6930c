import type { Api } from '../../src/client/api.ts';
import { createApi } from '../../src/client/createApi.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { outdatedBy } from '../../src/extension/ground/threads/outdatedThreads.ts';
import { threadsAnswers, type Answers, type AnswersContext } from '../../src/extension/ground/threads/answers.ts';
import { meantMentions } from '../../src/model/comments/mentions.ts';
import type { CommentsPlace } from '../../src/model/comments/place.ts';
import { sentenceOf } from '../../src/extension/ground/messages/sentence.ts';
import { answer } from '../../src/protocol/answering.ts';
import { threadsProtocol } from '../../src/protocol/threads.ts';
import type { LocalPlatform } from '../../src/server/localPlatform.ts';
import type { DraftStorage } from '../../src/store/shared/draftFiles.ts';
import { createThreads } from '../../src/store/comments/createThreads.ts';
import type { Threads } from '../../src/store/comments/threads.ts';
import { emptyStorage } from '../store/openThreads.ts';
import { openWebview, type OpenWebview, type WebviewOptions } from './browser.ts';
import { openSamplePlatform } from '../server/samplePlatform.ts';

/** The panel of comment threads in Chromium, with the real answers, store, client and local platform. */
export interface OpenedPanel extends OpenWebview {
  readonly platform: LocalPlatform;
  /** Requests without the panel, by its user. */
  readonly api: Api;
  readonly as: (user: string) => Api;
  readonly threads: Threads;
  readonly answers: Answers;
  /** What was opened, in order: `thread <id>`, a URL, an action. */
  readonly visits: string[];
  /** The webview's requests, in order. */
  readonly asked: string[];
}

export const people = ['Ada Park', 'Adam Bell', 'Yusuf Haddad'].map((label) => ({
  ...{ label, description: `${label.split(' ')[0]!.toLowerCase()}@example.com`, insert: `@${label} ` },
}));
const changes = [{ label: '#12', description: 'Shorter sentences', insert: '[#12](https://app.example/12) ' }];

export type PanelOptions = Partial<Omit<WebviewOptions, 'bundle' | 'place' | 'receive'>> & {
  readonly place: CommentsPlace;
  readonly platform?: LocalPlatform;
  readonly storage?: DraftStorage;
  readonly parts?: Partial<AnswersContext>;
};

export async function openPanel(options: PanelOptions): Promise<OpenedPanel> {
  const { place, storage = emptyStorage(), parts, ...viewState } = options;
  const platform = options.platform ?? openSample();
  const as = (token: string): Api =>
    createApi({
      base: 'http://127.0.0.1:4010',
      platform: platform.handle satisfies Platform,
      token: async () => token,
    });
  const api = as(platform.token);
  const threads = createThreads({
    api,
    currentUserId: async () => (await api.users.me({})).id,
    now: Date.now,
    serverNow: Date.now,
    drafts: storage,
    log: { warn: (message) => console.warn(message) },
  });
  const visits: string[] = [];
  const asked: string[] = [];
  let say: (message: unknown) => Promise<void> = async () => undefined;
  const answers = threadsAnswers({
    threads,
    place,
    isOutdated: outdatedBy({ textOf: () => undefined }),
    notify: (notification, params) => void say({ notification, params }),
    header: async () => ({
      title: 'Comments',
      isOutdated: false,
      description: 'Heron Operator Handbook',
      actions: [],
      mayComment: true,
    }),
    plainHeader: { title: 'Comments of something', isOutdated: false, description: '', actions: [], mayComment: true },
    action: async (action) => visits.push(action),
    confirmDelete: async () => true,
    openPage: async (_thread, link) => visits.push(`page ${link}`),
    goTo: async ({ id }) => visits.push(`thread ${id}`),
    compareSuggestion: async ({ thread, reply }) => visits.push(`compare ${thread} ${reply ?? ''}`),
    applySuggestion: async ({ thread, reply }) => visits.push(`apply ${thread} ${reply ?? ''}`),
    openAddress: async (address) => visits.push(address),
    image: async () => onePixel,
    mentions: async ({ sign, written }) => meantMentions(sign === '@' ? people : changes, written, 8),
    toShow: () => undefined,
    sentenceOf,
    note: () => undefined,
    ...parts,
  });
  const webview = await openWebview({
    bundle: 'threads',
    place,
    ...viewState,
    async receive(message, reply) {
      say = reply;
      asked.push((message as { request: string }).request);
      const sentence = (_: string, error: unknown) => ({
        message: sentenceOf(error),
      });
      await reply(await answer(threadsProtocol, answers.handlers, message, sentence));
    },
  });
  return {
    ...webview,
    platform,
    api,
    as: (user) => as(platform.tokenOf(user)),
    threads,
    answers,
    visits,
    asked,
    async close() {
      answers.dispose();
      await webview.close();
    },
  };
}

export function openSample(): LocalPlatform {
  return openSamplePlatform({ appUrl: 'https://docs.northwind.example' });
}

export const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
