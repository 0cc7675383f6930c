import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { introducedProblems, ruleOf } from '../../../src/model/checks/introduced.ts';
import { pageFacts } from '../../../src/model/checks/pageFacts.ts';
import type { BrokenLink } from '../../../src/model/pages/brokenLinks.ts';
import { usualRules } from '../../../src/model/checks/rules.ts';
import { cpuTime } from '../../cpuTime.ts';

const checked = (text: string) => ({ text, problems: pageFacts(text, { rules: usualRules }).problems });

/** The problems that the second text has and the first doesn't, with their line. */
function introduced(base: string, head: string): string[] {
  return introducedProblems(checked(head), checked(base)).map((each) => {
    const line = head.slice(0, each.start).split('\n').length;
    return `${line} ${ruleOf(each)}`;
  });
}

describe('introduced problems', () => {
  test('are those of lines that are new', () => {
    assert.deepEqual(introduced('# A\n\n![](a.png)\n', '# A\n\n![](a.png)\n\n### B\n'), ['5 level']);
    assert.deepEqual(introduced('', '![](a.png)\n'), ['1 alt']);
    assert.deepEqual(introduced('![](a.png)\n', ''), []);
  });

  test("aren't those of moved, reworded, or rewrapped lines", () => {
    assert.deepEqual(introduced('See ![](a.png) here\n\nText\n', 'Text\n\nNow see ![](a.png) there\n'), []);
    assert.deepEqual(introduced('![](a/b/c.png)\n', '![](../../c.png)\n'), []);
    assert.deepEqual(introduced('# A\n\n### B  c\n', '# A\n\nNew.\n\n### B c\n'), []);
  });

  test('include a further one of the same words, on the changed line', () => {
    assert.deepEqual(introduced('one ![](a.png)\n', 'two ![](a.png)\n\none ![](a.png)\n'), ['1 alt']);
    assert.deepEqual(introduced('![](a.png)\n', '![](a.png)\n\n![](a.png)\n\n![](a.png)\n').length, 2);
  });

  test('include the same words if another rule finds them', () => {
    assert.deepEqual(introduced('# A\n\n### B\n', '# A\n\n###B\n'), ['3 MD018']);
  });

  test('of links compare the target, wherever its page is now', () => {
    const link = (text: string, written: string, kind: BrokenLink['kind'] = 'page') => ({
      text,
      problems: [{ kind, written, start: text.indexOf(written), end: text.indexOf(written) + written.length }],
    });
    const old = link('[a](b/gone.md)', 'b/gone.md');
    assert.deepEqual(introducedProblems(link('[new words](../gone.md)', '../gone.md'), old), []);
    assert.equal(introducedProblems(link('[a](b/other.md)', 'b/other.md'), old).length, 1);
    assert.equal(introducedProblems(link('[a](b/gone.md)', 'b/gone.md', 'file'), old).length, 1);
  });

  test('are found in long texts in no time', () => {
    const text = '![](a.png)\n\n'.repeat(4000);
    const both = checked(text);
    const start = cpuTime();
    assert.deepEqual(introducedProblems(both, both), []);
    assert.ok(cpuTime() - start < 1000);
  });
});
