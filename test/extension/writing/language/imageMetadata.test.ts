import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { withoutMetadata } from '../../../../src/extension/writing/language/imageMetadata.ts';
import { typeByName } from '../../../../src/model/shared/contentTypes.ts';
import { userSettings } from '../../../fakes/vscode/settings.ts';

const bytes = Buffer.from('bytes');
const hintOf = (name: string, content: Uint8Array = bytes) => withoutMetadata(name, typeByName(name)!, content).hint;

describe('an image that is inserted', () => {
  test.each(['x.heic', 'x.heif', 'x.hif', 'x.avif', 'x.tiff', 'x.dng', 'x.jxl', 'x.ico'])(
    '%s is inserted with a hint that data may stay in it',
    (name) => {
      assert.match(hintOf(name) ?? '', /removed only from JPEG, PNG, WebP, and GIF, so it may still contain them/);
    },
  );

  test.each(['x.jpg', 'x.png', 'x.webp', 'x.gif'])("%s that can't be read is inserted with a hint", (name) => {
    assert.match(hintOf(name) ?? '', /couldn't be read/);
  });

  test('that is an SVG with data of its editor is inserted with a hint', () => {
    assert.match(hintOf('x.svg', Buffer.from('<svg><!-- Ann --></svg>')) ?? '', /more than what is drawn/);
    assert.equal(hintOf('x.svg', Buffer.from('<svg/>')), undefined);
  });

  test('is inserted as it is if the setting is off', () => {
    userSettings.set('docsPlatform.editing.removePhotoMetadata', false);

    assert.deepEqual(withoutMetadata('x.heic', 'image/heic', bytes), { bytes, hint: undefined });
  });
});

test('a file that is no image has no hint', () => {
  assert.equal(hintOf('x.pdf'), undefined);
});
