import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { changeRequestSource } from '../../../../src/extension/review/renderedChanges/changeRequestSource.ts';
import { createComparisons } from '../../../../src/extension/review/renderedChanges/comparisons.ts';
import type { VersionsPlace } from '../../../../src/extension/review/renderedChanges/place.ts';
import { versionsSource } from '../../../../src/extension/review/renderedChanges/versionsSource.ts';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { ComparedPage } from '../../../../src/protocol/renderedChanges.ts';
import { spaceId } from '../../../../src/server/sample/seeding.ts';
import { main } from '../../../../src/model/shared/address.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedIn } from '../../activated.ts';

const space = spaceId('operator-handbook');
const { executeCommand } = vscode.commands;

describe('Rendered changes', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let account: Account;
  let page: { readonly id: string; readonly path: string };
  let number: number;
  let revisions: readonly string[];

  signedIn((given) => ({ testing, platform, account } = given));

  beforeAll(async () => {
    const library = await testing.stores(account).library();
    const node = (await library.pages(space)).byPath.get('daily-work/charging.md');
    assert.ok(node);
    page = { id: node.id, path: 'daily-work/charging.md' };
    const { id, number: made } = await json<{ id: string; number: number }>('/change-requests', { subject: 'Docks' });
    number = made;
    const change = (markdown: string) =>
      json<{ revision: string }>(`/change-requests/${id}/content`, {
        changes: [{ operation: 'update_page', page: node.id, document: { markdown } }],
      });
    revisions = [
      (await change('One dock.\n\nThe end.\n')).revision,
      (await change('Two docks.\n\nThe end.\n\nAn afterword.\n')).revision,
    ];
    await (await testing.stores(account).changeRequests()).refresh();
  });

  afterEach(() => executeCommand('workbench.action.closeAllEditors'));

  async function json<Body>(path: string, body: object): Promise<Body> {
    const response = await platform.call('POST', `/spaces/${space}${path}`, body);
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  test('list the changed pages, with the mark of what was viewed', async () => {
    const source = await changeRequestSource(testing, { account, space, number });
    const listed = async () =>
      (await source.changes()).pages.map(({ title, letter, isViewed, above }) => [title, letter, isViewed, above]);
    assert.deepEqual(await listed(), [['Charging', 'M', false, ['Daily work']]]);

    await source.markViewed?.(page.id, true);

    assert.deepEqual(await listed(), [['Charging', 'M', true, ['Daily work']]]);
    await source.markViewed?.(page.id, false);
  });

  test('compare any two revisions of a page', async () => {
    const [before = main, after = main] = revisions.map((revision) => ({ kind: 'revision', revision }) as const);
    const of: VersionsPlace = { kind: 'versions', page: page.id, before, after };
    const source = await versionsSource(testing, account, { space, title: 'Charging', of });
    const comparisons = createComparisons(testing, source);

    const compared = await comparisons.page(page.id);

    comparisons.dispose();
    assert.deepEqual(
      (await source.changes()).pages.map(({ title, kind }) => [title, kind]),
      [['Charging', 'modified']],
    );
    assert.deepEqual(changedIn(compared), ['One dock. / Two docks.', 'An afterword.']);
  });

  test('find the quoted words of comments', async () => {
    const source = await changeRequestSource(testing, { account, space, number });
    const comparisons = createComparisons(testing, source);

    const places = await comparisons.places(page.id, ['Two docks', 'An afterword', 'Not there']);

    comparisons.dispose();
    assert.deepEqual(places, [2, 6, null]);
  });

  test('begin a suggestion with the lines of a block', async () => {
    const source = await changeRequestSource(testing, { account, space, number });

    const { text, quote } = await source.suggestion(page.id, { start: 2, end: 4 });

    assert.equal(quote, 'Two docks.');
    assert.match(text, /```suggestion\nTwo docks\.\n```/);
  });
});

/** The texts of changed rows, deleted ones before inserted ones. */
function changedIn({ stretches }: ComparedPage): string[] {
  const textIn = (node: unknown): string => {
    const { value = '', children = [], node: inner } = node as { value?: string; children?: unknown[]; node?: unknown };
    return value + children.map(textIn).join('') + (inner === undefined ? '' : textIn(inner));
  };
  return stretches
    .flatMap(({ rows = [] }) => rows)
    .filter(({ isChanged }) => isChanged)
    .map(({ nodes }) => nodes.map(textIn).join(' / '));
}
