import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { visit } from 'unist-util-visit';

// Reads media/sample independently, without the importer that the product uses.

export const root = join(import.meta.dirname, '../media/sample');
export const workspace = JSON.parse(readFileSync(join(root, 'workspace.json'), 'utf8')) as Workspace;
export const spaces = workspace.spaces.map((space) => ({ ...space, ...contentOf(space) }));
export const pages = spaces.flatMap((space) => space.pages.map((page) => ({ ...page, space })));
export const changed = workspace.changeRequests.flatMap(changesOf);

function contentOf({ folder, from }: Workspace['spaces'][number]) {
  const base = from === undefined ? join(root, 'spaces', folder) : join(root, '../..', from);
  const whole = (path: string): string => readFileSync(join(base, path), 'utf8');
  const text = from === undefined ? whole : (path: string) => whole(path).replace(/^!\[.*\n+/gm, '');
  const files = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1));
  const entries = [...text('SUMMARY.md').matchAll(/^ *\* \[(.*)\]\((.*)\)$/gm)];
  return {
    text,
    entries: entries.map(([, title = '', path = '']) => ({ title, path })),
    pages: files
      .filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
      .map((path) => ({ path, text: text(path) })),
    files: from === undefined ? files.filter((path) => !path.endsWith('.md')) : [],
  };
}

function changesOf(changeRequest: ChangeRequest) {
  const { space, status, changes, outdatedBy = [] } = changeRequest;
  return [
    ...changes.map((change) => ({ change, later: false })),
    ...outdatedBy.map((change) => ({ change, later: true })),
  ].map(({ change, later }) => ({
    ...change,
    space,
    later,
    changeRequest,
    onMain: later || status === 'merged',
    text: change.file ? readFileSync(join(root, change.file), 'utf8') : '',
  }));
}

export function pagePaths(key: string): string[] {
  return spaces.find((space) => space.key === key)?.pages.map((page) => page.path) ?? [];
}

export function contentOfPage(key: string, page = ''): string {
  return spaces.find((space) => space.key === key)?.text(`${page}.md`) ?? '';
}

function treeOf(text: string) {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  return fromMarkdown(body, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

function plain(node: object): string {
  let text = '';
  visit(node as ReturnType<typeof treeOf>, (child) => {
    if (child.type === 'text' || child.type === 'inlineCode') text += child.value;
  });
  return text;
}

export function headings(text: string): string[] {
  return treeOf(text).children.flatMap((node) => (node.type === 'heading' ? [plain(node)] : []));
}

/** The texts that a comment can be about: each paragraph, heading and table cell. */
export function blocks(text: string): string[] {
  const found: string[] = [];
  visit(treeOf(text), (node) => {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') found.push(plain(node));
  });
  return found;
}

/** Relative and `space:` targets of links, images, covers, and tags. */
export function targetsOf(text: string): string[] {
  const covers = /^---\n[\s\S]*?^cover: (.*)$[\s\S]*?\n---/m.exec(text)?.slice(1) ?? [];
  return [...covers, ...linksOf(text)];
}

/** Relative targets of links, images, and tags. */
export function linksOf(text: string): string[] {
  const targets: string[] = [];
  visit(treeOf(text), (node) => {
    if (node.type === 'link' || node.type === 'image') targets.push(node.url);
    if (node.type === 'html')
      targets.push(...[...node.value.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url));
    if (node.type === 'text')
      targets.push(...[...node.value.matchAll(/\{% content-ref url="([^"]+)"/g)].map(([, url = '']) => url));
  });
  return targets.filter((target) => !isAbsolute(target));
}

export function isAbsolute(target: string): boolean {
  return /^(https?|mailto):/.test(target);
}

export function resolves(key: string, from: string, target: string): boolean {
  const [, other, path = '', anchor] = /^(?:space:([^/]+)\/)?([^#]*)(?:#(.*))?$/.exec(target) ?? [];
  const space = spaces.find((candidate) => candidate.key === (other ?? key));
  if (!space) return false;
  const file = other ? path : normalize(join(dirname(from), path || from));
  if (space.files.includes(file)) return true;
  if (!space.pages.some((page) => page.path === file)) return false;
  const slugger = new GithubSlugger();
  return (
    !anchor ||
    headings(space.text(file))
      .map((heading) => slugger.slug(heading))
      .includes(anchor)
  );
}

/** Tags that are opened and not closed, or closed and not opened, outside of code. */
export function openTags(text: string): string[] {
  const single = ['embed', 'include'];
  const open: string[] = [];
  const prose = text.replace(/^( *)(`{3,}).*\n[\s\S]*?^\1\2$/gm, '').replace(/`[^`\n]*`/g, '');
  if (prose.includes('```')) open.push('```');
  for (const [, end, tag, html, close] of prose.matchAll(
    /\{% (end)?([a-z-]+)(?:[^%]|%(?!\}))*%\}|<(\/?)(figure|figcaption|details|summary|table)\b/g,
  )) {
    const name = tag ?? close ?? '';
    if (single.includes(name)) continue;
    if (!end && html !== '/') open.push(name);
    else if (open.at(-1) === name) open.pop();
    else open.push(`/${name}`);
  }
  return open;
}

type Post = { by: string; reactions?: { users: string[] }[] };
type Thread = Post & { page?: string; quote?: string; resolvedBy?: string; replies?: Post[] };
type Change = { operation: string; page?: string; into?: string; title?: string; file?: string };
export type Organization = { key: string; members: Record<string, string | null> };
type ChangeRequest = {
  space: string;
  subject: string;
  status: string;
  createdBy: string;
  changes: Change[];
  outdatedBy?: Change[];
  requestedReviewers?: string[];
  reviews?: { by: string }[];
  comments: Thread[];
};
type SampleSection = { section: string; spaces: string[] };
type Workspace = {
  me: string;
  organizations: Organization[];
  users: { key: string; disabled?: boolean; neverSeen?: boolean }[];
  collections: { key: string; organization: string; title: string; description?: string; parent?: string }[];
  spaces: {
    key: string;
    organization: string;
    collection?: string;
    title: string;
    visibility: string;
    editMode?: string;
    folder: string;
    from?: string;
    deletedDaysAgo?: number;
  }[];
  changeRequests: ChangeRequest[];
  comments: (Thread & { space: string })[];
  sites: {
    key: string;
    organization: string;
    title: string;
    structure: (SampleSection | { group: string; sections: SampleSection[] } | { space: string })[];
    shareLinks?: { active: boolean }[];
  }[];
  teams: { key: string; organization: string; title: string; members: Record<string, string> }[];
  openapiSpecs: { organization: string; slug: string; error?: string; versions: string[] }[];
  translations: { key: string; organization: string; title: string }[];
  integrations: {
    organization: string;
    published: { title: string; visibility: string };
    installations: { organization: string; target: { space?: string } }[];
  }[];
};
