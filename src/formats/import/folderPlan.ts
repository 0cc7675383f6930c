import { posix } from 'node:path';
import { deepest, longestText, longestTitle } from '../../model/editing/limits.ts';
import type { ImportNote } from '../../model/pages/importSources.ts';
import type { Folder } from './folderFiles.ts';
import { withoutFrontMatter } from '../markdown/frontMatter.ts';
import { saysSame, titleAndText, trimmedStart } from '../markdown/title.ts';
import { freeSlug, slugOf } from '../../model/shared/slug.ts';
import { beginningOf, withoutTrailing } from '../../model/shared/trimmed.ts';
import type { Entry } from '../markdown/summary.ts';
import { titleOfName } from './folderTree.ts';
import { propertiesOf, type PageProperties, type PageTraits } from './pageProperties.ts';
import { contentsOf } from './projects.ts';

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
  readonly properties?: PageProperties | undefined;
  readonly children: readonly PlannedPage[];
}

/** The pages of a space made from a folder of Markdown, in order and by the path of their files. */
export interface Plan {
  readonly folder: Folder;
  readonly pages: readonly PlannedPage[];
  readonly bySource: ReadonlyMap<string, PlannedPage>;
  /** The folders that absolute links start from, the innermost first. */
  readonly bases: readonly string[];
}

/**
 * Subfolders become groups, or the page of their README or index, which comes first. A `SUMMARY.md` sets order, nesting
 * and titles. `identify` returns the id for a page's key; `taken` are the existing slugs at the top of the space.
 */
export function planOf(folder: Folder, identify: (key: string) => string, taken?: ReadonlySet<string>): Plan {
  const bySource = new Map<string, PlannedPage>();
  const { entries, bases } = contentsOf(folder);
  const pages = planned(entries, '', 1, { folder, identify, bySource, count: { groups: 0 } }, taken);
  return { folder, pages, bySource, bases };
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
    if (!content) return entry.children.flatMap(beside);
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

/** Undefined for a file that isn't a text. */
function contentOf(
  entry: Entry,
  folder: Folder,
): (Pick<PlannedPage, 'type' | 'title' | 'text' | 'properties'> & PageTraits) | undefined {
  const hidden = entry.hidden && { hidden: true };
  if (entry.kind !== 'page' || entry.path === undefined) {
    return { type: entry.kind === 'link' ? 'link' : 'group', title: entry.title, text: '', ...hidden };
  }
  const note = (kind: ImportNote['kind'], detail?: string) =>
    folder.notes?.push({ kind, path: entry.path ?? '', ...(detail !== undefined && { detail }) });
  const whole = folder.text(entry.path);
  if (whole.includes('\0')) {
    note('skipped', 'not a text file');
    return undefined;
  }
  const frontMatter = withoutFrontMatter(whole);
  if (frontMatter.isBroken) note('frontMatter');
  const { body } = frontMatter;
  if (body.length > longestText) note('limit');
  const properties = propertiesOf(frontMatter);
  const { title, isFirstLevel, text } = titleAndText(body);
  const titles = isFirstLevel ? [title] : [properties.title, title];
  const full = [entry.title, ...titles].find(Boolean) ?? titleOfName(posix.basename(entry.path));
  const own = beginningOf(full, longestTitle).trim();
  if (full.length > longestTitle) note('longTitle', full);
  return {
    type: properties.type,
    title: own,
    // Another heading than the title belongs to the text.
    text: isFirstLevel && !saysSame(title ?? '', own) ? trimmedStart(body) : text,
    ...properties.traits,
    ...hidden,
    properties,
  };
}
