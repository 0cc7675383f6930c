import { typeByName } from '../model/shared/contentTypes.ts';

/** The content type by a file's name; `application/octet-stream` if unknown. */
export function contentTypeOf(name: string): string {
  return typeByName(name) ?? 'application/octet-stream';
}

/** Width and height of a picture in pixels; undefined if its bytes don't contain them. */
export function dimensionsOf(contentType: string, bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (contentType) {
    case 'image/png':
      return bytes.length < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) };
    case 'image/gif':
      return bytes.length < 10 ? undefined : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case 'image/jpeg':
      return jpegDimensions(view);
    case 'image/svg+xml':
      return svgDimensions(Buffer.from(bytes.subarray(0, 2000)).toString());
    default:
      return undefined;
  }
}

/** The first start-of-frame segment contains them. */
function jpegDimensions(view: DataView): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function svgDimensions(text: string): { width: number; height: number } | undefined {
  const tag = /<svg\b[^>]*>/i.exec(text)?.[0] ?? '';
  const side = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1]);
  const box = /viewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag);
  const width = wholePixels(side('width') || Number(box?.[1]));
  const height = wholePixels(side('height') || Number(box?.[2]));
  return width !== undefined && height !== undefined ? { width, height } : undefined;
}

/** Drawings may have sizes such as 24.5, or numbers of twenty digits. */
function wholePixels(size: number): number | undefined {
  return size > 0 && size < 1_000_000 ? Math.max(1, Math.round(size)) : undefined;
}
