import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Account, AccountsChange } from '../../../../src/extension/ground/services/accounts.ts';
import { createEditing, type Editing } from '../../../../src/extension/writing/editing/createEditing.ts';
import { openEdits } from '../../../store/openEdits.ts';
import { Document } from '../../../fakes/vscode/documents.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { fakeStores } from '../../../fakes/stores.ts';

const pages = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'One.\n' },
  { operation: 'insert_page', id: 'b', title: 'B', markdown: 'See [c](/pages/c).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: 'Three.\n' },
] as const;

/** Pages of a change request of the local platform, in editors that ask before they write, as VS Code's do. */
export async function openEditors() {
  const all = await openEdits([], { pages });
  const { opened, edits } = all;
  let signedIn: { edits: typeof edits; content: typeof opened.content } = { edits, content: opened.content };
  const choices: string[] = [];
  const noted: unknown[] = [];
  const failures: Error[] = [];
  const state = new Map<string, unknown>();
  const accountsChanged = new vscode.EventEmitter<Pick<AccountsChange, 'added' | 'changed'>>();
  const recovered = new vscode.EventEmitter<string>();
  let answers: readonly string[] = [];
  let contributors: readonly object[] = [{ user: { id: 'ada', displayName: 'Ada' } }];
  const parts = {
    accounts: {
      all: () => [{ key: 'acme' }],
      byKey: (key: string) => ({ key }),
      active: { key: 'acme' },
      onDidChange: accountsChanged.event,
    },
    stores: fakeStores(() => ({
      edits: async () => signedIn.edits,
      contents: async () => signedIn.content,
      library: async () => opened.library,
      conflicts: async () => ({
        resolve: async () => undefined,
        cached: () => [],
        onDidChange: () => ({ dispose: () => undefined }),
      }),
      currentUser: async () => ({ load: async () => 'me' }),
      changeRequests: async () => ({
        find: async () => ({}),
        reviews: async () => ({ contributors }),
      }),
    })),
    reachability: { onDidRecover: recovered.event },
    edge: { note: (_: string, error: unknown) => void noted.push(error), explain: () => undefined },
    prompts: {
      choose: async ({ message, actions }: { message: string; actions: readonly string[] }) => {
        choices.push(message);
        return actions.find((each) => answers.includes(each));
      },
      ask: async () => undefined,
    },
    state: {
      get: (name: string) => state.get(name),
      update: async (name: string, value: unknown) => void state.set(name, value),
    },
  } as unknown as Services;
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let editing: Editing = createEditing(parts, changed);

  const uriAt = (path: string) =>
    vscode.Uri.from({
      scheme: 'docs-platform-edit',
      authority: 'acme',
      path: `/${opened.space}.change-request-1/${path}`,
    });

  async function open(path: string) {
    const uri = uriAt(path);
    const document = new Document(uri);
    document.save = () => save();
    let known = { mtime: 0, size: 0 };

    async function read(): Promise<void> {
      // At the same time, as VS Code does.
      const [content, state] = await Promise.all([editing.files.readFile(uri), editing.files.stat(uri)]);
      known = state;
      document.type(new TextDecoder().decode(content), { isDirty: false });
    }

    /** Resolves to false if the save failed. */
    async function save({ reason = vscode.TextDocumentSaveReason.Manual } = {}) {
      const saved = { document: document as unknown as vscode.TextDocument, reason };
      document.edit(await editing.files.willSave(saved));
      const now = await editing.files.stat(uri);
      assert.ok(now.mtime <= known.mtime || now.size === known.size, 'VS Code asks whether to overwrite');
      try {
        await editing.files.writeFile(uri, new TextEncoder().encode(document.text));
      } catch (error) {
        failures.push(error as Error);
        return false;
      }
      known = await editing.files.stat(uri);
      document.isDirty = false;
      fake.saved.fire(document);
      return true;
    }

    await read();
    fake.documents.push(document);
    changed.event(() => {
      if (!document.isDirty) void read();
    });
    return {
      document,
      save,
      type: document.type.bind(document),
    };
  }

  return {
    ...all,
    open,
    uriAt,
    choices,
    /** The errors of failed saves that VS Code got. */
    failures,
    noted,
    drafts: async () => (await edits.drafts.of({ space: opened.space, number: 1 })).map(({ target }) => target.page),
    presses: (...actions: readonly string[]) => void (answers = actions),
    /** Reads a file as other extensions do. */
    read: (path: string) => editing.files.readFile(uriAt(path)),
    isReadOnly: async (path: string) => (await editing.files.stat(uriAt(path))).permissions !== undefined,
    saveAll: (path: string) => editing.saveAll(uriAt(path)),
    letGo: (path: string, close: () => Promise<void>) => editing.files.letGo(uriAt(path), close),
    unsent: () => editing.unsent(),
    discard: (path: string) => editing.discardDraft(uriAt(path)),
    /** Simulates a reload: dirty documents stay as they are, and nothing is read. */
    reload() {
      editing.dispose();
      editing = createEditing(parts, changed);
    },
    /** Uses the stores that are then created for the account. */
    signInAgain: () => (signedIn = all.again()),
    /** Simulates a reset of the sample workspace. */
    startOver() {
      signedIn = all.again();
      accountsChanged.fire({ added: [], changed: [{ key: 'acme' } as Account] });
    },
    /** The server answers again. */
    recover: () => recovered.fire('acme'),
    write: (path: string, text: string) => editing.files.writeFile(uriAt(path), new TextEncoder().encode(text)),
    /** The file events that VS Code gets. */
    onDidChangeFile: changed.event,
    /** Other changes are by the current user, in another window. */
    worksElsewhere: () => void (contributors = [{ user: { id: 'me', displayName: 'Mara' } }]),
    /** The current user has saved after someone else. */
    savesLast: () => void (contributors = [...contributors, { user: { id: 'me' }, updatedAt: '2099-01-01T00:00:00Z' }]),
    /** A change by someone else. */
    change(...changes: Parameters<typeof opened.platform.editChangeRequest>[1]) {
      opened.platform.editChangeRequest(opened.changeRequest.id, changes);
    },
    async receive() {
      await opened.content.refresh(opened.space, 1);
      // A reported change is loaded automatically.
      await edits.page({ space: opened.space, number: 1, page: 'a' });
      for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
    },
    async markdownOf(page: string) {
      const markdown = await all.markdown(page);
      assert.ok(markdown !== undefined);
      return markdown;
    },
    [Symbol.dispose]() {
      editing.dispose();
      fake.documents.length = 0;
      all[Symbol.dispose]();
    },
  };
}
