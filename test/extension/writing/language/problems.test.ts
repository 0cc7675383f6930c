import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { editUriOf } from '../../../../src/extension/ground/places/pageUri.ts';
import { createChangeRequestProblems } from '../../../../src/extension/writing/language/changeRequestProblems.ts';
import { followProblems } from '../../../../src/extension/writing/language/problems.ts';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { pageFacts } from '../../../../src/model/checks/pageFacts.ts';
import { ApiError } from '../../../../src/model/shared/failure.ts';
import { TaskEnded } from '../../../../src/workers/runInWorker.ts';
import { Document } from '../../../fakes/vscode/documents.ts';
import { EventEmitter } from '../../../fakes/vscode/events.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import type { Edits } from '../../../store/openChangeRequest.ts';
import { openEdits, type OpenedEdits } from '../../../store/openEdits.ts';
import { fakeStores } from '../../../fakes/stores.ts';

const account = { key: 'acme' } as Account;
const names = ['a', 'b', 'c', 'd', 'e'];
const poor = '![](https://example.com/x.png)\n';

let all: OpenedEdits;
let recovered: EventEmitter<string>;
let noted: unknown[];
let checkText: Services['checkText'];
let parts: Services;
let end: { dispose(): void } | undefined;

beforeEach(async () => {
  const pages: Edits = names.map((id) => ({ operation: 'insert_page', id, title: id, markdown: `# ${id}\n` }));
  all = await openEdits([], { pages });
  recovered = new EventEmitter();
  noted = [];
  checkText = async (text, checks) => pageFacts(text, checks);
  parts = {
    accounts: { byKey: () => account, onDidChange: new EventEmitter().event },
    reachability: { onDidRecover: recovered.event },
    edge: { note: (_: string, error: unknown) => void noted.push(error) },
    stores: fakeStores(() => ({
      edits: async () => all.edits,
      contents: async () => all.opened.content,
      library: async () => all.opened.library,
    })),
    checkText: (...given: Parameters<Services['checkText']>) => checkText(...given),
  } as unknown as Services;
  Object.assign(vscode.workspace, { getConfiguration: () => ({ get: () => undefined }) });
  // Its changes are reported from its first use on.
  await parts.stores(account).contents();
});

afterEach(() => {
  end?.dispose();
  all[Symbol.dispose]();
});

const busy = async () => {
  throw new TaskEnded('busy');
};
const shown = () => fake.diagnostics.map(({ message }) => message);
const change = (id: string, markdown: string) =>
  all.opened.platform.editChangeRequest(all.opened.changeRequest.id, [
    { operation: 'update_page', page: id, markdown },
  ]);

describe('the problems of an editable page', () => {
  const uri = () =>
    editUriOf({
      account: 'acme',
      space: all.opened.space,
      version: { kind: 'changeRequest', number: 1 },
      path: 'a.md',
    });

  function open(text: string): { readonly document: Document; readonly look: () => void } {
    const document = new Document(uri(), text);
    fake.documents.push(document);
    const visible = new EventEmitter<void>();
    Object.assign(vscode.window, {
      visibleTextEditors: [{ document }],
      onDidChangeVisibleTextEditors: visible.event,
    });
    end = followProblems(parts, { taken: () => undefined, left: () => undefined });
    return { document, look: () => visible.fire() };
  }

  test('are looked for again when the threads are free and it comes into sight', async () => {
    checkText = busy;
    const { look } = open(`# a\n\n${poor}`);
    await vi.waitFor(() => assert.equal(noted.length, 1));
    assert.deepEqual(shown(), []);

    checkText = async (text, checks) => pageFacts(text, checks);
    look();

    await vi.waitFor(() => expect(shown()).toHaveLength(1));
  });

  test('are looked for again when the server can be reached', async () => {
    checkText = busy;
    open(`# a\n\n${poor}`);
    await vi.waitFor(() => assert.equal(noted.length, 1));

    checkText = async (text, checks) => pageFacts(text, checks);
    recovered.fire('acme');

    await vi.waitFor(() => expect(shown()).toHaveLength(1));
  });

  test('include no conflict marker once the conflict is reported, even if that is later', async () => {
    open(`# a\n\n<<<<<<< Yours\n\n${poor}`);
    await vi.waitFor(() => expect(shown()).toHaveLength(2));
    const conflicts = vscode.languages.createDiagnosticCollection('docs-platform-conflicts');
    const conflict = new vscode.Diagnostic(new vscode.Range(2, 0, 2, 9), 'Conflict');
    conflict.code = 'conflict';

    conflicts.set(vscode.Uri.from(uri()), [conflict]);

    assert.equal(shown().length, 2);
    assert.ok(shown().includes('Conflict'));
    conflicts.dispose();
  });

  test('include no link to a picture that was just pasted', async () => {
    await all.edits.files.add(
      { space: all.opened.space, number: 1 },
      {
        name: 'new.png',
        contentType: 'image/png',
        base64: 'AAAA',
        size: 3,
      },
    );
    open('# a\n\n![New](_files/new.png)\n\n![Lost](_files/lost.png)\n');

    await vi.waitFor(() => expect(shown()).toHaveLength(1));
    assert.match(shown().join(), /lost\.png/);
  });
});

