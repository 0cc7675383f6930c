import { posix } from 'node:path';
import { decoded } from '../../model/shared/decoded.ts';
import type { DocumentLink } from '../markdown/scan.ts';
import { longestText } from '../../model/editing/limits.ts';
import { withoutFrontMatter } from '../markdown/frontMatter.ts';
import { withDestinationsAndIncludes } from '../markdown/links.ts';
import { isMarkdown, type Folder } from './folderFiles.ts';
import { firstPageIn, pageAtPath, type Plan } from './folderPlan.ts';

// The addresses in stored Markdown:
// - another page of the space: the relative path from this page's path, with `.md` (`../setup/install.md#anchor`), so
//   that a page at `setup/first` looks like a file `setup/first.md`;
// - a file of the space: `/files/<file id>`;
// - another space, or a page in it: `/spaces/<space id>`, `/spaces/<space id>/<page path>#anchor`.

export interface Linking {
  readonly plan: Plan;
  /** The id of a file by its path in the folder; undefined if it doesn't exist. */
  readonly file: (path: string) => string | undefined;
  /** The address of a `space:<key>/<path>` link; undefined if it leads nowhere. */
  readonly otherSpace?: ((key: string, path: string) => string | undefined) | undefined;
  /** Called with each address in its final form. */
  readonly found?: ((link: DocumentLink) => void) | undefined;
}

/**
 * The text of the file at `source`, which becomes the page at `path`, with addresses in the form of stored Markdown, and
 * with the texts that it includes.
 */
export function withPlatformLinks(
  text: string,
  { source, path }: { source: string; path: string },
  linking: Linking,
): string {
  try {
    return linkedText(text, source, { path, linking, sources: [source], left: longestText - text.length });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // One page never ends an import.
    linking.plan.folder.notes?.push({
      kind: 'skipped',
      path: source,
      detail: 'links in it, which is nested too deeply',
    });
    return text;
  }
}

interface Including {
  /** The path of the page. */
  readonly path: string;
  readonly linking: Linking;
  /** The files whose texts include each other, from the page on. */
  readonly sources: readonly string[];
  /** Limit of included text, in characters: texts that include others twice would double with each level. */
  left: number;
}

function linkedText(text: string, source: string, including: Including): string {
  const { path, linking } = including;
  return withDestinationsAndIncludes(text, ({ url, isShown, isIncluded, start }) => {
    if (isIncluded) {
      const included = including.left > 0 ? includedText(url, source, lineBefore(text, start), including) : undefined;
      if (included === undefined) {
        linking.plan.folder.notes?.push({ kind: 'include', path: including.sources[0] ?? '', detail: url });
      }
      return included;
    }
    const address = addressOf(url, source, path, linking);
    linking.found?.({ url: address ?? url, isShown });
    return address;
  });
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}

/** The text of an included file, in place of the tag after `before` in its line. Undefined leaves the tag. */
function includedText(url: string, source: string, before: string, including: Including): string | undefined {
  const { sources, linking } = including;
  including.left -= costOfIncluding;
  const { folder } = linking.plan;
  const file = pathsOf(url, source, linking.plan).find((named) => textToInclude(named, folder) !== '');
  if (file === undefined || sources.includes(file)) return undefined;
  const text = textToInclude(file, folder);
  const isInCell = text.includes('\n') && /[^\\]\|/.test(` ${before}`);
  if (text.length > including.left || isInCell) return undefined;
  const inner = { ...including, sources: [...sources, file], left: including.left - text.length };
  const included = linkedText(text, file, inner);
  including.left = inner.left;
  // In a list or a quote, each line belongs to it. Blocks don't begin within a line.
  if (!/^(?:[\s>]|[-*+]\s|\d+[.)]\s)*$/.test(before)) return included.includes('\n') ? `\n\n${included}` : included;
  const indentation = before.replace(/[^\s>]/g, ' ');
  return included.replace(/\n/g, (_, at: number) =>
    included[at + 1] === '\n' ? `\n${indentation.trimEnd()}` : `\n${indentation}`,
  );
}

/** By the path of the file: many pages may include the same one many times. */
const textsToInclude = new WeakMap<Folder, Map<string, string>>();

/** Empty if there is no such text, or if it is too long for any page. */
function textToInclude(path: string, folder: Folder): string {
  const texts = textsToInclude.get(folder) ?? new Map<string, string>();
  textsToInclude.set(folder, texts);
  let text = texts.get(path);
  if (text === undefined) {
    text = isMarkdown(path) && folder.bytes(path) ? withoutFrontMatter(folder.text(path)).body.trim() : '';
    if (text.length > longestText) text = '';
    texts.set(path, text);
  }
  return text;
}

/** What including a file costs, in characters: many small ones take as long as a large one. */
const costOfIncluding = 1000;

/** The paths in the folder that an address may name; none for one that leads elsewhere. */
export function pathsOf(url: string, source: string, { bases }: Pick<Plan, 'bases'>): string[] {
  const [address = ''] = /^[^?#]*/.exec(url) ?? [];
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return [];
  const local = decoded(address);
  const inProject = bases.find((base) => source.startsWith(base)) ?? '';
  const targets = local.startsWith('/')
    ? [posix.join('./', inProject, local), posix.join('./', local)]
    : [posix.join(posix.dirname(source), local)];
  return [...new Set(targets.flatMap((target) => [target, target.normalize('NFC')]))].filter(
    (target) => target !== '..' && !target.startsWith('../'),
  );
}

/** Undefined leaves the address unchanged. */
function addressOf(url: string, source: string, path: string, { plan, file, otherSpace }: Linking): string | undefined {
  const other = /^space:([^/#?]+)(?:\/([^#?]*))?(.*)/s.exec(url);
  if (other) {
    const address = otherSpace?.(other[1] ?? '', decoded(other[2] ?? ''));
    return address === undefined ? undefined : address + (other[3] ?? '');
  }
  const named = pathsOf(url, source, plan);
  for (const target of named) {
    const linked = pageAtPath(plan, target) ?? firstPageIn(plan, target);
    const rest = /[?#].*/s.exec(url)?.[0] ?? '';
    if (linked) return posix.relative(posix.dirname(path), `${linked.path}.md`) + rest;
    const id = file(target);
    if (id !== undefined) return `/files/${id}`;
  }
  const [missing] = named;
  if (missing !== undefined && /\.\w{1,8}$/.test(missing) && !named.some((target) => plan.folder.bytes(target))) {
    plan.folder.notes?.push({ kind: 'file', path: source, detail: missing });
  }
  return undefined;
}
