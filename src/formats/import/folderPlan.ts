import { posix } from 'node:path';
import { deepest } from '../../model/editing/limits.ts';
import type { Folder } from './folderFiles.ts';
import { withoutFrontMatter } from '../markdown/frontMatter.ts';
import { saysSame, titleAndText, trimmedStart } from '../markdown/title.ts';
import { freeSlug, slugOf } from '../../model/shared/slug.ts';
import { withoutTrailing } from '../../model/shared/trimmed.ts';
import { entriesOf, type Entry } from '../markdown/summary.ts';

/** The fields of a page besides place, title and text. */
export interface PageTraits {
  readonly type?: 'document' | 'group' | 'link' | 'computed';
  readonly href?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
}

/**
 * A page made from a folder, with its place in the space. `source` is the path of its file, `path` its path on the
 * server.
 */
export interface PlannedPage extends PageTraits {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly slug: string | null;
  readonly path: string;
  readonly source?: string | undefined;
  /** Text without front matter and title, with the file's links. */
  readonly text: string;
  readonly cover?: string | undefined;
  readonly children: readonly PlannedPage[];
}

/** The pages of a space made from a folder of Markdown, in order and by the path of their files. */
export interface Plan {
  readonly folder: Folder;
  readonly pages: readonly PlannedPage[];
  readonly bySource: ReadonlyMap<string, PlannedPage>;
}

const summaryName = /^summary\.md$/i;
const indexNames = [/^readme\.(?:md|markdown)$/i, /^index\.(?:md|markdown)$/i];

/**
 * Subfolders become groups, or the page of their README or index, which comes first. A `SUMMARY.md` sets order, nesting
 * and titles; pages that it leaves out come last. `identify` returns the id for a page's key; `taken` are the existing
 * slugs at the top of the space.
 */
export function planOf(folder: Folder, identify: (key: string) => string, taken?: ReadonlySet<string>): Plan {
  const bySource = new Map<string, PlannedPage>();
  const summary = folder.markdown.find((path) => summaryName.test(path));
  const rest = new Set(folder.markdown.filter((path) => path !== summary));
  const listed = summary === undefined ? [] : settled(entriesOf(folder.text(summary)), rest);
  const entries = [...listed, ...entriesIn(folderTree(rest))];
  const pages = planned(entries, '', 1, { folder, identify, bySource, count: { groups: 0 } }, taken);
  return { folder, pages, bySource };
}

/**
 * The page by a name of its file: the file itself, the file without its extension, or the folder that it is the page
 * of.
 */
export function pageAtPath(plan: Plan, path: string): PlannedPage | undefined {
  const clean = withoutTrailing(path, '/');
  const candidates = [clean, `${clean}.md`, `${clean}.markdown`, ...indexFiles(clean)];
  for (const candidate of candidates) {
    const page = plan.bySource.get(candidate);
    if (page) return page;
  }
  return undefined;
}

const firstPages = new WeakMap<Plan, ReadonlyMap<string, PlannedPage>>();

/** The first page of a folder that has no page of its own, by the path of the folder. */
export function firstPageIn(plan: Plan, folder: string): PlannedPage | undefined {
  const known = firstPages.get(plan) ?? firstPagesOf(plan);
  firstPages.set(plan, known);
  return known.get(withoutTrailing(folder, '/'));
}

function firstPagesOf({ pages }: Plan): Map<string, PlannedPage> {
  const first = new Map<string, PlannedPage>();
  const visit = (page: PlannedPage): void => {
    const folder = posix.dirname(page.source ?? '');
    if (page.source !== undefined && !first.has(folder)) first.set(folder, page);
    page.children.forEach(visit);
  };
  pages.forEach(visit);
  return first;
}

