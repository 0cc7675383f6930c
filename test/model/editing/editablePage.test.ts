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

/** What makes an editor read it again. */
function isOther(before: EditedPage, after: EditedPage): boolean {
  return after.modifiedAt > before.modifiedAt && after.size !== before.size;
}

describe('a page that is written in', () => {
  test('is opened as the platform has it, or as its draft', () => {
    assert.equal(opened(page('# Old\n')).text, '# Old\n');
    assert.deepEqual(opened(page('# Old\n'), draft), { text: '# Mine\n', size: 7, modifiedAt: 2000, base: '# Old\n' });
  });

  test('its size is that in bytes', () => {
    assert.equal(opened(page('# Ä\n')).size, 5);
  });

  test('without a draft it follows the platform, also to a text of the same size', () => {
    const before = opened(page('# Old\n'));

    const after = followed(before, page('# New\n', 500));

    assert.equal(after.text, '# New\n');
    assert.ok(isOther(before, after));
    assert.equal(isDraft(after), false);
  });

  test('a draft stays when the platform has another text', () => {
    const before = opened(page('# Old\n'), draft);

    assert.equal(followed(before, page('# New\n')), before);
  });

  test('reports the size and time that a typing editor knows, whatever the platform has since', () => {
    const read = taken(opened(page('# Old\n')));

    const after = followed(read, page('# Their text\n', 9000));

    assert.deepEqual(seenStat(after), { size: read.size, modifiedAt: read.modifiedAt });
    assert.equal(baseOf(after), '# Old\n');
    assert.deepEqual(seenStat(taken(after)), { size: after.size, modifiedAt: after.modifiedAt });
  });

  test('a draft that has arrived is none', () => {
    assert.equal(isDraft(opened(page('# Mine\n'), draft)), false);

    const before = opened(page('# Old\n'), draft);
    const after = followed(before, page('# Mine\n', 9000));
    assert.deepEqual([isDraft(after), after.text, isOther(before, after)], [false, '# Mine\n', false]);
  });

  test('what is kept stands over the same text; what is sent over itself', () => {
    const before = opened(page('# Old\n'));

    assert.deepEqual(stored(before, '# Mine\n', 3000), {
      text: '# Mine\n',
      size: 7,
      modifiedAt: 3000,
      base: '# Old\n',
    });
    assert.equal(isDraft(sent(before, '# Mine\n', 3000)), false);
  });

  test('its time never goes back, whatever the clocks say', () => {
    const before = opened(page('# Old\n', 9000));

    assert.ok(stored(before, '# Mine\n', 3000).modifiedAt > 9000);
  });

  test('a draft that is given up is as the platform has it', () => {
    const before = opened(page('# Old\n'), { ...draft, text: '# Odd\n' });

    const after = replaced(before, page('# Old\n'));

    assert.ok(isOther(before, after));
    assert.equal(after.text, '# Old\n');
    assert.equal(isDraft(after), false);
  });

  test('a draft of another window takes the place of what stood here', () => {
    const before = opened(page('# Old\n'));

    const after = replaced(before, { text: '# Mine\n', modifiedAt: 2000 }, '# Old\n');

    assert.ok(isOther(before, after));
    assert.equal(isDraft(after), true);
  });
});
