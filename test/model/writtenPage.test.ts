import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  contested,
  followed,
  isDraft,
  kept,
  opened,
  readText,
  replaced,
  sent,
  type WrittenPage,
} from '../../src/model/writtenPage.ts';

const page = (text: string, modifiedAt = 1000) => ({ text, modifiedAt });
const draft = { text: '# Mine\n', base: '# Old\n', changedAt: 2000 };

/** What makes an editor ask before it writes. */
function isOther(before: WrittenPage, after: WrittenPage): boolean {
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

    assert.equal(readText(after), '# New\n');
    assert.ok(isOther(before, after));
    assert.equal(isDraft(after), false);
  });

  test('a draft stays when the platform has another text', () => {
    const before = opened(page('# Old\n'), draft);

    assert.equal(followed(before, page('# New\n')), before);
  });

  test('a draft is contested when it is saved over another text than it stands over', () => {
    const before = opened(page('# Old\n'), draft);

    const after = contested(before, page('# Their\n'));

    assert.ok(isOther(before, after));
    assert.equal(readText(after), '# Their\n');
    assert.equal(after.text, '# Mine\n');
    assert.equal(contested(after, page('# Their\n')), after);
  });

  test('nothing is contested when the platform has the text that the draft stands over', () => {
    const before = opened(page('# Old\n'), draft);

    assert.equal(contested(before, page('# Old\n', 9000)), before);
  });

  test('a draft that has arrived is none, and nobody contests it', () => {
    assert.equal(isDraft(opened(page('# Mine\n'), draft)), false);

    const before = opened(page('# Old\n'), draft);
    for (const after of [contested(before, page('# Mine\n', 9000)), followed(before, page('# Mine\n', 9000))]) {
      assert.deepEqual([isDraft(after), readText(after), isOther(before, after)], [false, '# Mine\n', false]);
    }
  });

  test('a dispute is over when the platform has the old text again', () => {
    const disputed = contested(opened(page('# Old\n'), draft), page('# Their\n'));

    assert.equal(readText(contested(disputed, page('# Old\n'))), '# Mine\n');
  });

  test('what is kept stands over the same text; what is sent over itself', () => {
    const before = opened(page('# Old\n'));

    assert.deepEqual(kept(before, '# Mine\n', 3000), { text: '# Mine\n', size: 7, modifiedAt: 3000, base: '# Old\n' });
    assert.equal(isDraft(sent(before, '# Mine\n', 3000)), false);
  });

  test('its time never goes back, whatever the clocks say', () => {
    const before = opened(page('# Old\n', 9000));

    assert.ok(kept(before, '# Mine\n', 3000).modifiedAt > 9000);
  });

  test('a draft that is given up is as the platform has it', () => {
    const before = opened(page('# Old\n'), { ...draft, text: '# Odd\n' });

    const after = replaced(before, page('# Old\n'));

    assert.ok(isOther(before, after));
    assert.equal(readText(after), '# Old\n');
    assert.equal(isDraft(after), false);
  });

  test('a draft of another window takes the place of what stood here', () => {
    const before = opened(page('# Old\n'));

    const after = replaced(before, { text: '# Mine\n', modifiedAt: 2000 }, '# Old\n');

    assert.ok(isOther(before, after));
    assert.equal(isDraft(after), true);
  });
});
