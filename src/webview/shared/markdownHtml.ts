import MarkdownIt from 'markdown-it';

/**
 * The HTML of Markdown that others wrote: none of theirs, links to the web only, and no images but a button each, which holds
 * the address in `data-image`. To be sanitized all the same.
 */
export function markdownHtml(markdown: string): string {
  return renderer.render(markdown);
}

const renderer = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
renderer.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address.trim());

renderer.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index]!;
  const address = String(token.attrGet('src') ?? '');
  const { escapeHtml } = renderer.utils;
  if (!/^https:\/\//i.test(address)) return escapeHtml(`[${token.content}]`);
  const label = `Show image from ${hostOf(address)}${token.content ? `: ${token.content}` : ''}`;
  return `<button type="button" class="image" data-image="${escapeHtml(address)}">${escapeHtml(label)}</button>`;
};

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'elsewhere';
}
