import type { Definition, Html, Image, ImageReference, Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { asText } from './writtenInMarkdown.ts';

/** So often at most: what one pass makes visible is looked at in the next. */
const mostPasses = 5;

/**
 * Markdown of somebody else, to be shown inside ours: its HTML and its pictures (each would tell their server who reads) become
 * text, and so do links to anything but the web and mail. Its headings move below ours.
 */
export function harmlessMarkdown(written: string, headingsBelow: number): string {
  let text = written.replaceAll(/\r\n?/g, '\n');
  for (let pass = 0; pass < mostPasses; pass++) {
    const spots = spotsIn(text, pass === 0 ? headingsBelow : 0);
    if (spots.length === 0) return text;
    for (const { at, replaced, by } of spots.sort((one, other) => other.at - one.at)) {
      text = text.slice(0, at) + by + text.slice(at + replaced);
    }
  }
  return spotsIn(text, 0).length === 0 ? text : text.split('\n').filter(Boolean).map(asText).join('\n\n');
}

interface Spot {
  readonly at: number;
  /** How many units are replaced. */
  readonly replaced: number;
  readonly by: string;
}

function spotsIn(text: string, headingsBelow: number): Spot[] {
  const spots: Spot[] = [];
  visit(fromMarkdown(text), (node) => {
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
