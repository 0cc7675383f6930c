import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../src/model/shared/failure.ts';
import { openBoard, platformWithSites, type BoardOptions, type OpenedBoard } from './openBoard.ts';

let board: OpenedBoard | undefined;
afterEach(async () => {
  const { faults = [] } = board ?? {};
  await board?.close();
  board = undefined;
  assert.deepEqual(faults, []);
});

async function open(options: BoardOptions = {}): Promise<OpenedBoard> {
  board = await openBoard(options);
  await part(board.page, options.site === 'Service Partners' ? 'Maintenance' : 'Operate').waitFor();
  return board;
}

/** The button of a part, by the start of its name. */
function part(page: Page, title: string) {
  return page.locator('.part', { has: page.locator(`.title:text-is("${title}"), .title:text("${title}")`) }).first();
}

/** The titles on the board in order, with their depths. */
async function outline(page: Page): Promise<string> {
  const all = await page.locator('[data-box]').evaluateAll((elements) =>
    (elements as unknown as Box[]).map((element) => {
      let depth = 0;
      for (
        let box = element.parentElement?.closest('[data-box]');
        box;
        box = box.parentElement?.closest('[data-box]')
      ) {
        depth += 1;
      }
      return { depth, kind: element.dataset.kind, title: element.querySelector('.title')?.textContent ?? '' };
    }),
  );
  return all
    .filter(({ kind }) => kind !== 'site-space')
    .map(({ depth, title }) => '>'.repeat(depth) + title)
    .join(' ');
}

interface Box {
  readonly dataset: { readonly kind?: string };
  readonly parentElement: Box | null;
  readonly textContent: string;
  closest(selector: string): Box | null;
  querySelector(selector: string): Box | null;
}

/** The platform's structure in one line, each group followed by its sections. */
async function onPlatform({ api, at }: OpenedBoard): Promise<string> {
  const { structure } = await api.sites.structure(at);
  return structure.flatMap((item) => [item.title, ...(item.sections ?? []).map(({ title }) => `>${title}`)]).join(' ');
}

/** The last announcement to screen readers. */
async function said(page: Page): Promise<string> {
  const regions = await page.locator('body > .heard-only').allInnerTexts();
  return regions.join(' ').trim();
}

const before = 'Operate Build >Firmware >REST API Releases';

test('loads a site with one request for its structure', async () => {
  const { page, requests } = await open();

  expect(await outline(page)).toBe(before);
  assert.equal(requests.filter((request) => request.endsWith('/structure')).length, 1);
  assert.equal(
    await part(page, 'REST API')
      .innerText()
      .then((text) => text.includes('visitor.claims.isPartner')),
    true,
  );
});

