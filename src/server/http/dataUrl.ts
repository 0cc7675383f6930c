import { decoded } from '../../model/shared/decoded.ts';
import { localUrl, type WebDocument } from '../../formats/webDocument.ts';
import { WebError, type WebLimits } from './web.ts';

/**
 * The document inside a URL: `data:<type>;name=<file name>;base64,<bytes>`. Undefined for any other URL. Lets an import
 * contain a file that isn't on the web.
 */
export function documentInUrl(address: string, limits: WebLimits): WebDocument | undefined {
  if (!/^data:/i.test(address)) return undefined;
  const comma = address.indexOf(',');
  const head = address.slice('data:'.length, Math.min(Math.max(comma, 0), longestHead));
  const [contentType = '', ...parameters] = head.split(';');
  if (comma === -1 || comma > longestHead || parameters.at(-1)?.trim().toLowerCase() !== 'base64') {
    throw new WebError('is not a document in base64');
  }
  // Four characters of base64 hold three bytes.
  const tooLarge = new WebError(`is larger than ${Math.round(limits.bytes / 1_000_000)} MB`);
  if ((address.length - comma) * 0.75 > limits.bytes + 3) throw tooLarge;
  const bytes = Buffer.from(address.slice(comma + 1), 'base64');
  if (bytes.length > limits.bytes) throw tooLarge;
  const name = valueOf(parameters, 'name') ?? 'document';
  return {
    bytes,
    url: localUrl(decoded(name)),
    contentType: contentType.trim().toLowerCase(),
    charset: valueOf(parameters, 'charset'),
  };
}

/** In UTF-16 units, for the part before the bytes: the type, and an escaped name of 255 characters. */
const longestHead = 4000;

function valueOf(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  return found === '' ? undefined : found;
}
