import { imageTypeOf } from '../shared/imageType.ts';

/**
 * The picture without what cameras and programs write into it: place, time, device, names, and comments. What it looks
 * like stays, so colour profile and orientation do, too. Undefined if the bytes can't be read as JPEG, PNG, WebP, or GIF.
 */
export function withoutPhotoMetadata(bytes: Uint8Array): Uint8Array | undefined {
  try {
    switch (imageTypeOf(bytes)) {
      case 'image/jpeg':
        return jpeg(bytes);
      case 'image/png':
        return png(bytes);
      case 'image/webp':
        return webp(bytes);
      case 'image/gif':
        return gif(bytes);
      default:
        return undefined;
    }
  } catch (error) {
    // A length leads out of the bytes.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function jpeg(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  const left: Uint8Array[] = [];
  let orientation = 1;
  let at = 2;
  while (at < bytes.length) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The end of the image. Behind it, phones store further pictures with their own metadata.
    if (marker === 0xd9) {
      left.push(bytes.subarray(at, at + 2));
      break;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    if (marker === 0xe1 && begins(segment, 4, 'Exif\0\0')) orientation = orientationIn(segment.subarray(10));
    const data = marker === 0xda ? endOfScan(bytes, end) : end;
    if (isShownPart(marker, segment)) left.push(bytes.subarray(at, data));
    at = data;
  }
  const exif = orientation === 1 ? [] : [ofBytes(0xff, 0xe1, 0, 34), latin('Exif\0\0'), tiffWith(orientation)];
  return joined([bytes.subarray(0, 2), ...exif, ...left]);
}

/** Of the segments for applications, only these change what the picture looks like. */
function isShownPart(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return begins(segment, 4, 'JFIF\0');
  if (marker === 0xe2) return begins(segment, 4, 'ICC_PROFILE\0');
  return marker === 0xee && begins(segment, 4, 'Adobe');
}

/** Image data has no length: it ends before the next marker that isn't part of it. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) return at;
    at = bytes.indexOf(0xff, at + (isData ? 2 : 1));
  }
  return bytes.length;
}

const signatureLength = 8;
/** Programs invent chunks, so only these stay. */
const shownInPng = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'],
  ...['cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
]);

function png(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  const left = [bytes.subarray(0, signatureLength)];
  for (let at = signatureLength; ;) {
    const length = view.getUint32(at);
    const type = text(bytes, at + 4);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    if (type === 'eXIf') {
      const orientation = orientationIn(bytes.subarray(at + 8, end - 4));
      if (orientation !== 1) left.push(...pngChunk(type, tiffWith(orientation)));
    }
    if (shownInPng.has(type)) left.push(bytes.subarray(at, end));
    // The picture can't be shown without a chunk whose name begins in upper case.
    else if (/^[^a-z]/.test(type)) return undefined;
    if (type === 'IEND') return joined(left);
    at = end;
  }
}

function pngChunk(type: string, data: Uint8Array): Uint8Array[] {
  const content = joined([latin(type), data]);
  return [uint32(data.length), content, uint32(crcOf(content))];
}

function webp(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  const left: Uint8Array[] = [];
  let orientation = 1;
  let header: Uint8Array | undefined;
  for (let at = 12; at < end;) {
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (next > end) return undefined;
    const type = text(bytes, at);
    if (type === 'EXIF') {
      const data = bytes.subarray(at + 8, at + 8 + length);
      orientation = orientationIn(begins(data, 0, 'Exif\0\0') ? data.subarray(6) : data);
    } else if (type === 'VP8X' && length >= 10) {
      header = bytes.slice(at, next);
      left.push(header);
    } else if (type === 'ANMF') {
      const frame = webpFrame(bytes.subarray(at + 8, at + 8 + length));
      if (!frame) return undefined;
      left.push(frame);
    } else if (shownInWebp.has(type)) left.push(bytes.subarray(at, next));
    at = next;
  }
  // Without the header, nothing else than the picture is allowed.
  const isTurned = header !== undefined && orientation !== 1;
  if (header) header[8] = ((header[8] ?? 0) & ~0x0c) | (isTurned ? 0x08 : 0);
  const exif = tiffWith(orientation);
  if (isTurned) left.push(latin('EXIF'), uint32(exif.length, true), exif);
  const content = joined([latin('WEBP'), ...left]);
  return joined([latin('RIFF'), uint32(content.length, true), content]);
}

