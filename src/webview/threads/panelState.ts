import { suggestingMarkdown, suggestingComment, type SuggestingComment } from '../../model/comments/suggestions.ts';
import { byReview, inOrder, matches, type ThreadQuery } from '../../model/comments/threadList.ts';
import {
  targetKey,
  type BoxText,
  type Draft,
  type Extent,
  type Header,
  type Post,
  type PostAddress,
  type Replies,
  type Target,
  type Thread,
  type ThreadsViewState,
} from '../../protocol/threads.ts';

/** A thread of the list. A deleted one stays there as long as there is text typed for it. */
export interface Listed {
  readonly thread: Thread;
  readonly isGone: boolean;
}

/** The view state as `storedState` stores it. */
export interface ViewState {
  get(): ThreadsViewState;
  set(change: Partial<ThreadsViewState>): void;
}

/** All data of the panel, and the looks that the user has chosen. */
export interface PanelState {
  /**
   * Increases when something changes that the list is made of: threads, filter or order. Only then is the list computed
   * again.
   */
  version: number;
  readonly viewState: ViewState;
  header: Header | undefined;
  extent: Extent;
  /** Why nothing can be shown. */
  failure: string | undefined;
  readonly threads: Map<string, Thread>;
  readonly gone: Map<string, Thread>;
  readonly replies: Map<string, Replies>;
  /** Typed texts by `targetKey`. A box reads its text when it is created, and stores it with each typed letter. */
  readonly drafts: Map<string, Draft>;
  /** The parts of a comment with a suggestion in boxes that have a field for each; null for other boxes. */
  readonly suggesting: Map<string, SuggestingComment | null>;
  /** How many changes of a draft the extension hasn't confirmed yet. Until then, drafts that it sends are outdated. */
  readonly unconfirmed: Map<string, number>;
  /** Error messages of threads and boxes, by thread id or `targetKey`. */
  readonly problems: Map<string, string>;
  /** Running requests, by the same keys, so that none is sent twice. */
  readonly busy: Set<string>;
  /** The post for which the user is choosing a reaction. */
  reacting: PostAddress | undefined;
  /**
   * Threads that stay in the list although they no longer match, so that a thread the user has just resolved doesn't
   * vanish.
   */
  readonly held: Set<string>;
  /** Threads that are new since the user last looked at the top of the list. */
  readonly unseen: Set<string>;
}

export function createPanelState(viewState: ViewState): PanelState {
  return {
    version: 0,
    viewState,
    header: undefined,
    extent: { hasMore: false, isLoading: true },
    failure: undefined,
    threads: new Map(),
    gone: new Map(),
    replies: new Map(),
    drafts: new Map(),
    suggesting: new Map(),
    unconfirmed: new Map(),
    problems: new Map(),
    busy: new Set(),
    reacting: undefined,
    held: new Set(),
    unseen: new Set(),
  };
}

/** The threads to show, in order. */
export function listed(state: PanelState): Listed[] {
  const query = queryOf(state);
  const repliesOf = ({ id }: Thread): readonly Post[] => state.replies.get(id)?.replies ?? [];
  const shown = [...state.threads.values()].filter(
    (thread) => state.held.has(thread.id) || matches(thread, query, repliesOf),
  );
  for (const { id } of shown) state.held.add(id);
  const gone = [...state.gone.values()].filter(({ id }) => state.held.has(id));
  // A deleted thread without a draft is removed.
  const all = [...shown, ...gone.filter(({ id }) => hasDraft(state, id))].sort(inOrder(query.order));
  return byReview(all).map((thread) => ({ thread, isGone: !state.threads.has(thread.id) }));
}

/** How many threads of a page are resolved, without those that the user has just resolved and still sees. */
export function resolvedOn({ threads, held, viewState }: PanelState, page: string): number {
  const isAll = viewState.get().status === 'all';
  return [...threads.values()].filter(
    (thread) => thread.page?.id === page && thread.isResolved && (isAll || !held.has(thread.id)),
  ).length;
}

/** Changes the filter or the order. */
export function requery(state: PanelState, change: Partial<ThreadQuery>): void {
  state.version++;
  state.viewState.set(change);
  state.held.clear();
  state.unseen.clear();
}

/** The choices of the filter, and the number of threads by status. */
export interface Choices {
  readonly counts: { readonly open: number; readonly resolved: number; readonly all: number };
  /** Titles by page id. */
  readonly pages: ReadonlyMap<string, string>;
  readonly authors: ReadonlyMap<string, string>;
}

/** `names` label choices without a title: threads on no page, and a page without threads. */
export function choicesOf(
  state: PanelState,
  names: { readonly general: string; readonly thisPage: string; readonly language: string },
): Choices {
  const query = { ...queryOf(state), status: 'all' } as const;
  const pages = new Map<string, string>();
  const authors = new Map<string, string>();
  let [open, resolved] = [0, 0];
  for (const thread of state.threads.values()) {
    pages.set(thread.page?.id ?? '', thread.page?.title ?? names.general);
    authors.set(thread.author.name, thread.author.name);
    if (!matches(thread, query, ({ id }) => state.replies.get(id)?.replies ?? [])) continue;
    if (thread.isResolved) resolved++;
    else open++;
  }
  if (query.page !== undefined && !pages.has(query.page)) pages.set(query.page, names.thisPage);
  if (query.author !== undefined) authors.set(query.author, query.author);
  return { counts: { open, resolved, all: open + resolved }, pages: byLabel(pages), authors: byLabel(authors) };

  function byLabel(options: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { compare } = new Intl.Collator(names.language);
    return new Map([...options].sort(([, one], [, other]) => compare(one, other)));
  }
}

