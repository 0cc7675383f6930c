import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { fileNames } from '../../../src/model/pages/fileNames.ts';
import { folded } from '../../../src/model/shared/segment.ts';

describe('the names of files', () => {
  test.each([
    ['diagram.png', 'diagram.png'],
    ['Photo of a robot (1).JPG', 'Photo-of-a-robot-1.JPG'],
    ['../../etc/passwd', 'passwd'],
    ['.htaccess', 'htaccess'],
    ['con.txt', 'page-con.txt'],
    ['notes.md', 'notes.md'],
    ['설명서.pdf', '설명서.pdf'],
  ])('keep %j readable as %j', (name, expected) => {
    assert.deepEqual([...fileNames([{ id: 'f', name }]).byName.keys()], [expected]);
  });

  test.each(['', null, undefined, '🤖', '...'])('replace %j by a name made of the id', (name) => {
    assert.match([...fileNames([{ id: 'f', name }]).byName.keys()][0] ?? '', /^file-[0-9a-z]{6}$/);
  });

  test('keep their extension if two are equal, in any order', () => {
    const [one, two] = [{ id: 'a', name: 'Map.png' }, { id: 'b', name: 'map.png' }]; // prettier-ignore

    const names = fileNames([two, one]).nameOf;

    assert.equal(names.get('a'), 'Map.png');
    assert.match(names.get('b') ?? '', /^map~[0-9a-z]{6}\.png$/);
    assert.deepEqual([...fileNames([one, two]).nameOf].toSorted(), [...names].toSorted());
  });

  test('are unique and legal for any file names of the server', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom('a.png', 'A.PNG', 'a~1.png', '.git', 'nul.txt'), fc.string({ unit: 'grapheme' })),
        ),
        (titles) => {
          const { byName } = fileNames(titles.map((name, index) => ({ id: `f${index}`, name })));

          assert.equal(byName.size, titles.length);
          assert.equal(new Set([...byName.keys()].map(folded)).size, titles.length);
          for (const name of byName.keys()) assert.match(name, /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._+~-]{0,120}$/u);
        },
      ),
    );
  });
});