/** A readable title for a file or folder without a title. */
export function titleOfName(name: string): string {
  const words = name
    .replace(/\.(?:md|markdown)$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function indexFiles(folder: string): string[] {
  const at = folder === '' || folder === '.' ? '' : `${folder}/`;
  return ['README.md', 'readme.md', 'Readme.md', 'index.md', 'README.markdown', 'index.markdown'].map(
    (name) => at + name,
  );
}

interface Planning {
  readonly folder: Folder;
  readonly identify: (key: string) => string;
  readonly bySource: Map<string, PlannedPage>;
  readonly count: { groups: number };
}

function planned(
  entries: readonly Entry[],
  parentPath: string,
  level: number,
  planning: Planning,
  before?: ReadonlySet<string>,
): PlannedPage[] {
  const taken = new Set(before);
  const beside = (entry: Entry): PlannedPage[] => {
    const content = contentOf(entry, planning.folder);
    const slug = entry.kind === 'link' ? null : freeSlug(slugOf(content.title), taken);
    if (slug !== null) taken.add(slug);
    const path = slug === null ? parentPath : posix.join(parentPath, slug);
    const key = entry.path ?? `${entry.kind} ${(planning.count.groups += 1)}`;
    const holdsPages = level < deepest && (content.type === 'document' || content.type === 'group');
    const page: PlannedPage = {
      ...content,
      id: planning.identify(key),
      slug,
      path,
      source: entry.path,
      ...(entry.href !== undefined && { href: entry.href }),
      children: holdsPages ? planned(entry.children, path, level + 1, planning) : [],
    };
    if (entry.path !== undefined) planning.bySource.set(entry.path, page);
    // Links and computed pages, and pages at the depth limit, have no children: these become siblings that follow.
    return holdsPages ? [page] : [page, ...entry.children.flatMap(beside)];
  };
  return entries.flatMap(beside);
}

function contentOf(entry: Entry, folder: Folder): Pick<PlannedPage, 'type' | 'title' | 'text' | 'cover'> & PageTraits {
  if (entry.kind !== 'page' || entry.path === undefined) {
    return { type: entry.kind === 'link' ? 'link' : 'group', title: entry.title, text: '' };
  }
  const { fields, body } = withoutFrontMatter(folder.text(entry.path));
  const { title, isFirstLevel, text } = titleAndText(body);
  const titles = isFirstLevel ? [title] : [fields.get('title'), title];
  const own = [entry.title, ...titles].find(Boolean) ?? titleOfName(posix.basename(entry.path));
  const field = (name: 'description' | 'icon' | 'emoji') => {
    const value = fields.get(name);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    type: fields.get('computed') === 'true' ? 'computed' : 'document',
    title: own,
    // Another heading than the title belongs to the text.
    text: isFirstLevel && !saysSame(title ?? '', own) ? trimmedStart(body) : text,
    ...field('description'),
    ...field('icon'),
    ...field('emoji'),
    ...(fields.get('hidden') === 'true' && { hidden: true }),
    ...(fields.has('cover') && { cover: fields.get('cover') }),
  };
}

/** Entries of a table of contents, each file once; named files are removed from `rest`. */
function settled(entries: readonly Entry[], rest: Set<string>): Entry[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? undefined : posix.normalize(entry.path).replace(/^\//, '');
    const isListed = path !== undefined && rest.delete(path);
    const children = settled(entry.children, rest);
    if (entry.kind !== 'page') return [{ ...entry, children }];
    if (isListed) return [{ ...entry, path, children }];
    // For a named file that is missing or already used, only its children are kept.
    return children.length === 0 ? [] : [{ kind: 'group', title: entry.title, children }];
  });
}

interface Tree {
  readonly files: string[];
  readonly folders: Map<string, Tree>;
}

function folderTree(paths: Iterable<string>): Tree {
  const root: Tree = { files: [], folders: new Map() };
  for (const path of paths) {
    let at = root;
    for (const segment of path.split('/').slice(0, -1)) {
      let below = at.folders.get(segment);
      if (!below) at.folders.set(segment, (below = { files: [], folders: new Map() }));
      at = below;
    }
    at.files.push(path);
  }
  return root;
}

/** Files and folders in one natural order, the folder's own page first. */
function entriesIn(tree: Tree): Entry[] {
  const index = indexOf(tree);
  const files = tree.files
    .filter((path) => path !== index)
    .map((path) => ({ name: posix.basename(path), entry: fileEntry(path) }));
  const folders = [...tree.folders].map(([name, below]) => ({ name, entry: folderEntry(name, below) }));
  const rest = [...files, ...folders]
    .sort((one, other) => collator.compare(one.name, other.name))
    .map(({ entry }) => entry);
  return index === undefined ? rest : [fileEntry(index), ...rest];
}

const collator = new Intl.Collator('en', { numeric: true });

function folderEntry(name: string, tree: Tree): Entry {
  const index = indexOf(tree);
  const children = entriesIn(tree);
  if (index === undefined) return { kind: 'group', title: titleOfName(name), children };
  return { ...fileEntry(index), children: children.slice(1) };
}

function indexOf(tree: Tree): string | undefined {
  for (const name of indexNames) {
    const found = tree.files.find((path) => name.test(posix.basename(path)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A page without a title in the table of contents, which takes it from its file. */
function fileEntry(path: string): Entry {
  return { kind: 'page', title: '', path, children: [] };
}
