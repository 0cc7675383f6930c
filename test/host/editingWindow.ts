import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { ServedPlatform } from './servedPlatform.ts';

interface PageJson {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pages?: PageJson[];
}

/** A space of the sample workspace, and a change request in it that is being edited. */
export interface EditingWindow {
  readonly account: Account;
  readonly space: string;
  /** Documents of the space whose Markdown survives every round trip. */
  readonly pages: readonly PageJson[];
  /** The number of the change request created last. */
  readonly number: number;
  propose(subject: string): Promise<void>;
  /** Changes it without the extension. */
  change(...changes: object[]): Promise<void>;
  /** The same by another user. */
  changeBy(user: string, ...changes: object[]): Promise<void>;
  json<Body>(method: string, path: string, body?: object): Promise<Body>;
  open(page: PageJson): Promise<vscode.TextEditor>;
  append(document: vscode.TextDocument, text: string): Promise<void>;
  /** The platform's text of the page in the change request. */
  markdownOf(page: PageJson): Promise<string>;
  revision(): Promise<string>;
  /** Ids of its pages with drafts. */
  drafts(): Promise<string[]>;
  /** Closes all editors, without saving. */
  leave(): Promise<void>;
}

export async function openEditingWindow(parts: {
  readonly testing: Testing;
  readonly platform: ServedPlatform;
  readonly account: Account;
}): Promise<EditingWindow> {
  const { testing, platform, account } = parts;
  const space = spaceId('operator-handbook');
  let number = 0;

  async function json<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await platform.call(method, path, body);
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  const markdownIn = async (base: string, { id }: PageJson) =>
    (await json<{ markdown?: string }>('GET', `${base}/page/${id}?format=markdown`)).markdown ?? '';

  const { pages: tree } = await json<{ pages: PageJson[] }>('GET', `/spaces/${space}/content/pages`);
  const flat = (page: PageJson): PageJson[] => [page, ...(page.pages ?? []).flatMap(flat)];
  const documents = tree.flatMap(flat).filter((page) => page.type === 'document' && !page.pages?.length);
  const texts = await Promise.all(documents.map((page) => markdownIn(`/spaces/${space}/content`, page)));
  const pages = documents.filter((_, index) => !/[{<$]|^\[/m.test(texts[index] ?? ''));
  assert.ok(pages.length >= 7, `${pages.length} plain pages`);

  return {
    account,
    space,
    pages,
    get number() {
      return number;
    },
    async propose(subject) {
      ({ number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject }));
      await (await testing.stores(account).changeRequests()).refresh();
    },
    async change(...changes) {
      await json('POST', `/spaces/${space}/change-requests/${number}/content`, { changes });
    },
    async changeBy(user, ...changes) {
      const path = `/spaces/${space}/change-requests/${number}/content`;
      const response = await platform.call('POST', path, { changes }, user);
      assert.ok(response.ok, await response.text());
    },
    json,
    open: (page) =>
      Promise.resolve(
        vscode.window.showTextDocument(
          vscode.Uri.from({
            scheme: 'docs-platform-edit',
            authority: account.key,
            path: `/${space}.change-request-${number}/${page.path}.md`,
          }),
          { preview: false },
        ),
      ),
    async append(document, text) {
      const edit = new vscode.WorkspaceEdit();
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.insert(document.uri, end, `${end.character > 0 ? '\n' : ''}\n${text}\n`);
      assert.ok(await vscode.workspace.applyEdit(edit));
    },
    markdownOf: (page) => markdownIn(`/spaces/${space}/change-requests/${number}/content`, page),
    revision: async () =>
      (await json<{ revision: string }>('GET', `/spaces/${space}/change-requests/${number}`)).revision,
    async drafts() {
      const edits = await testing.stores(account).edits();
      return (await edits.drafts.of({ space, number })).map(({ target }) => target.page);
    },
    async leave() {
      for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.files.revert');
      }
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    },
  };
}
