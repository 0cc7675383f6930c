import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../../../src/contract/changeRequests/changeRequests.ts';
import type { Space } from '../../../../src/contract/spaces/spaces.ts';
import type { RowState } from '../../../../src/extension/review/changeRequests/items.ts';
import type { ChangeRequestRow } from '../../../../src/extension/ground/changeRequests/rows.ts';
import type { ReviewState } from '../../../../src/store/changeRequests/changeRequests.ts';
import { fullTooltip, itemOf } from '../../../../src/extension/review/changeRequests/items.ts';
import { ageOf } from '../../../../src/extension/ground/changeRequests/wording.ts';
import { spaceMark } from '../../../../src/extension/review/changeRequests/spaceMark.ts';
import { look, tooltipOf } from '../../../../src/extension/ground/trees/look.ts';

const nothing: RowState = {
  children: undefined,
  reviews: undefined,
  conflicts: 0,
  pending: undefined,
  pages: undefined,
  mark: undefined,
};
const space = (fields: Partial<Space>): Space => ({ id: 's', title: 'Heron Operator Handbook', ...fields }) as Space;
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function row(fields: Partial<ChangeRequest>, reasons: ChangeRequestRow['reasons'] = []): ChangeRequestRow {
  const changeRequest = {
    id: 'c',
    number: 3,
    subject: 'Explain what docking looks like',
    status: 'open',
    outdated: false,
    comments: 0,
    createdBy: { id: 'ada', displayName: 'Ada Park' },
    createdAt: ago(120),
    updatedAt: ago(120),
    ...fields,
  } as ChangeRequest;
  const parent = { kind: 'status', key: 'open', status: 'open' } as const;
  return { kind: 'changeRequest', key: 'open/c', parent, space: space({}), changeRequest, reasons };
}

const linesOf = (tooltip: vscode.MarkdownString): string[] => tooltip.value.replaceAll('&nbsp;', ' ').split('  \n');

describe('the row of a change request', () => {
  test('starts with the mark of its space and the subject, and says little else', () => {
    const item = itemOf(row({ outdated: true, comments: 2 }), { ...nothing, mark: '🦩' });

    assert.equal(item.label, '🦩 #3 Explain what docking looks like');
    assert.equal(item.description, 'Ada Park · 2h · Heron Operator Handbook');
  });

  test('leaves out the space if all rows around it belong to that space', () => {
    const item = itemOf(row({}), nothing);

    assert.deepEqual([item.label, item.description], ['#3 Explain what docking looks like', 'Ada Park · 2h']);
  });

  test('has an accessible label with everything that icon and mark show, and without the mark', () => {
    const item = itemOf(row({ outdated: true, comments: 2 }, ['review']), { ...nothing, mark: '🦩' });

    assert.equal(
      item.accessibilityInformation?.label,
      '#3 Explain what docking looks like, Heron Operator Handbook · open · outdated · 2 comments · needs your review · Ada Park · 2h',
    );
  });

  test.each([
    [{ status: 'open' }, [], 'git-pull-request'],
    [{ status: 'draft' }, [], 'git-pull-request-draft'],
    [{ status: 'merged', outdated: true }, [], 'git-merge'],
    [{ status: 'open', outdated: true }, ['outdated'], 'git-pull-request-new-changes'],
    [{ status: 'open' }, ['approved'], 'pass'],
    [{ status: 'open', outdated: true }, ['outdated', 'changes-requested'], 'request-changes'],
    [{ status: 'of the future' }, [], 'question'],
  ] as const)('shows %o for %o by the icon %s', (fields, reasons, icon) => {
    const { iconPath } = itemOf(row(fields, reasons), nothing);

    assert.equal((iconPath as vscode.ThemeIcon).id, icon);
  });

  test('has a tooltip of few lines, with no date twice', () => {
    const tooltip = fullTooltip(row({}), {
      reviews: undefined,
      pages: 2,
      pending: undefined,
      currentUserId: undefined,
    });

    const lines = linesOf(tooltip);
    assert.deepEqual(lines.slice(0, 3), [
      '**\\#3 Explain what docking looks like**',
      'Heron Operator Handbook · open',
      'by Ada Park · changes 2 pages',
    ]);
    assert.equal(lines.length, 4);
    assert.match(lines[3] ?? '', /^created [^·]+$/);
    const updated = fullTooltip(row({ updatedAt: ago(1) }), { ...nothing, pages: undefined, currentUserId: undefined });
    assert.match(linesOf(updated)[3] ?? '', /^created .+ · updated .+$/);
  });

  test('says in its tooltip who was asked for a review', () => {
    const reviews = {
      reviews: [{ id: 'r', status: 'approved', reviewer: { id: 'bo', displayName: 'Bo Lind' } }],
      requested: ['mara', 'yusuf'].map((id) => ({ user: { id, displayName: id } })),
      contributors: undefined,
    } as unknown as ReviewState;

    const tooltip = fullTooltip(row({}), { reviews, pages: undefined, pending: undefined, currentUserId: 'mara' });

    assert.equal(linesOf(tooltip).at(-1), 'Bo Lind: approved · needs your review · yusuf: review requested');
  });
});

