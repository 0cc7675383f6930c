import assert from 'node:assert/strict';
import { expect, test, vi } from 'vitest';

const { shown } = vi.hoisted(() => {
  // Modules are loaded once for all files of a worker: another's may have a vscode of its own.
  vi.resetModules();
  return { shown: { viewType: '', editors: [] as object[] } };
});
vi.mock('vscode', () => {
  class TabInputWebview {
    viewType = shown.viewType;
  }
  return {
    TabInputCustom: class {},
    TabInputText: class {},
    TabInputTextDiff: class {},
    TabInputWebview,
    window: {
      tabGroups: {
        get activeTabGroup() {
          return { activeTab: { input: new TabInputWebview() } };
        },
      },
      get visibleTextEditors() {
        return shown.editors;
      },
    },
  };
});

const page = { scheme: 'docs-platform-edit', authority: 'ada', path: '/space1.change-request-7/welcome.md' };
const other = { scheme: 'docs-platform', authority: 'ada', path: '/space1/welcome.md' };

test('the page that is written in beside a preview that has the focus is the active one', async () => {
  const { activeUri } = await import('../../../../src/extension/editing/shared/sessions.ts');
  shown.editors = [{ document: { uri: other } }, { document: { uri: page } }];

  shown.viewType = 'mainThreadWebview-markdown.preview';
  assert.equal(activeUri(), page);

  shown.viewType = 'mainThreadWebview-docsPlatform.threads';
  expect(activeUri()).toBeUndefined();
});
