import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { checkText } from '../../src/composition/checkText.ts';
import { pageFacts } from '../../src/model/checks/pageFacts.ts';
import { usualRules } from '../../src/model/checks/rules.ts';

const text = '# A\n\n### B\n\n#C [d](e.md#f)\n';

describe('a text checked in another thread', () => {
  test('has the same facts, each time and with each choice of rules', async () => {
    for (const checks of [{ rules: usualRules }, {}, { linksOnly: true }, { rules: usualRules }]) {
      assert.deepEqual(await checkText(text, checks), pageFacts(text, checks));
    }
  });

  test('is left alone if that would take too long', async () => {
    assert.equal(await checkText('*a _b '.repeat(50_000), {}), undefined);
  });

  test('is given up when nobody waits for it any more', async () => {
    const stop = new AbortController();
    const checking = checkText(`${text}more`, {}, stop.signal);
    stop.abort(new Error('left'));

    await assert.rejects(checking, /left/);
  });
});
