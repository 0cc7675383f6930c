import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { hasEditorData, withoutPhotoMetadata } from '../../../src/model/editing/photoMetadata.ts';
import { cpuTime } from '../../cpuTime.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const join = (...parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)));
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number) => join(uint16(value >>> 16), uint16(value & 0xffff));

/** A directory with an orientation between other tags, and a place behind it. */
function exif(orientation: number, isLittle = false): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 3 * 12 + 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  bytes.write(isLittle ? 'II' : 'MM', 0, 'latin1');
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, 3, isLittle);
  for (const [index, tag] of [0x010f, 0x0112, 0x8825].entries()) {
    view.setUint16(10 + 12 * index, tag, isLittle);
    view.setUint16(12 + 12 * index, 3, isLittle);
    view.setUint32(14 + 12 * index, 1, isLittle);
    view.setUint16(18 + 12 * index, tag === 0x0112 ? orientation : 1, isLittle);
  }
  return join(bytes, 'GPS 52.52 13.40');
}

const segment = (marker: number, ...content: readonly (string | Uint8Array)[]) => {
  const data = join(...content);
  return join(new Uint8Array([0xff, marker]), uint16(data.length + 2), data);
};
const start = latin('\xff\xd8');
const jfif = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0');
const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile');
const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x01');
const frame = segment(0xc0, '\x08\0\x01\0\x01\x01\x01\x11\0');
const scan = join(
  segment(0xda, '\x01\x01\0\0?\0'),
  'data\xff\0\xff\xd0more',
  segment(0xc4, 'tables'),
  segment(0xda, 'x'),
  'y\xff\xff',
);
const image = join(profile, adobe, frame, scan, '\xff\xd9');

describe('a JPEG', () => {
  test.each([false, true])(
    'loses place, comment and thumbnails, and keeps colours and upright (little: %s)',
    (isLittle) => {
      const photo = join(
        start,
        jfif,
        segment(0xe1, 'Exif\0\0', exif(6, isLittle)),
        segment(0xe0, 'JFXX\0thumbnail'),
        segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'),
        segment(0xe2, 'MPF\0more'),
        segment(0xed, 'Photoshop 3.0\0'),
        segment(0xfe, 'a comment'),
        image,
        'a second picture with its own place',
      );

      const cleaned = withoutPhotoMetadata(photo);

      const upright = segment(0xe1, 'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0');
      assert.deepEqual(Buffer.from(cleaned!), join(start, upright, jfif, image));
      assert.deepEqual(withoutPhotoMetadata(cleaned!), cleaned);
    },
  );

  test.each([0, 1, 9])('with the orientation %i gets none', (orientation) => {
    const photo = join(start, segment(0xe1, 'Exif\0\0', exif(orientation)), image);

    assert.deepEqual(Buffer.from(withoutPhotoMetadata(photo)!), join(start, image));
  });

  test('with metadata between its scans loses it, too', () => {
    const photo = join(
      start,
      frame,
      segment(0xda, 'x'),
      'data',
      segment(0xe1, 'Exif\0\0', exif(1)),
      segment(0xda, 'x'),
      'z',
    );

    assert.deepEqual(
      Buffer.from(withoutPhotoMetadata(photo)!),
      join(start, frame, segment(0xda, 'x'), 'data', segment(0xda, 'x'), 'z'),
    );
  });

  test.each([
    ['a segment that is longer than the file', join(start, '\xff\xe1\xff\xffExif')],
    ['a segment without a length', join(start, '\xff\xe1')],
    ['a segment of length 0', join(start, '\xff\xe1\0\0')],
    ['something between segments', join(start, jfif, 'x', image)],
  ])('with %s is not read', (_, photo) => {
    assert.equal(withoutPhotoMetadata(photo), undefined);
  });
});

const chunk = (type: string, ...content: readonly (string | Uint8Array)[]) => {
  const data = join(type, ...content);
  return join(uint32(data.length - 4), data, uint32(crc32(data)));
};
const signature = latin('\x89PNG\r\n\x1a\n');
const header = chunk('IHDR', uint32(1), uint32(1), '\x08\x02\0\0\0');
const shown = join(chunk('iCCP', 'profile'), chunk('pHYs', 'density'), chunk('IDAT', 'data'));
const last = chunk('IEND');

