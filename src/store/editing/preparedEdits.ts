import type { ContentChange } from '../../contract/changeRequests/changeRequestContent.ts';
import { longestText, longestTitle } from '../../model/editing/limits.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { mayShowSentFiles } from '../../model/editing/sentLinks.ts';
import { sentText } from '../../model/editing/sentText.ts';
import { ApiError } from '../../model/shared/failure.ts';
import { slugOf as validSlug } from '../../model/shared/slug.ts';
import { withTitleFirst } from '../../model/text/frontMatter.ts';
import { repeatsTitle, titledText, titleIn } from '../../model/text/titleHeading.ts';
import type { Contents, ReadPage } from '../content/content.ts';
import { filesIn, referenceOf } from './sendFiles.ts';
import type { PageEdit, UnsentFile } from './edits.ts';
import type { Read } from '../library/library.ts';

/** An edit in the form in which it is sent. */
export interface PreparedEdit {
  readonly edit: PageEdit;
  readonly change: ContentChange;
  /** The whole Markdown of the page, with its title; undefined if the text doesn't change. */
  readonly markdown?: string | undefined;
  /** New files that the text links to by their references. */
  readonly files?: readonly UnsentFile[] | undefined;
}

export interface Preparing {
  readonly space: string;
  readonly number: number;
  readonly content: Pick<Contents, 'reading' | 'linkContext' | 'changes'>;
  /** Pages of the change request's head. */
  readonly tree: PageTree;
  /** The reading that the text is based on, among all readings of the page that were served. */
  readonly readingFor: (page: ReadPage, text: string, base: string | undefined) => PageReading;
  /** Files that were inserted into pages of the change request and not sent yet. */
  readonly unsentFiles: () => Promise<readonly UnsentFile[]>;
}

/**
 * The edits that change something, in the form in which they are sent. Rejects with an ApiError if the server
 * can't accept one.
 */
export async function preparedEdits(
  parts: Preparing,
  edits: readonly PageEdit[],
  read: Read,
): Promise<readonly PreparedEdit[]> {
  const { space, number, content, tree } = parts;
  const pages = edits.flatMap((edit) => (edit.kind === 'write' && tree.byId.has(edit.page) ? [edit.page] : []));
  // Fetches the pages in parallel. A failure is thrown when its edit is prepared.
  await Promise.allSettled(pages.map((page) => content.reading(space, number, page, read)));
  const prepared: PreparedEdit[] = [];
  /** After the first structural edit, pages may be elsewhere than in the cached tree. */
  let isAsReported = true;
  for (const edit of edits) {
    const one = await preparedEdit(parts, edit, isAsReported, read);
    if (one) prepared.push(one);
    if (one && edit.kind !== 'write') isAsReported = false;
  }
  return prepared;
}

async function preparedEdit(
  parts: Preparing,
  edit: PageEdit,
  isAsReported: boolean,
  read: Read,
): Promise<PreparedEdit | undefined> {
  switch (edit.kind) {
    case 'write':
      return written(parts, edit, read);
    case 'insert':
      return inserted(parts, edit, read);
    case 'rename':
      return renamed(parts, edit);
    case 'move':
      return moved(parts, edit, isAsReported);
    case 'delete':
      // Someone else may have deleted it, or a page above it.
      if (!parts.tree.byId.has(edit.page)) return undefined;
      return { edit, change: { operation: 'delete_page', page: edit.page } };
    case 'revert':
      return reverted(parts, edit, isAsReported, read);
    case 'keep':
      return stored(parts, edit, read);
  }
}

async function written(
  parts: Preparing,
  edit: Extract<PageEdit, { kind: 'write' }>,
  read: Read,
): Promise<PreparedEdit | undefined> {
  const { space, number, content } = parts;
  const node = pageIn(parts, edit.page);
  if (!isReadable(node) || node.page.type === 'computed' || node.page.type === 'link') {
    throw new ApiError('invalid', { code: 'noTextOfItsOwn', title: node.title });
  }
  const page = await content.reading(space, number, edit.page, read);
  const { markdown, text } = page.reading;
  if (edit.text === text && edit.format === undefined) return undefined;
  // Links may become shorter when they are sent, so only a text that is far too long is refused before parsing.
  checkLength(edit.text, 2 * longestText, node.title);
  const sentFrom = edit.format === 'markdown' ? (given: string) => given : await sender(parts, edit, page, read);
  const whole = sentFrom(withTitleFirst(edit.text));
  if (whole === markdown) return undefined;
  if (edit.base !== undefined && edit.base !== text) {
    if (sentFrom(edit.base) !== markdown)
      throw new ApiError('conflict', { code: 'changedOnServer', title: node.title });
  }
  const before = titledText(markdown);
  // If the server writes no title heading, the text can't change the title.
  const after = before.heading === undefined ? { heading: undefined, body: whole } : titledText(whole);
  const title = after.heading === undefined ? undefined : newTitle(after.heading, node, before.heading);
  const hasText = after.body !== before.body;
  if (title === undefined && !hasText) return undefined;
  const change: ContentChange = {
    operation: 'update_page',
    page: edit.page,
    ...(title !== undefined && { title, ...storedSlug(node) }),
    ...(hasText && { document: documentOf(after.body, title ?? node.page.title ?? '', node.title) }),
  };
  return { edit, change, markdown: whole, files: await filesFor(parts, edit.text, whole) };
}

