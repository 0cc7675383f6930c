import type { Definition, Html, Image, ImageReference, Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { isLaborious } from './laborious.ts';
import { asText } from './writtenInMarkdown.ts';

/** So often at most: what one pass makes visible is looked at in the next. */
const mostPasses = 5;

/**
 * Markdown of somebody else, to be shown inside ours: its HTML and its pictures (each would tell their server who reads) become
 * text, and so do links to anything but the web and mail. Its headings move below ours. Markdown that would take long to parse
 * is shown as plain text.
 */
export function harmlessMarkdown(written: string, headingsBelow: number): string {
  let text = written.replaceAll(/\r\n?/g, '\n');
  for (let pass = 0; pass < mostPasses; pass++) {
    if (text.length > longest || isLaborious(text)) return plain(text);
    const spots = spotsIn(text, pass === 0 ? headingsBelow : 0);
    if (spots.length === 0) return text;
    text = changed(text, spots);
  }
  return !isLaborious(text) && spotsIn(text, 0).length === 0 ? text : plain(text);
}

/** In characters. Each pass parses the whole text again. */
const longest = 20_000;

function plain(text: string): string {
  return text.split('\n').filter(Boolean).map(asText).join('\n\n');
}

interface Spot {
  readonly at: number;
  /** How many units are replaced. */
  readonly replaced: number;
  readonly by: string;
}

function changed(text: string, spots: readonly Spot[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, replaced, by } of spots.toSorted((one, other) => one.at - other.at)) {
    parts.push(text.slice(from, at), by);
    from = at + replaced;
  }
  return parts.join('') + text.slice(from);
}

function spotsIn(text: string, headingsBelow: number): Spot[] {
  const spots: Spot[] = [];
  // Emphasis doesn't matter here, and it is costly to parse.
  visit(fromMarkdown(text, { extensions: [{ disable: { null: ['attention'] } }] }), (node) => {
    const at = node.position?.start.offset ?? 0;
    if (node.type === 'heading' && text[at] === '#' && headingsBelow > 0) {
      spots.push({ at, replaced: node.depth, by: '#'.repeat(Math.min(6, node.depth + headingsBelow)) });
    } else if (isHarmful(node)) {
      if (node.type === 'html') {
        const whole = text.slice(at, node.position?.end.offset);
        const by = whole.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        spots.push({ at, replaced: whole.length, by });
      } else spots.push({ at, replaced: 0, by: '\\' });
    }
  });
  return spots;
}

function isHarmful(node: Nodes): node is Html | Image | ImageReference | Link | Definition {
  switch (node.type) {
    case 'html':
    case 'image':
    case 'imageReference':
      return true;
    case 'link':
    case 'definition':
      return !/^(https?|mailto):/i.test(node.url);
    default:
      return false;
  }
}
