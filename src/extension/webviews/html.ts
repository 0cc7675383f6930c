export interface Shell {
  /** The URI of the only script. */
  readonly script: string;
  readonly nonce: string;
  readonly title: string;
  /** The language of the texts. */
  readonly language: string;
  /** The texts of the webview, with the form of its schema in `protocol`. */
  readonly words: { readonly language: string; readonly texts: Readonly<Record<string, string>> };
  /** What the panel shows. The webview stores it, so that it can be shown again after a reload. */
  readonly place: unknown;
}

/**
 * The HTML of a webview: nothing but one script, identified by its nonce. The script adopts its own styles, and talks
 * only to the extension, which also sends images as `data:`.
 */
export function shellHtml({ script, nonce, title, language, words, place }: Shell): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
</head>
<body data-place="${escaped(JSON.stringify(place))}" data-words="${escaped(JSON.stringify(words))}">
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
