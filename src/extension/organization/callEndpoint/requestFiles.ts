import * as vscode from 'vscode';
import { allTabs } from '../../ground/services/openDocuments.ts';
import { withoutSecrets } from '../../../model/shared/requestDocument.ts';
import type { Uses } from '../../ground/services/services.ts';

export const requestScheme = 'docs-platform-request';

interface StoredRequest {
  readonly path: string;
  readonly text: string;
  /** In ms since the epoch. */
  readonly changedAt: number;
  /** The key of the account that it was made for. */
  readonly account?: string | undefined;
}

/** The requests of this window, by path, oldest first. */
export interface RequestFiles extends vscode.Disposable {
  /** Makes a request document for the endpoint. */
  add(id: string, text: string, account: string): vscode.Uri;
  get(uri: vscode.Uri): StoredRequest;
  write(uri: vscode.Uri, content: Uint8Array): void;
  /** Stores the open requests of signed-in accounts for the next window, without their secrets. */
  keep(): void;
}

const stateName = 'callEndpoint.requests';
/** How many closed requests are remembered, so that they can be reopened in the same window. */
const mostClosed = 20;

/**
 * Request documents are saved without a question, so closing one never asks. They are held in memory: a request can
 * contain a secret, so only the open ones outlive the window, and the fields for secrets are then empty.
 */
export function createRequestFiles({ state, accounts }: Uses<'state' | 'accounts'>): RequestFiles {
  const all = new Map(storedIn(state).map((each) => [each.path, each]));

  function put(path: string, text: string, account = all.get(path)?.account): void {
    const before = all.get(path);
    all.set(path, { path, text, account, changedAt: Math.max(Date.now(), (before?.changedAt ?? 0) + 1) });
    const open = openPaths();
    const closed = [...all.keys()].filter((each) => each !== path && !open.has(each));
    for (const each of closed.slice(0, -mostClosed)) all.delete(each);
    keep();
  }

  function keep(): void {
    const open = openPaths();
    const isStored = ({ path, account }: StoredRequest): boolean =>
      open.has(path) && (account === undefined || accounts.byKey(account) !== undefined);
    const stored = [...all.values()].filter(isStored);
    void state.update(
      stateName,
      stored.map((each) => ({ ...each, text: withoutSecrets(each.text) })),
    );
  }

  return {
    add(id, text, account) {
      let number = all.size + 1;
      const path = (): string => `/${number}/${id}.endpoint.jsonc`;
      while (all.has(path())) number++;
      put(path(), text, account);
      return vscode.Uri.from({ scheme: requestScheme, path: path() });
    },
    get(uri) {
      const found = all.get(uri.path);
      if (!found) throw vscode.FileSystemError.FileNotFound(vscode.l10n.t('This request is no longer available.'));
      return found;
    },
    write: (uri, content) => put(uri.path, new TextDecoder().decode(content)),
    keep,
    dispose: savedWhileTyped(),
  };
}

/**
 * VS Code backs up unsaved text on disk after a second, secrets included. Requests are in memory, so what is typed is saved
 * before that. Returns a function that ends it.
 */
function savedWhileTyped(): () => void {
  const timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
  const following = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme !== requestScheme || !document.isDirty) return;
    clearTimeout(timers.get(document));
    const save = () => {
      timers.delete(document);
      // It may have been closed in the meantime.
      saveAsTyped(document).then(undefined, () => undefined);
    };
    timers.set(document, setTimeout(save, soon));
  });
  return () => {
    following.dispose();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** A formatter would move what is being typed, and delay the save. */
async function saveAsTyped(document: vscode.TextDocument): Promise<void> {
  if (vscode.window.activeTextEditor?.document === document)
    await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
  // Another editor may be active by then.
  if (document.isDirty) await document.save();
}

/** In ms. */
const soon = 300;

/** Deletes the stored requests of an account. */
export async function forgetRequests(state: vscode.Memento, account: string): Promise<void> {
  const isOther = (each: StoredRequest): boolean => each.account !== undefined && each.account !== account;
  await state.update(stateName, storedIn(state).filter(isOther));
}

function storedIn(state: vscode.Memento): readonly StoredRequest[] {
  return state.get<readonly StoredRequest[]>(stateName) ?? [];
}

/** The id of the endpoint that a request document calls. */
export function endpointOf(uri: vscode.Uri): string | undefined {
  if (uri.scheme !== requestScheme) return undefined;
  return /\/([\w.]+)\.endpoint\.jsonc$/.exec(uri.path)?.[1];
}

function openPaths(): Set<string> {
  const uris = allTabs().flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return new Set(uris.filter(({ scheme }) => scheme === requestScheme).map(({ path }) => path));
}