export function queryOf({ viewState }: PanelState): ThreadQuery {
  return viewState.get();
}

/** Takes in changed and deleted threads from the extension. */
export function takeThreads(state: PanelState, changed: readonly Thread[], gone: readonly string[]): void {
  state.version++;
  for (const thread of changed) {
    state.threads.set(thread.id, thread);
    state.gone.delete(thread.id);
  }
  for (const id of gone) {
    const thread = state.threads.get(id);
    if (thread && hasDraft(state, id)) state.gone.set(id, thread);
    state.threads.delete(id);
    state.replies.delete(id);
  }
}

/** Replies are searched as well. */
export function takeReplies(state: PanelState, thread: string, replies: Replies): void {
  state.replies.set(thread, replies);
  if (state.viewState.get().text.trim()) state.version++;
}

/** Takes in all drafts. Text that is being typed here stays as it is. */
export function takeDrafts(state: PanelState, drafts: readonly Draft[], isTyping: (key: string) => boolean): void {
  if (state.gone.size > 0) state.version++;
  const isOurs = (key: string) => isTyping(key) || state.unconfirmed.has(key) || state.busy.has(key);
  const received = new Map(drafts.map((draft) => [targetKey(draft.target), draft]));
  // A busy box can't be typed in: a draft that is no longer reported has arrived, even if a later step fails.
  const isStillTyped = (key: string) => state.unconfirmed.has(key) || (isTyping(key) && !state.busy.has(key));
  for (const key of state.drafts.keys()) if (!received.has(key) && !isStillTyped(key)) state.drafts.delete(key);
  for (const [key, draft] of received) {
    const own = state.drafts.get(key);
    // A box in which nothing was typed takes what was typed for it elsewhere, even while it has the focus.
    const isUntouched = !own && !state.unconfirmed.has(key) && !state.busy.has(key);
    if (!isOurs(key) || isUntouched) state.drafts.set(key, draft);
    else if (own) state.drafts.set(key, { ...own, unsent: draft.unsent });
  }
}

export function isUnfolded({ viewState }: PanelState, { id }: Thread): boolean {
  return viewState.get().unfolded.includes(id);
}

/** Whether it is a pending comment of the user's review. */
export function isPending(target: Target): boolean {
  return target.kind !== 'edit' && target.pending !== undefined;
}

/** The pending comments of the user's review, in the order in which they were added. */
export function pendingDrafts({ drafts }: PanelState): Draft[] {
  const idOf = ({ target }: Draft): string => (target.kind === 'edit' ? '' : (target.pending ?? ''));
  return [...drafts.values()]
    .filter(({ target }) => isPending(target))
    .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

/** Whether the box is open: it was opened, or it has a draft. */
export function isOpen({ viewState, drafts }: PanelState, target: Target): boolean {
  const key = targetKey(target);
  return (drafts.has(key) && !isPending(target)) || viewState.get().boxes.some((box) => targetKey(box) === key);
}

/** The new threads that are being written. */
export function openTargets(state: PanelState): Target[] {
  const all = [...state.viewState.get().boxes, ...[...state.drafts.values()].map(({ target }) => target)];
  const byKey = new Map(all.filter((target) => !isPending(target)).map((target) => [targetKey(target), target]));
  return [...byKey.values()].filter((target) => target.kind === 'thread' && isOpen(state, target));
}

export function openBox({ viewState }: PanelState, target: Target): void {
  const key = targetKey(target);
  const { boxes } = viewState.get();
  if (!boxes.some((box) => targetKey(box) === key)) viewState.set({ boxes: [...boxes, target] });
}

export function closeBox(state: PanelState, target: Target): void {
  state.drafts.delete(targetKey(target));
  hideBox(state, target);
}

/** Closes the box and keeps its draft. */
export function hideBox(state: PanelState, target: Target): void {
  const { viewState, problems, suggesting } = state;
  const key = targetKey(target);
  if (state.gone.size > 0) state.version++;
  problems.delete(key);
  suggesting.delete(key);
  viewState.set({ boxes: viewState.get().boxes.filter((box) => targetKey(box) !== key) });
}

/**
 * The parts of the text in a box, if it began with one suggestion: then no one can break its form. A box in which
 * somebody writes a suggestion by hand stays one field.
 */
export function suggestingIn({ suggesting }: PanelState, key: string, text: string): SuggestingComment | undefined {
  const known = suggesting.get(key);
  if (known === null || (known && suggestingMarkdown(known) === text)) return known ?? undefined;
  const parts = suggestingComment(text);
  // The field for a text can't show an empty line alone.
  const fits = parts && (parts.suggestion.newLines.length !== 1 || parts.suggestion.newLines[0] !== '');
  if (text !== '') suggesting.set(key, fits ? parts : null);
  return fits ? parts : undefined;
}

/** The text of a box whose suggestion has its old lines in the form of the new ones, so that they can be compared. */
export function comparable({ text, shownOldLines: oldLines }: BoxText): string {
  const parts = oldLines && suggestingComment(text);
  return parts ? suggestingMarkdown({ ...parts, suggestion: { ...parts.suggestion, oldLines } }) : text;
}

function hasDraft({ drafts }: PanelState, thread: string): boolean {
  return [...drafts.values()].some(({ target }) => target.kind !== 'thread' && target.thread === thread);
}