test.each([
  ['mara', 'needs your review'],
  ['bo', 'review requested'],
  [undefined, 'review requested'],
])('the row of a requested review says to %s: %s', (currentUserId, words) => {
  const requested = { user: { id: 'mara', displayName: 'Mara Lindqvist' } };
  const parent = { kind: 'reviews', key: 'r', parent: row({}) } as const;

  const item = itemOf({ kind: 'review', key: 'r/m', parent, review: undefined, requested, currentUserId }, nothing);

  assert.deepEqual([item.label, item.description], ['Mara Lindqvist', words]);
});

test.each([
  [0, 'now'],
  [-90, 'now'],
  [1, '1m'],
  [59, '59m'],
  [60, '1h'],
  [47 * 60, '47h'],
  [48 * 60, '2d'],
  [13 * 24 * 60, '13d'],
  [14 * 24 * 60, '2w'],
  [300 * 24 * 60, '42w'],
  [800 * 24 * 60, '2y'],
])('an age of %i minutes is %s', (minutes, words) => {
  const now = Date.now();

  assert.equal(ageOf(new Date(now - minutes * 60_000).toISOString(), now), words);
});

test('an age that is no date is shown as is', () => {
  assert.equal(ageOf('yesterday'), 'yesterday');
  assert.equal(ageOf(undefined), '');
});

describe('the mark of a space', () => {
  const flamingo = space({ emoji: '1f9a9' });

  test('is its emoji', () => {
    assert.equal(spaceMark(flamingo, [flamingo, space({ id: 'o', emoji: '1f4d8' })]), '🦩');
  });

  test('has the initials as well if another space has the same emoji', () => {
    assert.equal(spaceMark(flamingo, [flamingo, space({ id: 'o', emoji: '🦩' })]), '🦩 HOH');
  });

  test.each([
    ['Heron Operator Handbook', 'HOH'],
    ['  the robots: field-guide of 2026, part 2 ', 'TRFG'],
    ['Runbooks', 'Runb'],
    ['é', 'é'],
    ['𝒳 ray', '𝒳R'],
    ['…', '…'],
    ['\u202e', 'Unti'],
    [`${'a '.repeat(100_000)}`, 'AAAA'],
  ])('uses the initials of %j without an emoji', (title, mark) => {
    assert.equal(spaceMark(space({ title }), []), mark);
  });
});

describe('a tooltip', () => {
  test('is left out if it only repeats a short label', () => {
    assert.equal(look('Files', 0, { tooltip: [undefined] }).tooltip, '');
    assert.notEqual(look('Files', 0, { tooltip: ['Two'] }).tooltip, '');
    assert.notEqual(look('A label that is too long for a view', 0, { tooltip: [] }).tooltip, '');
  });

  test('shows what others wrote as text, and wraps it', () => {
    const { value } = tooltipOf('**a** b c', ['1. x y z', '===', '[a](command:b)\n# c']);

    assert.equal(value, '**\\*\\*a\\*\\*&nbsp;b c**  \n1.&nbsp;x y z  \n\\===  \n\\[a\\]\\(command:b\\)&nbsp;\\# c');
  });
});

test('a description is isolated from the title next to it if one of them is right-to-left', () => {
  const described = (title: string, description: string) => look(title, 0, { description }).description;

  assert.equal(described('البدء السريع', 'البدء-السريع.md'), '\u2068البدء-السريع.md\u2069');
  assert.equal(described('البدء السريع', '0 of 1'), '\u20680 of 1\u2069');
  assert.equal(described('Quick start', 'البدء-السريع.md'), '\u2068البدء-السريع.md\u2069');
  assert.equal(described('Quick start', 'quick-start.md'), 'quick-start.md');
});

test.each([
  [undefined, false],
  ['https://docs.example/a', true],
])('the row of a page with the browser address %s says whether it has one', async (app, isMarked) => {
  const { itemOfPages } = await import('../../../../src/extension/ground/changeRequests/pageRows.ts');
  const { itemOfChange } = await import('../../../../src/extension/review/changes/rowItems.ts');
  const at = { account: { key: 'acme' }, space: 's', changeRequest: { number: 1 } };
  const page = { id: 'p', title: 'Page', type: 'link', urls: { app } };
  const node = { id: 'p', title: 'Page', page, children: [] };
  const change = { id: 'p', after: { title: 'Page', page, above: [] }, fields: [], text: 'same' };

  const rows = [
    itemOfPages({ kind: 'page', key: 'p', at, node, kinds: new Map() } as never),
    itemOfChange({ kind: 'changedPage', key: 'p', at, change } as never),
  ];

  for (const { contextValue } of rows) assert.equal(/;browser\b/.test(contextValue ?? ''), isMarked, contextValue);
});
