import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  followed,
  isDraft,
  stored,
  opened,
  replaced,
  seenStat,
  sent,
  baseOf,
  taken,
  type EditedPage,
} from '../../../src/model/editing/editablePage.ts';

const page = (text: string, modifiedAt = 1000) => ({ text, modifiedAt });
const draft = { text: '# Mine\n', base: '# Old\n', changedAt: 2000 };

/** The stat that makes an editor read it again. */
function isOther(before: EditedPage, after: EditedPage): boolean {
  return after.modifiedAt > before.modifiedAt && after.size !== before.size;
}

describe('an editable page', () => {
  test("opens with the server's text, or with its draft", () => {
    assert.equal(opened(page('# Old\n')).text, '# Old\n');
    assert.deepEqual(opened(page('# Old\n'), draft), { text: '# Mine\n', size: 7, modifiedAt: 2000, base: '# Old\n' });
  });

  test('reports its size in bytes', () => {
    assert.equal(opened(page('# Ä\n')).size, 5);
  });

  test('follows the server without a draft, even to a text of the same size', () => {
    const before = opened(page('# Old\n'));

    const after = followed(before, page('# New\n', 500));

    assert.equal(after.text, '# New\n');
    assert.ok(isOther(before, after));
    assert.equal(isDraft(after), false);
  });

  test("keeps a draft if the server's text changes", () => {
    const before = opened(page('# Old\n'), draft);

    assert.equal(followed(before, page('# New\n')), before);
  });

  test('reports the size and time that the editor knows while it has edits, whatever the server has since', () => {
    const read = taken(opened(page('# Old\n')));

    const after = followed(read, page('# Their text\n', 9000));

    assert.deepEqual(seenStat(after), { size: read.size, modifiedAt: read.modifiedAt });
    assert.equal(baseOf(after), '# Old\n');
    assert.deepEqual(seenStat(taken(after)), { size: after.size, modifiedAt: after.modifiedAt });
  });

  test('has no draft once its text has arrived', () => {
    assert.equal(isDraft(opened(page('# Mine\n'), draft)), false);

    const before = opened(page('# Old\n'), draft);
    const after = followed(before, page('# Mine\n', 9000));
    assert.deepEqual([isDraft(after), after.text, isOther(before, after)], [false, '# Mine\n', false]);
  });

  test('keeps its base for a draft, and is its own base once sent', () => {
    const before = opened(page('# Old\n'));

    assert.deepEqual(stored(before, '# Mine\n', 3000), {
      text: '# Mine\n',
      size: 7,
      modifiedAt: 3000,
      base: '# Old\n',
    });
    assert.equal(isDraft(sent(before, '# Mine\n', 3000)), false);
  });

  test('never goes back in time, whatever the clocks say', () => {
    const before = opened(page('# Old\n', 9000));

    assert.ok(stored(before, '# Mine\n', 3000).modifiedAt > 9000);
  });

  test("has the server's text after its draft was discarded", () => {
    const before = opened(page('# Old\n'), { ...draft, text: '# Odd\n' });

    const after = replaced(before, page('# Old\n'));

    assert.ok(isOther(before, after));
    assert.equal(after.text, '# Old\n');
    assert.equal(isDraft(after), false);
  });

  test('takes over a draft of another window', () => {
    const before = opened(page('# Old\n'));

    const after = replaced(before, { text: '# Mine\n', modifiedAt: 2000 }, '# Old\n');

    assert.ok(isOther(before, after));
    assert.equal(isDraft(after), true);
  });
});
