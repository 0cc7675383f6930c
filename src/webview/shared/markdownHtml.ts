import MarkdownIt from 'markdown-it';

/**
 * Renders Markdown by others as HTML: without their HTML, with links only to the web, and with a button for each image,
 * which has the address in `data-image`. A relative link is also a button, with its target in `data-page`. The result
 * still has to be sanitized.
 */
export function markdownHtml(markdown: string, words: ImageWords): string {
  return renderer.render(markdown, { words });
}

export interface ImageWords {
  /** The label of the button that shows an image from this host. */
  image(host: string, description: string): string;
}

const renderer = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
renderer.validateLink = (address) => isOutside(address) || isRelative(address);

function isOutside(address: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(address.trim());
}

function isRelative(address: string): boolean {
  return /^[^#:\\&]+(?:#.*)?$/s.test(address.trim()) && !address.trim().startsWith('//');
}

renderer.renderer.rules['link_open'] = (tokens, index) => {
  const address = String(tokens[index]?.attrGet('href') ?? '');
  const { escapeHtml } = renderer.utils;
  if (isOutside(address)) {
    const title = tokens[index]?.attrGet('title');
    return `<a href="${escapeHtml(address)}"${title ? ` title="${escapeHtml(String(title))}"` : ''}>`;
  }
  return `<button type="button" data-page="${escapeHtml(address)}">`;
};

renderer.renderer.rules['link_close'] = (tokens, index) => {
  const opening = tokens.slice(0, index).findLast(({ type }) => type === 'link_open');
  return isOutside(String(opening?.attrGet('href') ?? '')) ? '</a>' : '</button>';
};

/** A diff shows which lines are new and which are removed. The text says so, too. */
renderer.renderer.rules['fence'] = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  const { escapeHtml } = renderer.utils;
  if (info.trim() !== 'diff') return `<pre><code>${escapeHtml(content)}</code></pre>\n`;
  const lines = content.split(/(?<=\n)/).map((line) => {
    const shown = escapeHtml(line);
    return line.startsWith('+') ? `<ins>${shown}</ins>` : line.startsWith('-') ? `<del>${shown}</del>` : shown;
  });
  return `<pre><code>${lines.join('')}</code></pre>\n`;
};

/** Task list items get a checkbox as a character: one that looks clickable wouldn't work. */
renderer.core.ruler.push('tasks', ({ tokens }) => {
  for (const [index, { type, children }] of tokens.entries()) {
    const isOfItem = tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
    const text = type === 'inline' && isOfItem ? children?.[0] : undefined;
    if (text?.type !== 'text') continue;
    text.content = text.content.replace(/^\[([ xX])\](?=\s)/, (_, mark) => (mark === ' ' ? '☐' : '☑'));
  }
});

renderer.renderer.rules['image'] = (tokens, index, _, env) => {
  const { words } = env as { readonly words: ImageWords };
  const token = tokens[index]!;
  const address = String(token.attrGet('src') ?? '');
  const { escapeHtml } = renderer.utils;
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return escapeHtml(`[${token.content}]`);
  const label = words.image(new URL(address).host, token.content);
  return `<button type="button" class="image" data-image="${escapeHtml(address)}">${escapeHtml(label)}</button>`;
};
