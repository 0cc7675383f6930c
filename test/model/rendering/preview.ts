import MarkdownIt, { type MarkdownIt as Engine } from 'markdown-it';
import { templateTags } from '../../../src/model/rendering/templateTags.ts';

export const page = { scheme: 'docs-platform' };

/** A Markdown engine that reads the pages of tests. */
export function engine(options: { readonly html: boolean } = { html: true }): Engine {
  return templateTags(new MarkdownIt(options), {
    isPage: (env) => env?.['currentDocument'] === page,
    words: {
      completedTask: 'Completed task',
      incompleteTask: 'Incomplete task',
      footnotes: 'Footnotes',
      backToText: 'Back to the text',
      reusableContent: 'Reusable content',
      day: (date) => date.toUTCString().slice(5, 16),
    },
  });
}

/**
 * Renders as VS Code does: parses without the document, and renders with it. Leaves out the wrapper around the page.
 */
export function directedPreview(text: string, md = engine()): string {
  const tokens = md.parse(text, { currentDocument: undefined });
  const html = md.renderer.render(tokens, md.options, { currentDocument: page });
  return /^<div class="docs-platform-page">\n(.*)<\/div>\n$/s.exec(html)![1]!;
}

/** A preview without the attribute that each block has. */
export function preview(text: string, md = engine()): string {
  return directedPreview(text, md).replaceAll(' dir="auto"', '');
}
