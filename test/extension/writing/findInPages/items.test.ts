import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type * as vscode from 'vscode';
import { findItem } from '../../../../src/extension/writing/findInPages/items.ts';
import { pageRow } from '../../../../src/extension/writing/findInPages/rows.ts';
import { findTasks } from '../../../../src/model/find/task.ts';

/** The item of the first match, with its highlighted parts in brackets. */
function itemOf(markdown: string, text: string, by: string) {
  const query = { text, isRegex: false, isCaseSensitive: true, isWholeWord: false };
  const [matches = []] = findTasks.replace({ query, by, texts: [markdown], most: 10 });
  const at = { space: 's', number: undefined, page: 'p' };
  const row = pageRow({ ...at, title: 'P', isUnsent: false, matches }, { ...at, markdown, matches });
  const { label, description, tooltip } = findItem(row.matches[0]!, { where: () => '', matches: 1 });
  const { label: shown, highlights = [] } = label as vscode.TreeItemLabel;
  const bracketed = highlights.reduceRight(
    (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    shown,
  );
  return { label: bracketed, description, tooltip };
}

describe('the row of a match that is replaced', () => {
  test('shows the replacement after the match, where a narrow side bar shows it', () => {
    const line = 'Before the shift, check the Northwind 7 and the charging dock beside it, and then report both.';

    assert.equal(
      itemOf(line, 'Northwind 7', 'NW-8').label,
      '…the [Northwind 7] → [NW-8] and the charging dock beside it, and then report both.',
    );
    assert.equal(
      itemOf(line, 'check the Northwind 7 and the charging dock', 'NW-8').label,
      '…[check the Northw…] → [NW-8] beside it, and then report both.',
    );
    assert.equal(itemOf('A robot.', 'robot', 'long\n'.repeat(20)).label, `A [robot] → [${'long '.repeat(12)}…].`);
  });

  test('says that the match will be deleted, if it is selected', () => {
    const { label, description, tooltip } = itemOf('Check the `Northwind 7` and the dock.', 'Northwind 7', '');

    assert.equal(label, '…the `[Northwind 7]` an…');
    assert.equal(description, 'in code · line 1');
    assert.equal(tooltip, 'Northwind 7\nwill be deleted');
    assert.equal(itemOf('The Northwind 7.', 'Northwind 7', '').description, 'will be deleted · line 1');
  });

  test('is cut between characters', () => {
    const { label } = itemOf(`A robot${'🤖'.repeat(60)}.`, 'robot', `x${'🤖'.repeat(60)}`);

    assert.ok(label.isWellFormed(), label);
    assert.ok(!label.includes('\uFFFD'), label);
  });
});