/** Returns a function that turns edited text back into the server's Markdown. */
async function sender(
  parts: Preparing,
  { text, base }: Extract<PageEdit, { kind: 'write' }>,
  page: ReadPage,
  read: Read,
): Promise<(text: string) => string> {
  const context = await contextFor(parts, page.node, text, read);
  return (given) => sentText(given, parts.readingFor(page, given, base), context);
}

function newTitle(heading: string, { page, title: shown }: PageNode, before: string | undefined): string | undefined {
  if (heading === before) return undefined;
  const title = checkedTitle(titleIn(heading, { title: page.title ?? '', heading: before }), shown);
  return title === page.title ? undefined : title;
}

async function inserted(
  parts: Preparing,
  edit: Extract<PageEdit, { kind: 'insert' }>,
  read: Read,
): Promise<PreparedEdit> {
  const title = checkedTitle(edit.title.trim(), undefined);
  const into = edit.into === undefined ? undefined : parentIn(parts, edit.into);
  const nothing: PageReading = { markdown: '', text: '', rewritten: [] };
  const text = withTitleFirst(edit.text ?? '');
  checkLength(text, 2 * longestText, title);
  const whole =
    edit.format === 'markdown'
      ? text
      : sentText(text, nothing, await contextFor(parts, newPage(title, into), text, read));
  const { body } = repeatsTitle(whole, title) ? titledText(whole) : { body: whole };
  const change: ContentChange = {
    operation: 'insert_page',
    title,
    ...(into && { into: into.id }),
    ...(edit.at !== undefined && { at: edit.at }),
    document: documentOf(body, title, title),
  };
  return { edit, change, markdown: `# ${title}\n\n${body}`, files: await filesFor(parts, text, body) };
}

/** The links of a new page are resolved from where it will be. */
function newPage(title: string, parent: PageNode | undefined): PageNode {
  const below = (path: string | null | undefined): string => (path ? `${path}/` : '');
  const directory = below(parent?.path?.replace(/\.md$/, ''));
  const page = { id: '', title, type: 'document', path: `${below(parent?.page.path)}new` } as const;
  return { id: '', page, title, parent, children: [], path: `${directory}new.md` };
}

