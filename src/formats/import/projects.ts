import { posix } from 'node:path';
import { yamlIn } from '../markdown/frontMatter.ts';
import { entriesOf, type Entry } from '../markdown/summary.ts';
import { textIn } from './encoding.ts';
import type { Folder } from './folderFiles.ts';
import { entriesOfPaths, fileEntry, titleOfName } from './folderTree.ts';

/** A part of a repository that becomes a space, by its settings or its table of contents. */
interface Project {
  /** The folder of its pages, with a slash at the end; empty for the repository itself. */
  readonly base: string;
  readonly name: string;
  readonly summary: string | undefined;
  readonly readme: string | undefined;
}

/** The entries of an imported folder, and the folders that absolute links start from, the innermost first. */
export interface Contents {
  readonly entries: readonly Entry[];
  readonly bases: readonly string[];
}

/**
 * The pages in the order of `SUMMARY.md` and `.gitbook.yaml`, else of their names. Each further folder with one of both
 * becomes a group. Pages that a table of contents leaves out are hidden, because GitBook doesn't publish them.
 */
export function contentsOf(folder: Folder): Contents {
  const projects = projectsIn(folder);
  const rest = new Set(folder.markdown);
  for (const { summary } of projects) rest.delete(summary ?? '');
  const settledBy = projects.map((project) => ({ project, listed: listedIn(project, folder, rest) }));
  const innermost = projects.toSorted((one, other) => other.base.length - one.base.length);
  const own = Map.groupBy(rest, (path) => innermost.find(({ base }) => path.startsWith(base)));
  for (const path of own.get(undefined) ?? []) {
    folder.notes?.push({ kind: 'skipped', path, detail: `outside of ${projects[0]?.base ?? ''}` });
  }
  const entries = settledBy.map(({ project, listed }, index): Entry[] => {
    const { base, summary, readme } = project;
    const paths = own.get(project) ?? [];
    const children =
      summary === undefined ? inFolders(paths, base, readme) : withUnlisted(listed, paths, project, folder);
    if (index === 0 || children.length === 0) return children;
    return [{ kind: 'group', title: project.name, children }];
  });
  return { entries: entries.flat(), bases: innermost.map(({ base }) => base) };
}

function inFolders(paths: readonly string[], base: string, readme: string | undefined): Entry[] {
  if (readme === undefined || !paths.includes(readme)) return entriesOfPaths(paths, base);
  return [
    fileEntry(readme),
    ...entriesOfPaths(
      paths.filter((path) => path !== readme),
      base,
    ),
  ];
}

function withUnlisted(
  listed: Entry[],
  paths: readonly string[],
  { base, readme }: Project,
  { notes }: Folder,
): Entry[] {
  // A space begins with this page, whether it is listed or not.
  const first = paths.filter((path) =>
    readme === undefined ? path.toLowerCase() === `${base}readme.md`.toLowerCase() : path === readme,
  );
  const unlisted = paths.filter((path) => !first.includes(path));
  for (const path of unlisted) notes?.push({ kind: 'unlisted', path });
  return [...first.map(fileEntry), ...listed, ...hidden(entriesOfPaths(unlisted, base))];
}

function hidden(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, hidden: true, children: hidden(entry.children) }));
}

const settingsNames = ['.gitbook.yaml', '.gitbook.yml'];

/** The outermost first: it has all files that no other one has. */
function projectsIn(folder: Folder): Project[] {
  const byName = new Map(folder.markdown.map((path) => [path.toLowerCase(), path]));
  const folders = new Set(['']);
  for (const path of folder.markdown) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at + 1));
  }
  const projects = new Map<string, Project>();
  const summaries = new Set<string | undefined>();
  for (const at of folders) {
    const settings = settingsIn(folder, at);
    const base = baseIn(folder, at, settings?.['root']);
    const { summary, readme } = Object(settings?.['structure']) as Readonly<Record<string, unknown>>;
    const file = (path: unknown) =>
      typeof path === 'string' ? byName.get(posix.join('./', base, path).toLowerCase()) : undefined;
    const found = { summary: file(summary) ?? file('SUMMARY.md'), readme: file(readme) };
    // Further down, a page may have this name.
    const isOwn = at === '' || settings !== undefined || (found.summary && isSummary(folder, found.summary, at));
    if (!isOwn || projects.has(base) || (at !== '' && summaries.has(found.summary))) continue;
    projects.set(base, { base, name: nameOf(at), ...found });
    if (found.summary !== undefined) summaries.add(found.summary);
  }
  return [...projects.values()];
}

function isSummary(folder: Folder, path: string, at: string): boolean {
  const files = new Set(folder.markdown);
  const names = (entries: readonly Entry[]): boolean =>
    entries.some((entry) => files.has(posix.join('./', at, entry.path ?? '')) || names(entry.children));
  return path.endsWith('SUMMARY.md') && names(entriesOf(folder.text(path)));
}

function settingsIn(folder: Folder, at: string): Readonly<Record<string, unknown>> | undefined {
  for (const name of settingsNames) {
    const bytes = folder.bytes(at + name);
    if (!bytes) continue;
    const yaml = textIn(bytes);
    const settings = yamlIn(yaml);
    const path = at + name;
    if (!settings && /^[^\s#]/m.test(yaml)) folder.notes?.push({ kind: 'setting', path });
    const redirects = settings?.['redirects'];
    for (const [from, to] of typeof redirects === 'object' && redirects ? Object.entries(redirects) : []) {
      // Anything else may be endless, or very long, with the aliases of YAML.
      folder.notes?.push({ kind: 'redirect', path, detail: typeof to === 'string' ? `${from} → ${to}` : from });
    }
    return settings ?? {};
  }
  return undefined;
}

/** The folder that `root` names, if there are pages in it. */
function baseIn({ markdown, notes }: Folder, at: string, root: unknown): string {
  if (typeof root !== 'string') return at;
  const base = posix.join('./', at, root, './').replace(/^\.\/$/, '');
  if (markdown.some((path) => path.startsWith(base))) return base;
  notes?.push({ kind: 'setting', path: at + (settingsNames[0] ?? ''), detail: `root: ${root}` });
  return at;
}

/** A general name such as `docs` doesn't tell projects apart, so the name of the parent folder is added. */
function nameOf(at: string): string {
  const [name = '', parent] = at.slice(0, -1).split('/').toReversed();
  const isGeneral = /^(?:docs?|documentation|src|content|book)$/i.test(name);
  return titleOfName(isGeneral && parent ? `${parent} ${name}` : name);
}

function listedIn({ summary, base }: Project, folder: Folder, rest: Set<string>): Entry[] {
  if (summary === undefined) return [];
  const places = [posix.dirname(summary), base, ''];
  return settled(entriesOf(folder.text(summary)), (path) =>
    places.map((place) => posix.join('./', place, path)).find((candidate) => rest.delete(candidate)),
  );
}

/** Entries of a table of contents, each file once: `take` returns the path of a file that isn't taken yet. */
function settled(entries: readonly Entry[], take: (path: string) => string | undefined): Entry[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? undefined : take(entry.path);
    const children = settled(entry.children, take);
    if (entry.kind !== 'page') return [{ ...entry, children }];
    if (path !== undefined) return [{ ...entry, path, children }];
    // For a named file that is missing or already used, only its children are kept.
    return children.length === 0 ? [] : [{ kind: 'group', title: entry.title, children }];
  });
}
