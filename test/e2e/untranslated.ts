import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { brackets } from '../pseudo.ts';

/** Texts on screen that are neither translated nor VS Code's own nor in the sample workspace. */
export async function untranslatedIn(place: Page | Frame, selector: string): Promise<string[]> {
  const texts = await place.locator(selector).evaluateAll(readTexts);
  return [...new Set(texts.flatMap(plainPieces))].filter(
    (part) => !isData(part) && !excused.some((each) => each.test(part)),
  );
}

/** What is in plain letters, part by part. */
function plainPieces(text: string): string[] {
  const [start, end] = brackets.vsCode;
  let rest = text.normalize('NFC').replace(/\s+/g, ' ');
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(new RegExp(`${start}[^${start}${end}]*(?:${end}|$)`, 'g'), '|');
  }
  return rest
    .split(/[^\p{ASCII}’é]+|[|~]+| [·–-] |[“”"]/u)
    .map((part) => part.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9)]+$/g, ''))
    .filter((part) => /[A-Za-z]{2}/.test(part));
}

/** Words that no translation changes. */
const excused: readonly RegExp[] = [
  // Dates, ages, sizes and units, by Intl: it doesn't know the pseudo-language.
  /^(in )?[\d,.]+ ?(s|sec|min|hr|h|d|w|mo|y|days?|hours?|minutes?|seconds?|weeks?|months?|years?|[kMG]?B|byte)( ago)?\.?$/,
  /^(just )?now$|^(yesterday|today|tomorrow|(last|this|next) (week|month|year))$/,
  /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, |\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d|\d (AM|PM)\b/,
  // Names of files and paths, made of titles; addresses, ids, and keys of the keyboard.
  /^[\w./@:?=&%#-]+\.(md|json|jsonc|svg|png|yaml)$|^(https?:|\/)\S+$|\S+@\S+|^(Ctrl|Shift|Alt|F\d+|Enter|Escape|UI)\b/,
  // What the browser-hosted VS Code and its own extensions don't translate.
  /^(remote|UTF-8|LF|md|(Open|Show) (as )?Preview( to the Side)?)$/,
  // Names of products.
  /^(Docs Platform|VS Code|Markdown|GitHub( Wiki)?|Confluence|Notion|Google Docs|OpenAPI|JSON)$/,
];

const data = new Set<string>();
let corpus = '';

function isWord(part: string): boolean {
  return isData(part) || excused.some((each) => each.test(part));
}

/** Whether a part is a text of the sample workspace, or within one. */
function isData(part: string): boolean {
  if (data.size === 0) readData();
  const text = part.toLowerCase().replaceAll('-', ' ');
  if (data.has(text) || (text.length > 11 && corpus.includes(text))) return true;
  // Numbers count, and VS Code joins a label and a description by a comma for screen readers.
  const at = text.lastIndexOf(', ');
  if (at > 0) return isWord(text.slice(0, at)) && isWord(text.slice(at + 2));
  return /^\d+:? /.test(text) && isData(text.replace(/^\d+:? /, ''));
}

function readData(): void {
  const root = path.join(import.meta.dirname, '../../media/sample');
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    data.add(entry.name.toLowerCase());
    data.add(
      entry.name
        .replace(/\.\w+$/, '')
        .replaceAll('-', ' ')
        .toLowerCase(),
    );
    if (!entry.isFile() || !/\.(md|json|ya?ml)$/.test(entry.name)) continue;
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    corpus += ` ${text}`;
    for (const line of text.split(/\n|[“”"[\]|*#]|\]\(/))
      plainPieces(line).forEach((part) => data.add(part.toLowerCase().replaceAll('-', ' ')));
  }
  corpus = corpus
    .normalize('NFC')
    .replace(/[\s-]+/g, ' ')
    .toLowerCase();
}

/** Runs in the page: nothing from outside of it. The texts on screen, placeholders and names for screen readers. */
function readTexts(roots: unknown[]): string[] {
  const found: string[] = [];
  const visit = (node: PageNode): void => {
    if (node.nodeType === 3) {
      found.push(node.textContent);
      return;
    }
    if (node.nodeType === 1) {
      if (/^(STYLE|SCRIPT|SVG)$/i.test(node.tagName)) return;
      // An icon, and what is not drawn.
      if (node.checkVisibility && !node.checkVisibility({ visibilityProperty: true })) return;
      for (const name of ['placeholder', 'title', 'aria-label']) found.push(node.getAttribute(name) ?? '');
    }
    if (node.shadowRoot) visit(node.shadowRoot);
    node.childNodes.forEach(visit);
  };
  (roots as PageNode[]).forEach(visit);
  return found;
}

interface PageNode {
  nodeType: number;
  tagName: string;
  textContent: string;
  shadowRoot?: PageNode;
  childNodes: PageNode[];
  getAttribute(name: string): string | null;
  checkVisibility?(options: object): boolean;
}