function renamed(parts: Preparing, edit: Extract<PageEdit, { kind: 'rename' }>): PreparedEdit | undefined {
  const node = pageIn(parts, edit.page);
  const title = edit.title === undefined ? undefined : checkedTitle(edit.title.trim(), node.title);
  const own = slugOf(node);
  const changes = {
    ...(title !== undefined && title !== node.page.title && { title, ...storedSlug(node) }),
    ...(edit.slug !== undefined && edit.slug !== own && { slug: edit.slug }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  const taken = siblingsOf(parts.tree, node.parent).find((each) => each.id !== edit.page && slugOf(each) === edit.slug);
  if (changes.slug !== undefined && taken) {
    throw new ApiError('conflict', { code: 'slugTaken', title: node.title, slug: changes.slug, by: taken.title });
  }
  return { edit, change: { operation: 'update_page', page: edit.page, ...changes } };
}

function moved(
  parts: Preparing,
  edit: Extract<PageEdit, { kind: 'move' }>,
  isAsReported: boolean,
): PreparedEdit | undefined {
  const node = pageIn(parts, edit.page);
  const into = edit.into === undefined ? undefined : parentIn(parts, edit.into);
  for (let above = into; above; above = above.parent) {
    if (above.id === edit.page) throw new ApiError('invalid', { code: 'pageBelowItself', title: node.title });
  }
  const siblings = siblingsOf(parts.tree, into);
  const last = siblings.filter(({ id }) => id !== edit.page).length;
  // Earlier edits may have added siblings.
  const wanted = isAsReported ? Math.min(edit.at ?? last, last) : (edit.at ?? last);
  const isThere = node.parent?.id === into?.id && siblings.findIndex(({ id }) => id === edit.page) === wanted;
  if (isAsReported && isThere) return undefined;
  return {
    edit,
    change: {
      operation: 'update_page',
      page: edit.page,
      into: edit.into ?? null,
      ...(edit.slug !== undefined && { slug: edit.slug }),
      // Without an index, a page that keeps its parent keeps its place.
      ...((edit.at !== undefined || node.parent?.id === into?.id) && { at: wanted }),
    },
  };
}

async function reverted(
  { space, number, content }: Preparing,
  edit: Extract<PageEdit, { kind: 'revert' }>,
  isAsReported: boolean,
  read: Read,
): Promise<PreparedEdit | undefined> {
  const { pages, isComparable } = await content.changes(space, number, read);
  if (isAsReported && isComparable && !pages.some(({ id }) => id === edit.page)) return undefined;
  return { edit, change: { operation: 'revert_page', page: edit.page } };
}

async function stored(
  { space, number, content, tree }: Preparing,
  edit: Extract<PageEdit, { kind: 'keep' }>,
  read: Read,
): Promise<PreparedEdit> {
  const { page, attributes } = edit;
  const node = tree.byId.get(page);
  if (!node) return { edit, change: { operation: 'delete_page', page } };
  const isStored = (...names: string[]): boolean => names.some((name) => attributes.includes(name));
  const hasText = isStored('document') && isReadable(node);
  const markdown = hasText ? (await content.reading(space, number, page, read)).reading.markdown : '';
  const { title } = node.page;
  const change: ContentChange = {
    operation: 'update_page',
    page,
    ...(isStored('title') && title && { title }),
    ...(isStored('title', 'slug') && storedSlug(node)),
    ...(isStored('parent', 'order') && {
      into: node.parent?.id ?? null,
      at: siblingsOf(tree, node.parent).findIndex(({ id }) => id === page),
    }),
    ...(hasText && { document: documentOf(titledText(markdown).body, title ?? '', node.title) }),
  };
  return { edit, change };
}

async function contextFor(parts: Preparing, page: PageNode, text: string, read: Read): Promise<LinkContext> {
  const files = mayShowSentFiles(text);
  const context = await parts.content.linkContext(parts.space, parts.number, page, { files, text }, read);
  const unsent = files ? await parts.unsentFiles() : [];
  return {
    ...context,
    newFile(name) {
      const file = unsent.find((each) => each.name === name);
      // After a save without an answer, the server may have the file.
      const isSent = file !== undefined && context.files?.byName.get(name)?.size === file.size;
      return file && !isSent ? referenceOf(file) : undefined;
    },
  };
}

/** The new files in a text, which was sent as `markdown`. */
async function filesFor(parts: Preparing, text: string, markdown: string): Promise<readonly UnsentFile[]> {
  return mayShowSentFiles(text) ? filesIn(markdown, await parts.unsentFiles()) : [];
}

/** The server writes the title itself, so the title is added only if the text repeats it in its first line. */
function documentOf(body: string, title: string, name: string): { markdown: string } {
  const markdown = repeatsTitle(body, title) ? `# ${title}\n\n${body}` : body;
  checkLength(markdown, longestText, name);
  return { markdown };
}

function checkLength(text: string, longest: number, name: string): void {
  if (text.length <= longest) return;
  throw new ApiError('invalid', { code: 'pageTooLong', title: name, length: text.length, most: longestText });
}

function checkedTitle(title: string, name: string | undefined): string {
  if (title === '') {
    throw new ApiError('invalid', { code: 'noTitle', title: name });
  }
  if (title.length > longestTitle) {
    throw new ApiError('invalid', { code: 'titleTooLong', start: title.slice(0, 60), most: longestTitle });
  }
  return title;
}

function pageIn({ tree, number }: Preparing, id: string): PageNode {
  const node = tree.byId.get(id);
  if (!node) throw new ApiError('missing', { code: 'pageDeleted', number });
  return node;
}

function parentIn(parts: Preparing, id: string): PageNode {
  const node = pageIn(parts, id);
  if (node.page.type === 'link' || node.page.type === 'computed') {
    throw new ApiError('invalid', { code: 'noPagesBelow', title: node.title });
  }
  return node;
}

function siblingsOf(tree: PageTree, parent: PageNode | undefined): readonly PageNode[] {
  return parent ? parent.children : tree.roots;
}

/**
 * Sent with each new title: a server may change the slug with the title, which breaks links. A slug that the server
 * would refuse is left out.
 */
function storedSlug(node: PageNode): { readonly slug?: string } {
  const slug = slugOf(node);
  return slug !== undefined && slug === validSlug(slug) ? { slug } : {};
}

function slugOf({ page }: PageNode): string | undefined {
  return page.slug ?? page.path?.slice(page.path.lastIndexOf('/') + 1);
}
