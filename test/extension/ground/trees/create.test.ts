import assert from 'node:assert/strict';
import { afterEach, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Account, AccountsChange } from '../../../../src/extension/ground/services/accounts.ts';
import { createTree, type TreeOptions, type AccountRows } from '../../../../src/extension/ground/trees/create.ts';

interface Row {
  readonly kind: 'row';
  readonly key: string;
  readonly parent?: Row;
}

const account = { key: 'northwind' } as Account;
const top: Row = { kind: 'row', key: 'top' };

function openTree(
  childrenOf: (load: number, parent: Row | undefined) => Promise<Row[]>,
  codeLoaded: Promise<void> = Promise.resolve(),
) {
  Object.assign(vscode.window, { createTreeView: () => ({ message: undefined, dispose: () => undefined }) });
  const didChange = new vscode.EventEmitter<AccountsChange>();
  let loads = 0;
  /** The accounts whose rows were created. */
  const created: string[] = [];
  const accounts = { active: account as Account | undefined, onDidChange: didChange.event };
  const parts = {
    viewId: 'docsPlatform.test',
    name: 'Test',
    accounts,
    reachability: {
      onDidRecover: () => ({ dispose: () => undefined }),
      onDidChange: () => ({ dispose: () => undefined }),
      unreachable: () => undefined,
    },
    edge: { note: () => undefined, explain: () => undefined },
    async load() {
      await codeLoaded;
      return (given: { readonly account: Account }) => {
        const load = (loads += 1);
        created.push(given.account.key);
        return {
          children: (parent: Row | undefined) => childrenOf(load, parent),
          item: () => new vscode.TreeItem(''),
          retry: async () => undefined,
          dispose: () => undefined,
        } satisfies AccountRows<Row>;
      };
    },
  };
  const tree = createTree(parts as unknown as TreeOptions<Row, AccountRows<Row>>);
  return {
    tree,
    accounts,
    created,
    change: ({ activeChanged = false } = {}) =>
      didChange.fire({ added: [], removed: [], changed: [account], activeChanged }),
  };
}

afterEach(() => void vi.useRealTimers());

test('children that were loading when the token changed are those of the rows shown afterwards', async () => {
  const started = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const { tree, change } = openTree(async (load, parent) => {
    if (load === 1) {
      started.resolve();
      await answer.promise;
      return [];
    }
    return parent ? [{ kind: 'row', key: 'top/child', parent }] : [top];
  });

  const children = tree.provider.getChildren(top);
  await started.promise;
  change();
  answer.resolve();

  assert.deepEqual(
    (await children)?.map(({ key }) => key),
    ['top/child'],
  );
  tree.dispose();
});

test('children that were loading when the user signed out are left out', async () => {
  const started = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const { tree, accounts, change } = openTree(async () => {
    started.resolve();
    await answer.promise;
    return [];
  });

  const children = tree.provider.getChildren(top);
  await started.promise;
  accounts.active = undefined;
  change();
  answer.resolve();

  assert.deepEqual(await children, []);
  tree.dispose();
});

test('rows that are gone after a switch of accounts are not loaded from the other account', async () => {
  vi.useFakeTimers();
  const { tree, accounts, change } = openTree(async (load, parent) => (load > 1 || parent ? [] : [top]));
  const fired: (Row | undefined)[] = [];
  tree.provider.onDidChangeTreeData?.((row) => fired.push(row as Row | undefined));
  await tree.provider.getChildren(undefined);
  await vi.advanceTimersByTimeAsync(1000);
  await tree.provider.getChildren(top);
  accounts.active = { key: 'harbor' } as Account;
  change({ activeChanged: true });
  await tree.provider.getChildren(undefined);

  await vi.advanceTimersByTimeAsync(60_000);

  assert.deepEqual(fired, [undefined]);
  tree.dispose();
});

test('an account that was left while its code was loading gets no rows, which would follow its stores', async () => {
  const codeLoaded = Promise.withResolvers<void>();
  const { tree, accounts, created, change } = openTree(async () => [top], codeLoaded.promise);

  const rows = tree.provider.getChildren(undefined);
  accounts.active = { key: 'harbor' } as Account;
  change({ activeChanged: true });
  codeLoaded.resolve();
  await rows;
  await tree.provider.getChildren(undefined);

  assert.deepEqual(created, ['harbor']);
  tree.dispose();
});
