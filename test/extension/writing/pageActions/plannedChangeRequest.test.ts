import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { answerTo, type Choice, type Question } from '../../../../src/extension/ground/services/prompts.ts';
import { pageActionCommands } from '../../../../src/extension/writing/pageActions/commands.ts';
import { openEdits } from '../../../store/openEdits.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { fakeStores } from '../../../fakes/stores.ts';

const actionOf = (name: 'newPage' | 'renamePage' | 'movePage' | 'deletePage') => (parts: Services, given: unknown) =>
  pageActionCommands(parts)[`docsPlatform.editing.${name}`](given, undefined);

const actions = {
  newPage: actionOf('newPage'),
  renamePage: actionOf('renamePage'),
  movePage: actionOf('movePage'),
  deletePage: actionOf('deletePage'),
};

/**
 * A user who runs an action on the published page C, and gives these answers in order; Escape when there are no more.
 */
async function open({ own = 0, texts = [] as string[], picks = [] as string[], buttons = [] as string[] } = {}) {
  const all = await openEdits();
  const { opened, edits } = all;
  const { api, library, space, content } = opened;
  const asked: string[] = [];
  const numbers = async () =>
    (await api.changeRequests.list({ spaceId: space, status: 'draft' })).items
      .map(({ number }) => number)
      .sort((a, b) => a - b);
  const account = { key: 'acme' };
  const parts = {
    accounts: { active: account, byKey: () => account },
    stores: fakeStores(() => ({
      edits: async () => edits,
      contents: async () => content,
      library: async () => library,
      libraryActions: async () => ({ linksFromOtherSpaces: async () => [] }),
      currentUser: async () => ({ load: async () => 'me' }),
      changeRequests: async () => ({
        having: async () =>
          Array.from({ length: own }, () => ({ changeRequest: { ...opened.changeRequest, createdBy: { id: 'me' } } })),
        create: async (_: unknown, { subject }: { subject: string }) => ({
          changeRequest: await api.changeRequests.create({ spaceId: space, body: { subject } }),
        }),
      }),
    })),
    edge: { note: (_: string, error: unknown) => assert.fail(String(error)), explain: () => undefined },
    prompts: {
      ask: async (question: Question<unknown>) => {
        asked.push(question.title);
        const text = texts.shift();
        if (text === undefined) return undefined;
        const answer = await answerTo(question, text, new AbortController().signal);
        return 'value' in answer ? answer.value : assert.fail(answer.problem);
      },
      choose: async ({ message, actions }: Choice<string>) => {
        asked.push(message);
        const button = buttons.shift();
        return actions.find((each) => each === button);
      },
    },
    state: { get: () => undefined, update: async () => undefined },
  } as unknown as Services;
  fake.pick = (items, { title = '' }) => {
    asked.push(title);
    const pick = picks.shift();
    return pick === undefined ? undefined : (items.find(({ label }) => label === pick) ?? assert.fail(pick));
  };
  const node = (await library.pages(space)).byId.get('c');
  const given = { kind: 'page', key: 'c', node, space: await library.space(space) };
  const titles = async (number: number) =>
    [...(await content.pages(space, { kind: 'changeRequest', number })).byId.values()].map(({ title }) => title);
  return { parts, given, asked, numbers, titles, [Symbol.dispose]: () => all[Symbol.dispose]() };
}

describe('a change request that is created for', () => {
  test.each([
    ['newPage', [], 'Select a location for the new page'],
    ['newPage', ['Under “C”'], 'Create Page in “Clearer”'],
    ['renamePage', [], 'Rename “C”'],
    ['movePage', [], 'Move “C” to…'],
    ['deletePage', [], 'Delete “C” in “Clearer”?'],
  ] as const)("%s isn't created before its last question", async (action, picks, last) => {
    using all = await open({ texts: ['Clearer'], picks: [...picks] });

    await actions[action](all.parts, all.given);

    assert.deepEqual([all.asked[0], all.asked.at(-1)], ['Create Change Request in Guide', last]);
    assert.deepEqual(await all.numbers(), [1]);
  });

  test.each([
    ['newPage', { texts: ['Clearer', 'New'], picks: ['Under “C”'] }, (titles: string[]) => titles.includes('New')],
    ['renamePage', { texts: ['Clearer', 'See', ''] }, (titles: string[]) => titles.includes('See')],
    [
      'movePage',
      { texts: ['Clearer'], picks: ['Top level', 'At the end'] },
      (titles: string[]) => titles.at(-1) === 'C',
    ],
    ['deletePage', { texts: ['Clearer'], buttons: ['Delete'] }, (titles: string[]) => !titles.includes('C')],
  ] as const)('%s contains it', async (action, answers, isDone) => {
    using all = await open({
      ...answers,
      texts: [...answers.texts],
      picks: 'picks' in answers ? [...answers.picks] : [],
      buttons: 'buttons' in answers ? [...answers.buttons] : [],
    });

    await actions[action](all.parts, all.given);

    assert.deepEqual(await all.numbers(), [1, 2]);
    assert.ok(isDone(await all.titles(2)), (await all.titles(2)).join());
  });
});

test.each([
  ['newPage', 'Select a change request in Guide to add a page to'],
  ['renamePage', 'Select a change request in Guide to rename the page in'],
  ['movePage', 'Select a change request in Guide to move the page in'],
  ['deletePage', 'Select a change request in Guide to delete the page from'],
] as const)("%s isn't created after Escape, and only the change request was asked for", async (action, question) => {
  using all = await open({ own: 1 });

  await actions[action](all.parts, all.given);

  assert.deepEqual(all.asked, [question]);
});
