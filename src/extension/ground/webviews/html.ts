export interface Shell {
  /** The URI of the only script. */
  readonly script: string;
  readonly nonce: string;
  readonly title: string;
  /** The language of the texts. */
  readonly language: string;
  /** What `webview/shared/l10n.ts` reads: VS Code's language, and the translated texts by the English ones. */
  readonly words: { readonly language: string; readonly bundle?: Readonly<Record<string, string>> | undefined };
  /** What the panel shows. The webview stores it, so that it can be shown again after a reload. */
  readonly place: unknown;
}

/**
 * The HTML of a webview: nothing but one script, identified by its nonce. The script adopts its own styles, and talks
 * only to the extension, which also sends images as `data:`.
 */
export function shellHtml({ script, nonce, title, language, words, place }: Shell): string {
  const head = headHtml(title, `default-src 'none'; script-src 'nonce-${nonce}'; img-src data:`);
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
${head}
<body data-place="${escaped(JSON.stringify(place))}" data-words="${escaped(JSON.stringify(words))}">
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>`;
}

export interface Notice extends Pick<Shell, 'title' | 'language'> {
  readonly text: string;
  readonly link: { readonly label: string; readonly address: string };
}

/** The HTML of a webview that only says something: a sentence and a link below it, and no script. */
export function noticeHtml({ title, language, text, link }: Notice): string {
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
${headHtml(title, "default-src 'none'")}
<body>
<main>
<p>${escaped(text)}</p>
<p><a href="${escaped(link.address)}">${escaped(link.label)}</a></p>
</main>
</body>
</html>`;
}

function headHtml(title: string, policy: string): string {
  return `<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(`${policy}; base-uri 'none'; form-action 'none'`)}">
<title>${escaped(title)}</title>
</head>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