describe('with the keyboard', () => {
  test('arrow keys navigate, Space picks up, arrow keys move, Space drops, and each step is announced', async () => {
    const opened = await open();
    const { page } = opened;
    await part(page, 'Releases').focus();

    await page.keyboard.press('Space');
    expect(await said(page)).toContain('Picked up “Releases” at position 3 of 3 at the top level.');
    await page.keyboard.press('ArrowUp');
    expect(await said(page)).toContain('Position 3 of 3 in “Build”.');
    await page.keyboard.press('ArrowUp');
    expect(await outline(page)).toBe('Operate Build >Firmware >Releases >REST API');
    await page.keyboard.press('Space');

    await expect.poll(() => onPlatform(opened)).toBe('Operate Build >Firmware >Releases >REST API');
    await expect.poll(() => said(page)).toContain('Moved “Releases” to position 2 of 3 in “Build”.');
    assert.equal(
      await page.evaluate('document.activeElement.dataset.id'),
      await part(page, 'Releases').getAttribute('data-id'),
    );
  });

  test('Escape returns a picked-up part, and nothing is sent', async () => {
    const { page, requests } = await open();
    await part(page, 'Operate').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await outline(page)).not.toBe(before);

    await page.keyboard.press('Escape');

    expect(await outline(page)).toBe(before);
    expect(await said(page)).toContain('Move canceled. “Operate” is back at position 1 of 3 at the top level.');
    assert.deepEqual(
      requests.filter((request) => !request.startsWith('GET')),
      [],
    );
  });

  test('Ctrl+Z undoes a move', async () => {
    const opened = await open();
    const { page } = opened;
    await part(page, 'Operate').focus();
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expect.poll(() => onPlatform(opened)).not.toBe(before);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);

    await page.keyboard.press('Control+z');

    await expect.poll(() => onPlatform(opened)).toBe(before);
    await expect.poll(() => outline(page)).toBe(before);
  });

  test('there is one tab stop, and arrow keys reach everything that can be edited or added', async () => {
    const { page } = await open();
    await part(page, 'Operate').focus();
    assert.equal(await page.locator('.board [tabindex="0"]').count(), 1);

    const way: string[] = [];
    for (let steps = 0; steps < 30; steps++) {
      way.push(await page.evaluate<string>('document.activeElement.textContent.replace(/\\s+/g, " ").trim()'));
      await page.keyboard.press('ArrowDown');
    }

    assert.match(
      way.join(' | '),
      /^Operate.*Heron Operator Handbook.*Add Space \| Build.*Firmware.*Add Section \| Releases.*Add Group/,
    );
  });

  test('the keys are shown, and those for a picked-up part only while there is one', async () => {
    const { page } = await open();
    const keys = page.locator('#keys');
    assert.equal(await keys.isVisible(), true);
    expect(await keys.innerText()).toContain('Enter edits, Space picks up and drops');

    await part(page, 'Release Notes').focus();
    await page.keyboard.press('Space');
    expect(await keys.innerText()).toContain('Use the arrow keys to move “Release Notes” within its section.');
    await page.keyboard.press('ArrowDown');

    expect(await said(page)).toContain("“Release Notes” can't be moved out of its section.");
    await page.keyboard.press('Escape');
    expect(await keys.innerText()).toContain('Space picks up');
  });

  test('a picked-up part that someone else removes is no longer picked up', async () => {
    const opened = await open();
    const { page, api, at, answers } = opened;
    await part(page, 'Releases').focus();
    await page.keyboard.press('Space');
    const id = (await part(page, 'Releases').getAttribute('data-id')) ?? '';
    await api.siteSections.delete({ ...at, siteSectionId: id });

    await answers.follow();

    await expect.poll(() => outline(page)).toBe('Operate Build >Firmware >REST API');
    await expect.poll(() => said(page)).toContain('Someone removed the item you were moving.');
  });
});