describe('a PNG', () => {
  test('loses texts, time and place, and stays upright', () => {
    const photo = join(
      signature,
      header,
      chunk('tEXt', 'Author\0Ann'),
      chunk('eXIf', exif(8)),
      chunk('zTXt', 'x'),
      chunk('iTXt', 'XML:com.adobe.xmp'),
      chunk('tIME', 'now'),
      shown,
      last,
      'more',
    );

    const cleaned = withoutPhotoMetadata(photo);

    const upright = chunk('eXIf', 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0');
    assert.deepEqual(Buffer.from(cleaned!), join(signature, header, upright, shown, last));
    assert.deepEqual(withoutPhotoMetadata(cleaned!), cleaned);
  });

  test('keeps only chunks that change what it looks like', () => {
    const photo = join(
      signature,
      header,
      chunk('caBX', 'content credentials'),
      chunk('mkBT', 'Fireworks'),
      chunk('prVW', 'a preview'),
      chunk('acTL', 'frames'),
      shown,
      chunk('fdAT', 'data'),
      last,
    );

    assert.deepEqual(
      Buffer.from(withoutPhotoMetadata(photo)!),
      join(signature, header, chunk('acTL', 'frames'), shown, chunk('fdAT', 'data'), last),
    );
  });

  test.each([
    ['an unknown critical chunk', join(signature, chunk('CgBI', 'x'), header, shown, last)],
    ['no end', join(signature, header, shown)],
    ['a chunk that is longer than the file', join(signature, header, '\xff\xff\xff\xffIDAT', last)],
    ['nothing behind its signature', signature],
  ])('with %s is not read', (_, photo) => {
    assert.equal(withoutPhotoMetadata(photo), undefined);
  });
});

const little = (value: number) => uint32(value).reverse();
const part = (type: string, data: Uint8Array) => join(type, little(data.length), data, data.length % 2 ? '\0' : '');
const riff = (...parts: readonly Uint8Array[]) => {
  const content = join('WEBP', ...parts);
  return join('RIFF', little(content.length), content);
};
const extended = (flags: number) => part('VP8X', join(new Uint8Array([flags, 0, 0, 0]), '\0\0\0\0\0\0'));
const pixels = part('VP8 ', latin('odd'));

describe('a WebP', () => {
  test.each(['', 'Exif\0\0'])('loses place and XMP, and stays upright (prefix %j)', (prefix) => {
    const photo = join(
      riff(
        extended(0x2c),
        part('ICCP', latin('pr')),
        pixels,
        part('EXIF', join(prefix, exif(3))),
        part('XMP ', latin('<x/>')),
      ),
      'more',
    );

    const cleaned = withoutPhotoMetadata(photo);

    const upright = part('EXIF', latin('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0\0\0\0\0'));
    assert.deepEqual(Buffer.from(cleaned!), riff(extended(0x28), part('ICCP', latin('pr')), pixels, upright));
    assert.deepEqual(withoutPhotoMetadata(cleaned!), cleaned);
  });

  test('that is upright has no metadata at all', () => {
    const photo = riff(extended(0x0c), pixels, part('EXIF', exif(1)), part('XMP ', latin('<x/>')));

    assert.deepEqual(Buffer.from(withoutPhotoMetadata(photo)!), riff(extended(0), pixels));
    assert.deepEqual(Buffer.from(withoutPhotoMetadata(riff(pixels))!), riff(pixels));
  });

  test('keeps only chunks that change what it looks like, also in its frames', () => {
    const place = latin('a frame and size');
    const photo = riff(
      extended(2),
      part('ANIM', latin('colors')),
      part('C2PA', latin('content credentials')),
      part('ANMF', join(place, part('ALPH', latin('odd')), part('C2PA', latin('credentials')), pixels)),
    );

    assert.deepEqual(
      Buffer.from(withoutPhotoMetadata(photo)!),
      riff(extended(2), part('ANIM', latin('colors')), part('ANMF', join(place, part('ALPH', latin('odd')), pixels))),
    );
  });

  test.each([
    ['a chunk in a frame that is longer than it', riff(part('ANMF', join('x'.repeat(16), 'VP8 ', little(9), 'x')))],
    ['a chunk that is longer than the file', riff(join('VP8 ', little(99), 'x'))],
    ['a cut end', riff(pixels).subarray(0, -2)],
  ])('with %s is not read', (_, photo) => {
    assert.equal(withoutPhotoMetadata(photo), undefined);
  });
});

const screen = (flags: number) => join('GIF89a', '\x01\0\x01\0', new Uint8Array([flags]), '\0\0');
const blocks = (...contents: readonly string[]) =>
  join(...contents.map((content) => join(new Uint8Array([content.length]), content)), '\0');
const gifExtension = (label: number, ...contents: readonly string[]) =>
  join(new Uint8Array([0x21, label]), blocks(...contents));
const gifFrame = join('\x2c\0\0\0\0\x01\0\x01\0\x80', 'locals', '\x02', blocks('pixels', 'more'));

describe('a GIF', () => {
  const timing = gifExtension(0xf9, '\0\x0a\0\0');
  const loop = gifExtension(0xff, 'NETSCAPE2.0', '\x01\0\0');

  test('loses comments and XMP, and keeps its frames', () => {
    const photo = join(
      screen(0x80),
      'global',
      gifExtension(0xfe, 'a comment'),
      loop,
      timing,
      gifFrame,
      gifExtension(0xff, 'XMP DataXMP', '<x:xmpmeta/>'),
      gifFrame,
      ';',
      'more',
    );

    const cleaned = withoutPhotoMetadata(photo);

    assert.deepEqual(Buffer.from(cleaned!), join(screen(0x80), 'global', loop, timing, gifFrame, gifFrame, ';'));
    assert.deepEqual(withoutPhotoMetadata(cleaned!), cleaned);
  });

  test.each([
    ['no end', join(screen(0), gifFrame)],
    ['something between its blocks', join(screen(0), 'x', gifFrame, ';')],
    ['nothing behind its signature', latin('GIF89a')],
  ])('with %s is not read', (_, photo) => {
    assert.equal(withoutPhotoMetadata(photo), undefined);
  });
});

describe('an SVG', () => {
  const svg = (attributes: string, content = '') =>
    latin(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}<path d="M0 0"/></svg>`);

  test.each([
    ['a comment', svg('', '<!-- by Ann -->')],
    ['metadata', svg('', '<metadata id="x"></metadata>')],
    ['attributes of its editor', svg('xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"')],
    ['a photo', svg('', '<image href="data:image/jpeg;base64,AAAA"/>')],
  ])('with %s contains more than what is drawn', (_, bytes) => {
    assert.equal(hasEditorData(bytes), true);
  });

  test('with a title and links to its own parts contains only what is drawn', () => {
    const links = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

    assert.equal(hasEditorData(svg(links, '<title>x</title><use xlink:href="#a"/>')), false);
  });

  test('is read in a moment, whatever it contains', () => {
    const begun = cpuTime();

    for (const pumped of ['<', 'xmlns:', '<a:', 'xmlns:a="', 'data:']) hasEditorData(latin(pumped.repeat(300_000)));

    assert.ok(cpuTime() - begun < 2000);
  });
});

test.each(['GIF89a', '<svg/>', 'words', ''])('other bytes are not read: %j', (text) => {
  assert.equal(withoutPhotoMetadata(latin(text)), undefined);
});

test('bytes of any kind are read without an error, and stay without the place', () => {
  const photos = [
    join(start, jfif, segment(0xe1, 'Exif\0\0', exif(6)), image),
    join(signature, header, chunk('eXIf', exif(8)), shown, last),
    riff(extended(0x0c), pixels, part('EXIF', exif(3))),
    riff(extended(2), part('ANMF', join('x'.repeat(16), pixels))),
    join(screen(0x80), 'global', gifExtension(0xfe, 'a comment'), gifFrame, ';'),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...photos),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      fc.nat(),
      (photo, changes, end) => {
        const broken = Buffer.from(photo);
        for (const [at, value] of changes) broken[at % broken.length] = value;
        const cut = broken.subarray(0, end % 3 === 0 ? end % broken.length : broken.length);
        const cleaned = withoutPhotoMetadata(cut);
        if (cleaned) assert.ok(cleaned.length <= cut.length + 40);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a million segments take no longer than reading them', () => {
  const segments = Buffer.concat(Array.from({ length: 250_000 }, () => latin('\xff\xfe\0\x02')));
  const scans = Buffer.alloc(1_000_000, 0xff);
  const begun = cpuTime();

  assert.ok(withoutPhotoMetadata(join(start, segments, image)));
  assert.ok(withoutPhotoMetadata(join(start, segment(0xda, 'x'), scans)));

  assert.ok(cpuTime() - begun < 2000);
});
