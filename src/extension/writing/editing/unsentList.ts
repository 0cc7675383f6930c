import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { titledText } from '../../../model/text/titleHeading.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { editedSessions } from '../../ground/sessions/editedSessions.ts';
import type { EditSession, OpenPages } from '../../ground/sessions/openPages.ts';
import { unsentOf, uriOfPage, type Unsent } from '../../ground/sessions/unsentPages.ts';
import type { Services, Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** A page with unsent changes, in its change request. */
interface Waiting {
  readonly session: EditSession;
  readonly unsent: Unsent;
}

type Item = vscode.QuickPickItem & { readonly waiting: Waiting };

/**
 * Lists all pages with unsent changes, of all change requests and accounts, open or not. Each can be opened or
 * discarded. The list is shown again after a page was discarded. The only page is asked about without a list.
 */
export async function pickUnsent(parts: Uses<'accounts' | 'prompts' | 'stores'>, pages: OpenPages): Promise<void> {
  for (;;) {
    const waiting = await allWaiting(parts, pages);
    if (waiting.length === 0) return void (await showInformation(vscode.l10n.t('You have no unsent changes.')));
    const items = await Promise.all(waiting.map(itemOf));
    const title = vscode.l10n.t('Unsent changes');
    const only = items.length === 1 ? items[0] : undefined;
    const chosen = only ?? (await showQuickPick(items, { title, matchOnDescription: true }));
    if (!chosen || (await action(parts, chosen)) !== 'discarded' || only) return;
  }
}

async function allWaiting(parts: Uses<'accounts' | 'stores'>, pages: OpenPages): Promise<Waiting[]> {
  const sessions = await editedSessions(parts, pages, parts.accounts.all());
  const all = await Promise.all(
    sessions.map(async (session) => (await unsentOf(session, pages)).map((unsent) => ({ session, unsent }))),
  );
  return all.flat();
}

/** Uses the unsent text where the platform can't be reached or no longer has the page. */
async function itemOf(waiting: Waiting): Promise<Item> {
  const { session, unsent } = waiting;
  const { space, number, content } = session;
  const pages = await content.pages(space, { kind: 'changeRequest', number }).catch(() => undefined);
  const changeRequest = await content.changeRequest(space, number).catch(() => undefined);
  const title = pages?.byId.get(unsent.target.page)?.title ?? titleText(titledText(unsent.text).heading);
  return {
    label: withoutIcons(title),
    description: withoutIcons(`#${number} ${titleText(changeRequest?.subject, '')}`.trimEnd()),
    iconPath: new vscode.ThemeIcon(unsent.dirty ? 'edit' : 'save'),
    waiting,
  };
}

async function action({ prompts }: Uses<'prompts'>, item: Item): Promise<'discarded' | undefined> {
  const { label, description, waiting } = item;
  const { session, unsent } = waiting;
  const uri = unsent.page?.uri ?? (await uriOfPage(session, unsent.target.page).catch(() => undefined));
  const open = { label: vscode.l10n.t('Open') };
  const discard = { label: vscode.l10n.t('Discard…') };
  const chosen = await showQuickPick([open, discard], { title: `${label} · ${description}` });
  if (chosen?.label === open.label) {
    await show(uri, unsent);
    return undefined;
  }
  if (chosen?.label !== discard.label) return undefined;
  if (uri) await run('editing.discardDraft', uri);
  else await discardGone(prompts, label, waiting);
  return 'discarded';
}

/** If the page can no longer be read, shows its unsent text. */
async function show(uri: vscode.Uri | undefined, { text }: Unsent): Promise<void> {
  const document = uri ?? (await vscode.workspace.openTextDocument({ language: 'markdown', content: text })).uri;
  await vscode.window.showTextDocument(document, { preview: false });
}

async function discardGone(prompts: Services['prompts'], title: string, { session, unsent }: Waiting): Promise<void> {
  const discard = vscode.l10n.t('Discard');
  const answer = await prompts.choose({
    message: vscode.l10n.t('Discard unsent changes to “{0}”?', title),
    detail: vscode.l10n.t("The page no longer exists in #{0}. This can't be undone.", session.number),
    modal: true,
    severity: 'warning',
    actions: [discard],
  });
  if (answer === discard) await session.edits.drafts.discard(unsent.target);
}