const shownInWebp = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);
const frameHeader = 16;

/** A frame of an animation has chunks of its own. */
function webpFrame(data: Uint8Array): Uint8Array | undefined {
  const left = [data.subarray(0, frameHeader)];
  for (let at = frameHeader; at < data.length;) {
    const length = viewOf(data).getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (next > data.length) return undefined;
    if (shownInWebp.has(text(data, at))) left.push(data.subarray(at, next));
    at = next;
  }
  const content = joined(left);
  return joined([latin('ANMF'), uint32(content.length, true), content]);
}

function gif(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const blocksEnd = (start: number) => {
    let at = start;
    for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) at += 1 + size;
    return at + 1;
  };
  let at = 13 + colors(view.getUint8(10));
  const left = [bytes.subarray(0, at)];
  for (;;) {
    const kind = view.getUint8(at);
    // The end of the image.
    if (kind === 0x3b) return joined([...left, bytes.subarray(at, at + 1)]);
    const isImage = kind === 0x2c;
    if (!isImage && kind !== 0x21) return undefined;
    const end = blocksEnd(isImage ? at + 11 + colors(view.getUint8(at + 9)) : at + 2);
    if (isImage || isShownExtension(bytes, at)) left.push(bytes.subarray(at, end));
    at = end;
  }
}

/** How a frame is shown, a text that is drawn, and how often an animation repeats. */
function isShownExtension(bytes: Uint8Array, at: number): boolean {
  const label = bytes[at + 1];
  if (label === 0xff) return /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(text(bytes, at + 3, 11));
  return label === 0xf9 || label === 0x01;
}

/**
 * Whether these bytes of an SVG contain more than what is drawn: comments, what its editor noted, such as the folder of
 * the file, or pictures with metadata of their own.
 */
export function hasEditorData(bytes: Uint8Array): boolean {
  return editorData.test(new TextDecoder().decode(bytes));
}

const editorData = new RegExp(
  [
    '<!--',
    '<(?:[\\w-]{1,40}:)?metadata[\\s/>]',
    // Elements and attributes of anything else than SVG.
    'xmlns:[\\w-]{1,40}=["\'](?!http://www\\.w3\\.org/(?:2000/svg|1999/xlink|XML/1998/namespace)["\'])',
    'data:image/',
  ].join('|'),
  'i',
);

const orientationTag = 0x0112;

/** 1 (upright) to 8, as in the first directory of these TIFF bytes; 1 if they don't say it. */
function orientationIn(tiff: Uint8Array): number {
  const view = viewOf(tiff);
  const isLittle = begins(tiff, 0, 'II');
  try {
    const directory = view.getUint32(4, isLittle);
    const count = view.getUint16(directory, isLittle);
    for (let entry = 0; entry < count; entry++) {
      const at = directory + 2 + 12 * entry;
      if (view.getUint16(at, isLittle) !== orientationTag) continue;
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** TIFF bytes with nothing but an orientation. */
function tiffWith(orientation: number): Uint8Array {
  return joined([
    latin('MM\0*'),
    uint32(8),
    ofBytes(0, 1, 1, 0x12, 0, 3),
    uint32(1),
    ofBytes(0, orientation, 0, 0),
    uint32(0),
  ]);
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function begins(bytes: Uint8Array, at: number, letters: string): boolean {
  return text(bytes, at, letters.length) === letters;
}

function text(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function latin(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function ofBytes(...bytes: readonly number[]): Uint8Array {
  return Uint8Array.from(bytes);
}

function uint32(value: number, isLittle = false): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, isLittle);
  return bytes;
}

function joined(all: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(all.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const each of all) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}