describe('the problems of a change request', () => {
  async function check() {
    for (const id of names) change(id, `# ${id}\n\n${poor}`);
    const { content, space } = all.opened;
    await content.refresh(space, 1);
    const checked = await content.check(space, 1, {
      shows: 'introduced',
      factsOf: async (text, linksOnly) => pageFacts(text, { linksOnly }),
    });
    const problems = createChangeRequestProblems(parts, () => false);
    end = problems;
    problems.show({ account, space, number: 1 }, checked, new Map());
    // It follows the content from the next turn on.
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(shown().length, 5);
  }

  const refresh = () => all.opened.content.refresh(all.opened.space, 1);

  test('stay while they cannot be checked again, until they can', async () => {
    await check();
    checkText = busy;
    for (const id of names) change(id, `# ${id}\n\nRight.\n`);
    await refresh();
    await vi.waitFor(() => expect(noted.length).toBeGreaterThanOrEqual(5));
    assert.equal(shown().length, 5);

    checkText = async (text, checks) => pageFacts(text, checks);
    recovered.fire('acme');

    await vi.waitFor(() => assert.deepEqual(shown(), []));
  });

  test('go with their page', async () => {
    await check();
    all.opened.platform.editChangeRequest(all.opened.changeRequest.id, [{ operation: 'delete_page', page: 'a' }]);
    await refresh();

    await vi.waitFor(() => expect(shown()).toHaveLength(4));
    assert.deepEqual(noted, []);
  });

  test('are looked for on few pages at the same time', async () => {
    await check();
    let [running, most, texts] = [0, 0, 0];
    checkText = async (text, checks) => {
      most = Math.max(most, ++running);
      texts++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return pageFacts(text, checks);
    };
    for (const id of names) change(id, `# ${id}\n\nRight.\n`);
    await refresh();

    await vi.waitFor(() => assert.deepEqual(shown(), []));
    assert.ok(texts >= 5);
    assert.ok(most <= 2, `${most} at the same time`);
  });

  test('are those of the last change, whichever check ends first', async () => {
    await check();
    const { content } = all.opened;
    const real = content.checkPage.bind(content);
    const ends: (() => void)[] = [];
    const checkPage: typeof content.checkPage = async (...given) => {
      const page = await real(...given);
      await new Promise<void>((resolve) => ends.push(resolve));
      return page;
    };
    vi.spyOn(content, 'checkPage').mockImplementation(checkPage);
    change('a', `# a\n\n${poor}\n${poor}`);
    await refresh();
    await vi.waitFor(() => assert.equal(ends.length, 2));
    change('a', '# a\n\nRight.\n');
    await refresh();

    await vi.waitFor(() => {
      for (const end of ends.splice(0)) end();
      assert.equal(shown().length, 4);
    });
  });

  test('can be removed while they are looked for', async () => {
    await check();
    vi.spyOn(all.opened.content, 'checkPage').mockRejectedValue(new ApiError('missing', { code: 'pageMissing' }));
    change('a', '# a\n');
    await refresh();

    await vi.waitFor(() => assert.deepEqual(shown(), []));
    assert.deepEqual(noted, []);
  });
});
