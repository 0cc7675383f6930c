import * as vscode from 'vscode';
import { textTabsOf } from '../../ground/services/openDocuments.ts';
import { run } from '../../ground/contributions/run.ts';
import { openForEditing } from '../../ground/places/pageUri.ts';
import { pagesBelow } from '../../../model/pages/places.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { EditDraft } from '../../../store/editing/edits.ts';
import { editUri } from '../../ground/sessions/sessions.ts';
import type { SessionOrPlan, PageSession } from '../../ground/sessions/pageSession.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

export type UnsentText = Pick<EditDraft, 'text' | 'markers'>;

/** The unsent changes and open editors of some pages, as they were before an action. */
export interface Editing {
  /** The number of pages with unsent changes. */
  readonly unsent: number;
  /** The text of each of these pages, by page id. */
  readonly texts: ReadonlyMap<string, UnsentText>;
  /** Discards unsent changes, and closes the editors of deleted pages. */
  letGo(): Promise<void>;
}

export async function editingIn(session: PageSession, ids: readonly string[]): Promise<Editing> {
  const { edits, space, number } = session;
  const open = await openPages(session);
  const drafts = await edits.drafts.of(session);
  const texts = new Map<string, UnsentText>(
    drafts.map(({ target, text, markers }) => [target.page, { text, markers }]),
  );
  for (const [id, document] of open) {
    if (document.isDirty) texts.set(id, { text: document.getText(), markers: texts.get(id)?.markers });
  }
  const unsent = ids.filter((id) => texts.has(id));
  return {
    unsent: unsent.length,
    texts: new Map([...texts].filter(([id]) => unsent.includes(id))),
    async letGo() {
      const { byId } = await session.pages();
      for (const page of unsent) await edits.drafts.discard({ space, number, page });
      for (const page of ids) {
        const document = open.get(page);
        if (document) await drop(document, !byId.has(page));
      }
    },
  };
}

/**
 * The title and place of a page affect the form of links to and from it, so unsent changes of it and its subpages are
 * saved before these change. `label` is that of the button. Returns false if the user cancels or something
 * stays unsent.
 */
export async function settleUnsent(
  { prompts }: Uses<'prompts'>,
  session: SessionOrPlan,
  node: PageNode,
  label: string,
): Promise<boolean> {
  const message = vscode.l10n.t('“{0}” or one of its subpages has unsent changes. Save them first?', node.title);
  return (await saveFirst({ prompts }, session, [node, ...pagesBelow(node)], () => message, label)) !== undefined;
}

/**
 * The same for pages whose links will be fixed. Returns whether anything was saved; undefined if the user cancels or
 * something stays unsent.
 */
export function saveBeforeFixing(
  parts: Uses<'prompts'>,
  session: SessionOrPlan,
  pages: readonly { readonly node: PageNode }[],
): Promise<boolean | undefined> {
  const message = (unsent: number): string =>
    plural(
      vscode.l10n.t(
        '{0} page with these links has unsent changes. Save them first?|{0} pages with these links have unsent changes. Save them first?',
      ),
      unsent,
    );
  const nodes = pages.map(({ node }) => node);
  return saveFirst(parts, session, nodes, message, vscode.l10n.t('Save and Fix Links'));
}

async function saveFirst(
  { prompts }: Uses<'prompts'>,
  session: SessionOrPlan,
  nodes: readonly PageNode[],
  message: (unsent: number) => string,
  label: string,
): Promise<boolean | undefined> {
  if (session.number === undefined) return false;
  const ids = nodes.map(({ id }) => id);
  const { unsent } = await editingIn(session, ids);
  if (unsent === 0) return false;
  const answer = await prompts.choose({
    message: message(unsent),
    detail: vscode.l10n.t('This saves all unsent changes to #{0}.', session.number),
    modal: true,
    actions: [label],
  });
  if (answer !== label) return undefined;
  await run('editing.saveAll', editUri(session, nodes[0]?.path ?? 'page.md'));
  return (await editingIn(session, ids)).unsent === 0 || undefined;
}

/** Doesn't ask, because the user has already confirmed it. */
async function drop(document: vscode.TextDocument, isGone: boolean): Promise<void> {
  if (document.isDirty) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand(
      isGone ? 'workbench.action.revertAndCloseActiveEditor' : 'workbench.action.files.revert',
    );
  }
  if (isGone) await vscode.window.tabGroups.close(textTabsOf(document.uri), true);
}

/** The change request's pages that are open for editing, by id. */
async function openPages(session: PageSession): Promise<Map<string, vscode.TextDocument>> {
  const pages = new Map<string, vscode.TextDocument>();
  const { account, space, number, content } = session;
  const version = { kind: 'changeRequest', number } as const;
  for (const [path, document] of openForEditing({ account: account.key, space, version })) {
    const entry = await content.entry(space, version, path);
    if (entry?.kind === 'page') pages.set(entry.node.id, document);
  }
  return pages;
}
