import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { targetKey, ThreadsViewState, type Draft, type Target, type Thread } from '../../src/protocol/threads.ts';
import {
  choicesOf,
  closeBox,
  createPanelState,
  isOpen,
  listed,
  openBox,
  requery,
  takeDrafts,
  takeThreads,
  type PanelState,
} from '../../src/webview/threads/panelState.ts';

const reply: Target = { kind: 'reply', thread: 'a' };
const draft = (text: string): Draft => ({ target: reply, text });
const names = { general: 'General', thisPage: 'This page', language: 'en' };
const nobodyTypes = (): boolean => false;

function opened(...threads: readonly Partial<Thread>[]): PanelState {
  let viewState = ThreadsViewState.parse({});
  const state = createPanelState({ get: () => viewState, set: (change) => (viewState = { ...viewState, ...change }) });
  takeThreads(state, threads.map(threadOf), []);
  return state;
}

function threadOf(thread: Partial<Thread>, index = 0): Thread {
  return {
    id: 'a',
    author: { name: 'Ada' },
    isOwn: false,
    postedAt: 1000 - index,
    body: { kind: 'markdown', markdown: 'x' },
    reactions: [],
    may: { edit: true, reply: true, delete: true },
    isPending: false,
    isResolved: false,
    replyCount: 0,
    ...thread,
  };
}

const ids = (state: PanelState): string[] => listed(state).map(({ thread }) => thread.id);

describe('typed text', () => {
  test('stays when the extension sends an older draft while a change is on its way', () => {
    const state = opened({});
    state.drafts.set(targetKey(reply), draft('newer'));
    state.unconfirmed.set(targetKey(reply), 1);

    takeDrafts(state, [draft('new')], nobodyTypes);
    takeDrafts(state, [], nobodyTypes);

    assert.equal(state.drafts.get(targetKey(reply))?.text, 'newer');
  });

  test('stays while the user types, even if another window sends something else; only the reason of a failed send is updated', () => {
    const state = opened({});
    state.drafts.set(targetKey(reply), draft('mine'));

    takeDrafts(state, [{ ...draft('theirs'), unsent: { reason: 'No network', resolve: false } }], () => true);

    assert.deepEqual(state.drafts.get(targetKey(reply)), {
      ...draft('mine'),
      unsent: { reason: 'No network', resolve: false },
    });
  });

  test("disappears when it has arrived, even if its box has the focus and a later step isn't done yet", () => {
    const state = opened({});
    state.drafts.set(targetKey(reply), draft('sent'));
    state.busy.add(targetKey(reply));

    takeDrafts(state, [], () => true);

    assert.equal(state.drafts.has(targetKey(reply)), false);
  });

  test('comes from another window, and disappears when it was sent there', () => {
    const state = opened({});

    takeDrafts(state, [draft('theirs')], nobodyTypes);
    const isOpenThen = isOpen(state, reply);
    takeDrafts(state, [], nobodyTypes);

    assert.deepEqual([isOpenThen, isOpen(state, reply)], [true, false]);
  });

  test('keeps its deleted thread in the list until it is discarded', () => {
    const state = opened({}, { id: 'b' });
    listed(state);
    state.drafts.set(targetKey(reply), draft('mine'));

    takeThreads(state, [], ['a', 'b']);
    const during = listed(state);
    closeBox(state, reply);

    assert.deepEqual([during.map(({ isGone }) => isGone), ids(state)], [[true], []]);
  });
});

describe('the list', () => {
  test('keeps a thread that the user has just resolved until another filter is chosen', () => {
    const state = opened({}, { id: 'b' });
    ids(state);
    takeThreads(state, [threadOf({ isResolved: true })], []);

    const before = ids(state);
    requery(state, { status: 'open' });

    assert.deepEqual([before, ids(state)], [['a', 'b'], ['b']]);
  });

  test('counts what matches apart from its status', () => {
    const state = opened({}, { id: 'b', isResolved: true }, { id: 'c', author: { name: 'Bo' } });
    requery(state, { author: 'Ada' });

    const { counts, authors } = choicesOf(state, names);

    assert.deepEqual([counts, [...authors.keys()]], [{ open: 1, resolved: 1, all: 2 }, ['Ada', 'Bo']]);
  });

  test('offers a page that is filtered by, even if it has no threads', () => {
    const state = opened({});
    requery(state, { page: 'gone' });

    assert.deepEqual([...choicesOf(state, names).pages.keys()].sort(), ['', 'gone']);
  });
});

test('opens a box once', () => {
  const state = opened({});

  openBox(state, reply);
  openBox(state, { ...reply });

  assert.equal(state.viewState.get().boxes.length, 1);
});
