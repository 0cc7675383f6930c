const byEnding: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  hif: 'image/heif',
  jxl: 'image/jxl',
  jp2: 'image/jp2',
  bmp: 'image/bmp',
  dng: 'image/x-adobe-dng',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  csv: 'text/csv',
  txt: 'text/plain',
  zip: 'application/zip',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
};

/** The content type of a file by the ending of its name; undefined if unknown. */
export function typeByName(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
}

/**
 * The type in which a file of a type from elsewhere is sent: readers open files by their own address, where HTML and XML
 * could run scripts. SVG stays, because it's checked.
 */
export function withoutMarkup(type: string): string {
  const isMarkup = type !== 'image/svg+xml' && /[/+](?:html|xhtml|xml|xsl|xslt)\b/i.test(type);
  return !isMarkup && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

/** The usual ending of a file's name, without the dot; `bin` if unknown. */
export function endingOf(contentType: string): string {
  return Object.entries(byEnding).find(([, type]) => type === contentType)?.[0] ?? 'bin';
}
