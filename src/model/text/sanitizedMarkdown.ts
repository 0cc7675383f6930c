import type { Definition, Html, Image, ImageReference, Link, Nodes, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { inPasses, tagsAsText, type Spot } from './markdownPasses.ts';
import { asText } from './escaping.ts';

/**
 * Other people's Markdown, to be shown inside ours. HTML, images (each would reveal the reader to its server) and links
 * to anything but the web and email become text. Headings move below ours. Markdown that would take long to parse is
 * shown as plain text.
 */
export function harmlessMarkdown(written: string, headingsBelow: number): string {
  const text = written.replaceAll(/\r\n?/g, '\n');
  const spotsOf = (tree: Root, now: string, pass: number) => spotsIn(tree, now, pass === 0 ? headingsBelow : 0);
  return inPasses(text, spotsOf) ?? plain(text);
}

function plain(text: string): string {
  return text.split('\n').filter(Boolean).map(asText).join('\n\n');
}

function spotsIn(tree: Root, text: string, headingsBelow: number): Spot[] {
  const spots: Spot[] = [];
  visit(tree, (node) => {
    const at = node.position?.start.offset ?? 0;
    if (node.type === 'heading' && text[at] === '#' && headingsBelow > 0) {
      spots.push({ at, replaced: node.depth, by: '#'.repeat(Math.min(6, node.depth + headingsBelow)) });
    } else if (isHarmful(node)) {
      if (node.type === 'html') {
        const whole = text.slice(at, node.position?.end.offset);
        spots.push({ at, replaced: whole.length, by: tagsAsText(whole) });
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