describe('with the mouse', () => {
  async function drag(page: Page, from: string, to: string, at: 'left' | 'right' | 'top' | 'middle'): Promise<void> {
    const source = await part(page, from).boundingBox();
    const target = await page
      .locator('[data-box]', { has: part(page, to) })
      .last()
      .boundingBox();
    assert.ok(source && target);
    await page.mouse.move(source.x + 20, source.y + 10);
    await page.mouse.down();
    const x = { left: 4, right: target.width - 4, top: target.width / 2, middle: target.width / 2 }[at];
    const y = at === 'top' ? 3 : target.height / 2;
    await page.mouse.move(target.x + x, target.y + y, { steps: 6 });
    await page.mouse.up();
  }

  test('a section is dragged into a group and out again', async () => {
    const opened = await open({ width: 900 });
    const { page } = opened;

    await drag(page, 'Releases', 'Firmware', 'top');
    await expect.poll(() => onPlatform(opened)).toBe('Operate Build >Releases >Firmware >REST API');

    await drag(page, 'Releases', 'Operate', 'left');
    await expect.poll(() => onPlatform(opened)).toBe('Releases Operate Build >Firmware >REST API');
    await expect.poll(() => outline(page)).toBe('Releases Operate Build >Firmware >REST API');
    assert.equal(await page.locator('dialog').count(), 0);
  });

  test('a group is dragged before a section, and a space before another of its section', async () => {
    const opened = await open({ width: 900 });
    const { page, api, at } = opened;

    await drag(page, 'Build', 'Operate', 'left');
    await expect.poll(() => onPlatform(opened)).toBe('Build >Firmware >REST API Operate Releases');

    await drag(page, 'Maintenance and Service', 'Heron Operator Handbook', 'top');
    await expect
      .poll(async () => (await api.siteSections.list(at)).items[2]?.siteSpaces?.map(({ title }) => title))
      .toEqual(['Maintenance and Service', 'Heron Operator Handbook']);
  });

  /** Presses the button of a part and moves over another one without releasing the mouse. */
  async function hover(page: Page, from: string, over: string): Promise<void> {
    const source = await part(page, from).boundingBox();
    const target = await part(page, over).boundingBox();
    assert.ok(source && target);
    await page.mouse.move(source.x + 20, source.y + 10);
    await page.mouse.down();
    await page.mouse.move(target.x + 30, target.y + 12, { steps: 6 });
    // The board may not have drawn the last of these moves when the next thing happens.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }

  const writes = (requests: readonly string[]) => requests.filter((request) => !request.startsWith('GET'));
  const cursor = (page: Page) => page.evaluate('getComputedStyle(document.body).cursor');

  test('Escape ends a drag', async () => {
    const { page, requests } = await open({ width: 900 });
    await hover(page, 'Releases', 'Operate');
    assert.equal(await page.locator('.ghost').count(), 1);

    await page.keyboard.press('Escape');

    assert.equal(await page.locator('.ghost').count(), 0);
    await page.mouse.up();
    expect(await outline(page)).toBe(before);
    assert.deepEqual(writes(requests), []);
  });

  test.each([
    ['another section', 'Firmware', "A space can't be moved to another section. Add it there, then remove it here."],
    ['a space of another section', 'NW-7 Firmware Guide', "A space can't be moved to another section."],
    ['a group', 'Build', 'A group can only contain sections.'],
  ])("a space over %s says why it can't be dropped there", async (_, over, reason) => {
    const { page, requests } = await open({ width: 900 });

    await hover(page, 'Release Notes', over);

    await expect.poll(() => page.locator('.ghost .reason').innerText()).toContain(reason);
    expect(await said(page)).toContain(reason);
    assert.equal(await cursor(page), 'not-allowed');
    assert.equal(await page.locator('.line.refused').count(), 1);
    await page.mouse.up();
    assert.equal(await page.locator('.ghost').count(), 0);
    assert.notEqual(await cursor(page), 'not-allowed');
    expect(await outline(page)).toBe(before);
    assert.deepEqual(writes(requests), []);
  });

  test('the reason disappears when the space is over its own section again', async () => {
    const { page } = await open({ width: 900 });
    await hover(page, 'Heron Operator Handbook', 'Firmware');
    await expect.poll(() => page.locator('.ghost .reason').innerText()).not.toBe('');

    const own = await part(page, 'Maintenance and Service').boundingBox();
    assert.ok(own);
    await page.mouse.move(own.x + 30, own.y + own.height - 3, { steps: 4 });

    await expect.poll(() => page.locator('.ghost .reason').innerText()).toBe('');
    assert.equal(await cursor(page), 'grabbing');
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });

  test('a part dropped on itself stays', async () => {
    const { page, requests } = await open({ width: 900 });
    const own = await part(page, 'Heron Operator Handbook').boundingBox();
    assert.ok(own);

    await page.mouse.move(own.x + 20, own.y + 8);
    await page.mouse.down();
    await page.mouse.move(own.x + 40, own.y + 14, { steps: 4 });
    await page.mouse.up();

    expect(await page.locator('li .title').first().innerText()).toBe('Heron Operator Handbook');
    assert.deepEqual(writes(requests), []);
  });
});

describe('a refused change', () => {
  test('is shown at once, reverted, and explained', async () => {
    const opened = await open();
    const { page } = opened;
    const refused = Promise.withResolvers<void>();
    opened.instead = async (request) => {
      if (request.method !== 'PATCH') return undefined;
      await refused.promise;
      return Response.json({ error: { code: 403, message: 'Not for you' } }, { status: 403 });
    };
    await part(page, 'Releases').focus();
    for (const key of ['Space', 'Home', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Space'])
      await page.keyboard.press(key);
    await expect.poll(() => outline(page)).not.toBe(before);

    refused.resolve();

    await expect.poll(() => page.locator('.notice').innerText()).toContain("Couldn't move “Releases”.");
    expect(await page.locator('.notice').innerText()).toContain('Not for you');
    await expect.poll(() => outline(page)).toBe(before);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    assert.equal(await page.locator('.notice').count(), 0);
  });

  test('stays in the editor with the refusal at its field', async () => {
    const { page } = await open();
    await part(page, 'Operate').press('Enter');
    await page.getByLabel('Path').fill('releases');
    await page.getByRole('button', { name: 'Save' }).click();

    await expect.poll(() => page.locator('dialog #path-problem').innerText()).toContain('is taken');
    assert.equal(await page.getByLabel('Path').inputValue(), 'releases');
    assert.equal(await page.evaluate('document.activeElement.name'), 'path');
  });

  test('is explained for an empty title like any other', async () => {
    const { page } = await open();
    await part(page, 'Operate').press('Enter');
    await page.getByLabel('Title').fill('');
    await page.getByRole('button', { name: 'Save' }).click();

    await expect
      .poll(() => page.locator('dialog #title-problem').innerText())
      .toBe('A title must have at least 2 characters.');
  });

  test('is shown at its field with a red border for an impossible condition', async () => {
    const { page, requests } = await open();
    await part(page, 'Heron Operator Handbook').press('Enter');
    await page.getByLabel('Condition').fill('visitor.claims.(');
    await page.getByRole('button', { name: 'Save' }).click();

    await expect
      .poll(() => page.locator('dialog #condition-problem').innerText())
      .toBe("The condition isn't valid, starting at “(”.");
    assert.equal(await page.evaluate('document.activeElement.name'), 'condition');
    const [outline, border, problem] = await page.evaluate<string[]>(`[
      getComputedStyle(document.activeElement).outlineColor,
      getComputedStyle(document.activeElement).borderTopColor,
      getComputedStyle(document.querySelector('.field .hint')).color,
    ]`);
    assert.equal(outline, border);
    assert.notEqual(border, problem);
    assert.deepEqual(
      requests.filter((request) => !request.startsWith('GET')),
      [],
    );
  });

  test('is found before anything is sent if it breaks a limit', async () => {
    const { page, requests } = await open();
    await part(page, 'REST API').press('Enter');
    await page.getByLabel('Title').fill('x');
    await page.getByLabel('Path').fill('y'.repeat(101));
    await page.getByLabel('Condition').fill('z'.repeat(1025));
    await page.getByLabel('Condition').press('Enter');

    expect(await page.locator('dialog .problem').allInnerTexts()).toEqual([
      'A title must have at least 2 characters.',
      'A path can have at most 100 characters. This one has 101.',
      'A condition can have at most 1024 characters. This one has 1025.',
    ]);
    assert.deepEqual(
      requests.filter((request) => !request.startsWith('GET')),
      [],
    );
  });

  test("says that a site is gone, and offers nothing that can't help", async () => {
    board = await openBoard({
      parts: {
        takeFocus: () => {
          throw new ApiError('missing', { code: 'missing', resource: 'site' });
        },
      },
    });
    const { page } = board;

    await expect.poll(() => page.locator('.empty').innerText()).toContain("This site doesn't exist");
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });

  test("says why a board can't be loaded, and tries again", async () => {
    let isDown = true;
    board = await openBoard({
      parts: {
        takeFocus: () => {
          if (isDown) throw new Error('No connection.');
          return undefined;
        },
      },
    });
    const { page } = board;
    await expect
      .poll(() => page.locator('.empty').innerText())
      .toContain("Couldn't load the site structure. No connection.");

    isDown = false;
    await page.getByRole('button', { name: 'Retry' }).click();

    await expect.poll(() => outline(page)).toBe(before);
  });
});

describe('the editor', () => {
  test("doesn't drop typed text for another action", async () => {
    const { page, requests } = await open();
    await part(page, 'REST API').press('Enter');
    await page.getByLabel('Description').fill('For programs');

    await page.getByRole('button', { name: 'Remove…' }).click();

    await expect
      .poll(() => page.locator('dialog .problem').innerText())
      .toContain('Save or cancel your changes first.');
    assert.equal(await page.getByLabel('Description').inputValue(), 'For programs');
    assert.deepEqual(
      requests.filter((request) => !request.startsWith('GET')),
      [],
    );
  });

  test("doesn't revert what someone else changed while it was open", async () => {
    const { page, api, at, answers } = await open();
    const { id = '' } = (await api.siteSections.list(at)).items.find(({ title }) => title === 'REST API') ?? {};
    await part(page, 'REST API').press('Enter');
    await api.siteSections.update({ ...at, siteSectionId: id, body: { title: 'HTTP API' } });
    await answers.follow();
    await expect.poll(() => page.locator('#editor-title').innerText()).toContain('HTTP API');
    await page.getByLabel('Description').fill('For programs');
    await page.getByRole('button', { name: 'Save' }).click();

    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    const section = (await api.siteSections.list(at)).items.find((each) => each.id === id);
    assert.deepEqual([section?.title, section?.description], ['HTTP API', 'For programs']);
  });

  test('changes title, path, condition, icon and description, and removes emptied ones', async () => {
    const { page, api, at } = await open();
    await part(page, 'REST API').press('Enter');
    await page.getByLabel('Title').fill('HTTP API');
    await page.getByLabel('Path').fill('http');
    await page.getByLabel('Condition').fill('');
    await page.getByLabel('Description').fill('For programs');
    await page.getByRole('button', { name: 'Save' }).click();

    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    const section = (await api.siteSections.list(at)).items.find(({ title }) => title === 'HTTP API');
    assert.deepEqual([section?.path, section?.condition, section?.description], ['http', undefined, 'For programs']);
  });

  test('keeps typed text over a reload', async () => {
    const platform = await platformWithSites();
    const opened = await open({ platform });
    const { page } = opened;
    await part(page, 'Operate').press('Enter');
    await page.getByLabel('Description').fill('Half a sent');
    const stored = await opened.state();
    await board?.close();

    board = await openBoard({ platform, state: stored });

    await expect.poll(() => board?.page.getByLabel('Description').inputValue()).toBe('Half a sent');
  });

  test('makes a part the default, removes it, and shows its pages', async () => {
    const opened = await open();
    const { page, api, at, visits } = opened;
    await part(page, 'Releases').press('Enter');
    await page.getByRole('button', { name: 'Make Default' }).click();
    await expect
      .poll(async () => (await api.siteSections.list(at)).items.find((each) => each.default)?.title)
      .toBe('Releases');

    await part(page, 'Heron Operator Handbook').press('Enter');
    await page.getByRole('button', { name: 'Show Pages' }).click();
    await expect.poll(() => visits).toEqual(['pages Heron Operator Handbook']);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await part(page, 'Build').press('Enter');
    await page.getByRole('button', { name: 'Remove…' }).click();
    await expect.poll(() => onPlatform(opened)).toBe('Operate Firmware REST API Releases');
  });
});

describe('the keyboard focus', () => {
  const baseOf = (page: Page) => page.evaluate('document.activeElement.dataset.walk');
  const idOf = (page: Page, title: string) => part(page, title).getAttribute('data-id');

  async function remove(page: Page, title: string): Promise<void> {
    await part(page, title).press('Enter');
    await page.getByRole('button', { name: 'Remove…' }).click();
    await expect.poll(() => outline(page)).not.toContain(title);
  }

  test('moves to a neighbor of a removed part', async () => {
    const { page } = await open();

    await remove(page, 'Operate');
    await expect.poll(() => baseOf(page)).toBe(await idOf(page, 'Build'));
    await remove(page, 'Releases');
    await expect.poll(() => baseOf(page)).toBe(await idOf(page, 'Build'));
    await remove(page, 'Build');
    await expect.poll(() => baseOf(page)).toBe(await idOf(page, 'Firmware'));
    await remove(page, 'Firmware');
    await remove(page, 'REST API');

    await expect.poll(() => baseOf(page)).toBe('add section ');
  });

  test("stays on a part that wasn't removed", async () => {
    const { page, choices } = await open();
    choices.removal = false;
    await part(page, 'Releases').press('Enter');

    await page.getByRole('button', { name: 'Remove…' }).click();

    await expect.poll(() => baseOf(page)).toBe(await idOf(page, 'Releases'));
  });

  test('moves to the part for which a visible board is opened', async () => {
    const focuses: string[] = [];
    const { page, answers } = await open({ parts: { takeFocus: () => focuses.pop() } });
    const firmware = (await idOf(page, 'Firmware')) ?? '';
    focuses.push(firmware);

    answers.notify();

    await expect.poll(() => baseOf(page)).toBe(firmware);
  });
});

describe('the Add buttons', () => {
  test('add a section to a group, a space to a section, and a group', async () => {
    const opened = await open();
    const { page, api, at, choices } = opened;
    const space = (await api.spaces.list({ organizationId: at.organizationId })).items.find(
      ({ title }) => title === 'Start Here',
    );
    assert.ok(space);
    choices.space = { id: space.id, title: space.title };
    choices.group = 'More';

    await page.getByRole('button', { name: 'Add section to Build' }).click();
    await expect.poll(() => said(page)).toContain('Added “Start Here” at position 3 of 3 in “Build”.');
    assert.equal(
      await page.evaluate('document.activeElement.dataset.walk'),
      await part(page, 'Start Here').getAttribute('data-id'),
    );
    await expect.poll(() => onPlatform(opened)).toBe('Operate Build >Firmware >REST API >Start Here Releases');
    await page.getByRole('button', { name: 'Add space to Releases' }).click();
    await page.getByRole('button', { name: 'Add Group' }).click();

    await expect.poll(() => outline(page)).toBe('Operate Build >Firmware >REST API >Start Here Releases More');
    await expect.poll(() => page.locator('[data-box] li .title').allInnerTexts()).toContain('Start Here');
  });

  test('offer no space that is already in the section', async () => {
    const asked: Record<string, readonly string[]> = {};
    const { page, api, at } = await open({
      parts: {
        async chooseSpace(question, taken) {
          asked[question] = [...taken];
          return undefined;
        },
      },
    });
    const sections = (await api.siteSections.list(at)).items;
    const inOperate = sections.find(({ title }) => title === 'Operate')?.siteSpaces?.map(({ space }) => space?.id);
    assert.equal(inOperate?.length, 2);

    await page.getByRole('button', { name: 'Add space to Operate' }).click();
    await expect.poll(() => asked['space']).toEqual(inOperate);
    await part(page, 'Heron Operator Handbook').press('Enter');
    await page.getByRole('button', { name: 'Change Space…' }).click();
    await expect.poll(() => asked['link']).toEqual(inOperate);
    await page.getByRole('button', { name: 'Add Section', exact: true }).click();
    await expect.poll(() => asked['section']).toEqual([]);
  });

  test('add the first section of a site without any', async () => {
    const opened = await open({ site: 'Service Partners' });
    const { page, api, at, choices } = opened;
    const space = (await api.spaces.list({ organizationId: at.organizationId })).items[0];
    assert.ok(space);
    choices.space = { id: space.id, title: space.title };

    await page.getByRole('button', { name: 'Add Section' }).click();

    await expect.poll(async () => (await api.sites.structure(at)).type).toBe('sections');
    await expect.poll(() => page.locator('section.card').count()).toBe(2);
  });
});

test('shows what others change, and the keyboard focus stays where it was', async () => {
  const { page, api, at, answers } = await open();
  await part(page, 'Releases').focus();
  const [operate] = (await api.siteSections.list(at)).items;
  await api.siteSections.update({ ...at, siteSectionId: operate?.id ?? '', body: { title: 'Everyday Work' } });

  await answers.follow();

  await expect.poll(() => outline(page)).toBe('Everyday Work Build >Firmware >REST API Releases');
  assert.equal(
    await page.evaluate('document.activeElement.dataset.id'),
    await part(page, 'Releases').getAttribute('data-id'),
  );
});

test('shows a read-only board to a user who may not change the site', async () => {
  const { page, requests } = await open({ parts: { mayChange: false } });

  await part(page, 'Releases').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');

  expect(await outline(page)).toBe(before);
  assert.equal(await page.locator('.adder').count(), 0);
  await part(page, 'Releases').press('Enter');
  assert.equal(await page.getByLabel('Title').getAttribute('readonly'), '');
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  assert.deepEqual(
    requests.filter((request) => !request.startsWith('GET')),
    [],
  );
});

test('marks a space that is gone or deleted, and shows titles as text', async () => {
  const opened = await openBoard({ parts: { takeFocus: () => undefined } });
  board = opened;
  opened.instead = (request) => {
    const siteSpace = { object: 'site-space', path: 'one', title: '<img src=x onerror=alert(1)>' };
    const section = {
      object: 'site-section',
      id: 's',
      title: '<b>Bold</b>',
      path: 's',
      siteSpaces: [{ ...siteSpace, id: 'a' }],
    };
    return request.url.endsWith('/structure') ? Response.json({ type: 'sections', structure: [section] }) : undefined;
  };
  const { page } = opened;
  await part(page, 'Operate').waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();

  await expect.poll(() => page.locator('.broken').innerText()).toBe('Space deleted or not visible to you');
  expect(await page.locator('.title').allInnerTexts()).toEqual(['<b>Bold</b>', '<img src=x onerror=alert(1)>']);
});

test('works on a server with only the documented endpoints', async () => {
  const opened = await open({ options: { specOnly: true } });
  const { page, api, at } = opened;
  await part(page, 'Releases').focus();
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key);

  await expect
    .poll(async () => (await api.siteSections.list(at)).items.map(({ title }) => title))
    .toEqual(['Operate', 'Releases', 'Firmware', 'REST API']);
  await expect.poll(() => outline(page)).toBe('Operate Releases Build >Firmware >REST API');
});

test.each([
  ['light', 900],
  ['dark', 500],
  ['highContrast', 900],
  ['highContrastLight', 320],
] as const)('has no accessibility violations, in %s and %i pixels wide', async (theme, width) => {
  const { page } = await open({ theme, width });
  const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
  await page.evaluate(axe);
  // The dimmed part is the dragged one: its title is in the ghost.
  const violations = () =>
    page.evaluate(
      "axe.run({ exclude: [['.lifted']] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' ')))",
    );

  expect(await violations()).toEqual([]);
  await part(page, 'Release Notes').hover();
  await page.mouse.down();
  await part(page, 'Operate').hover();
  await page.locator('.line.refused').waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await part(page, 'REST API').press('Enter');
  await page.getByLabel('Title').fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('dialog .problem').waitFor();
  expect(await violations()).toEqual([]);
});
