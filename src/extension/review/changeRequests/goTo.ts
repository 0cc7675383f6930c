import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { pageAtUrl, pastedAddress } from '../../../model/pages/webAddress.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { ChangeRequestAt, ChangeRequests } from '../../../store/changeRequests/changeRequests.ts';
import type { Library } from '../../../store/library/library.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { itemOf, type ChangeRequestItem } from '../../ground/changeRequests/target.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';
import { createQuickPick, showInput } from '../../ground/services/openInput.ts';

type Entry = ChangeRequestItem | (vscode.QuickPickItem & { readonly lookFor: string });

/** Picks a change request by subject, number, id or URL, and shows it in the view. */
export async function goToChangeRequest(parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const store = await parts.stores(account).changeRequests();
  const entry = await ask(parts, store);
  if (!entry) return;
  const at = 'at' in entry ? entry.at : await lookFor(store, await parts.stores(account).library(), entry.lookFor);
  if (at) await run('changeRequests.reveal', at);
}

function ask(parts: Uses<'edge'>, store: ChangeRequests): Promise<Entry | undefined> {
  const picker = createQuickPick<Entry>();
  picker.title = vscode.l10n.t('Go to Change Request');
  picker.placeholder = vscode.l10n.t('Subject, number, ID, or URL');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const update = (): void => {
    const text = pastedAddress(picker.value).replace(/^#/, '');
    picker.items = [...store.all().map(itemOf), ...(isReference(text) ? [lookEntry(text)] : [])];
  };
  picker.onDidChangeValue(update);
  update();
  picker.busy = true;
  store
    .having(['open'])
    .then(update, (error: unknown) => parts.edge.note('Change requests', error))
    .finally(() => (picker.busy = false));
  showInput(picker);
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      // Enter without a match keeps the text, so that the user can correct it.
      if (!chosen) return;
      resolve(chosen);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
  });
}

function lookEntry(text: string): Entry {
  const shown = /^\d+$/.test(text) ? `#${text}` : text;
  return {
    label: vscode.l10n.t('Find {0}', withoutIcons(shown)),
    description: addressIn(text) ? '' : vscode.l10n.t('in a space you select'),
    iconPath: new vscode.ThemeIcon('search'),
    alwaysShow: true,
    lookFor: text,
  };
}

/** Whether the text is a number, an id or a URL. */
function isReference(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text) ? /\d|^[\w-]{12,}$/.test(text) : addressIn(text) !== undefined;
}

/** `…/s/<space>/~/changes/<number>`, as browsers show it, or of the site of a space. */
function addressIn(text: string): { readonly space: string | undefined; readonly changeRequest: string } | undefined {
  const [, space, changeRequest] =
    /^https?:\/\/\S+?\/(?:s|spaces)\/([\w-]+)\/(?:~\/)?(?:changes|change-requests)\/([\w-]+)/i.exec(text) ??
    /^https?:\/\/\S+?()\/~\/(?:changes|change-requests)\/([\w-]+)/i.exec(text) ??
    [];
  return changeRequest ? { space: space || undefined, changeRequest } : undefined;
}

async function lookFor(store: ChangeRequests, library: Library, text: string): Promise<ChangeRequestAt | undefined> {
  const address = addressIn(text);
  const space = address?.space ?? (await spaceAt(library, text)) ?? (await pickSpace(library));
  if (space === undefined) return undefined;
  try {
    return await store.find(space, address?.changeRequest ?? text);
  } catch (error) {
    if (!isKind(error, 'missing')) throw error;
    throw new Error(
      vscode.l10n.t("Change request {0} doesn't exist in this space, or you don't have access to it.", text),
      {
        cause: error,
      },
    );
  }
}

async function spaceAt(library: Library, text: string): Promise<string | undefined> {
  if (!addressIn(text)) return undefined;
  const found = pageAtUrl(text, (await library.availableSpaces()).spaces, () => undefined);
  return found.kind === 'version' ? found.space.id : undefined;
}

async function pickSpace(library: Library): Promise<string | undefined> {
  const { spaces } = await library.availableSpaces();
  const items = spaces
    .filter(({ changeRequests }) => changeRequests > 0)
    .map(({ id, title }) => ({ label: withoutIcons(titleText(title)), id }));
  return (await showQuickPick(items, { title: vscode.l10n.t('Select a space') }))?.id;
}
