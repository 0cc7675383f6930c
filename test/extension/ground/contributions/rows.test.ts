import assert from 'node:assert/strict';
import { test } from 'vitest';
import { all, any, inView, not } from '../../../../src/extension/ground/contributions/conditions.ts';
import { onRow } from '../../../../src/extension/ground/contributions/rows.ts';
import { holds } from '../../../whenClause.ts';

const shows = (condition: string, viewItem: string, view = 'library') =>
  holds(condition, { view: `docsPlatform.${view}`, viewItem });

test('finds marks in the order of the context value, whatever is between them', () => {
  const unlocked = onRow('library', 'space', { may: 'admin', is: ['live', 'deleted'], has: 'browser' });

  assert.ok(shows(unlocked, 'space;browser;repository;live;view;admin'));
  assert.ok(!shows(unlocked, 'space;browser;locked;admin'));
  assert.ok(!shows(unlocked, 'space;live;admin'));
  assert.ok(!shows(unlocked, 'space;browser;live'));
  assert.ok(!shows(unlocked, 'space;browser;live;admin', 'sites'));
});

test("doesn't confuse a right or a kind with another that starts with it", () => {
  assert.ok(!shows(onRow('library', 'collection', { may: 'create' }), 'collection;createContent'));
  assert.ok(!shows(onRow('changeRequests', 'page'), 'pages', 'changeRequests'));
});

test('leaves out rows with a mark', () => {
  const unviewed = onRow('changeRequests', ['changedPage', 'changedFile'], { lacks: 'viewed' });

  assert.ok(shows(unviewed, 'changedPage;modified;text', 'changeRequests'));
  assert.ok(!shows(unviewed, 'changedFile;modified;viewed', 'changeRequests'));
});

test('combines conditions', () => {
  const condition = all(any(inView('library'), inView('inbox', 'sites')), not(onRow('library', 'page')));

  assert.ok(shows(condition, 'space'));
  assert.ok(!shows(condition, 'page'));
  assert.ok(shows(condition, 'page', 'sites'));
  assert.ok(!shows(condition, 'space', 'organization'));
});
