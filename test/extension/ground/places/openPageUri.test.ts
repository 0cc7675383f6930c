import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import * as vscode from 'vscode';
import { activeUri, openPageUri, previewedUri } from '../../../../src/extension/ground/places/openPageUri.ts';

const uri = (scheme: string, path: string) => vscode.Uri.from({ scheme, authority: 'ada', path });
const editable = uri('docs-platform-edit', '/space1.change-request-7/welcome.md');
const published = uri('docs-platform', '/space1/welcome.md');
const elsewhere = uri('docs-platform', '/space2/welcome.md');
const another = uri('docs-platform', '/space1/setup.md');

function show(tab: object): void {
  Object.assign(vscode.window.tabGroups.activeTabGroup, { activeTab: tab });
}

const preview = (label: string) => ({ label, input: new vscode.TabInputWebview('mainThreadWebview-markdown.preview') });
const text = (of: vscode.Uri) => ({ label: '', input: new vscode.TabInputText(of) });

beforeEach(() => {
  // What was shown last by an earlier test.
  show(text(vscode.Uri.from({ scheme: 'file', path: '/notes.txt' })));
  activeUri();
  Object.assign(vscode.window, { visibleTextEditors: [], activeTextEditor: undefined });
  Object.assign(vscode.workspace, {
    textDocuments: [editable, published, elsewhere, another].map((each) => ({ uri: each })),
  });
});

test('the page of a preview is the one that was shown before it', () => {
  for (const page of [editable, published, elsewhere]) {
    show(text(page));
    activeUri();
    show(preview('Preview welcome.md'));
    assert.equal(previewedUri(), page);
    assert.equal(activeUri(), page);
    assert.equal(openPageUri(), page === editable ? undefined : page);
  }
});

test('a preview keeps its page while other pages are shown, and follows a link in it', () => {
  show(text(published));
  activeUri();
  const tab = preview('Preview welcome.md');
  show(tab);
  assert.equal(activeUri(), published);
  show(text(another));
  activeUri();
  show(tab);
  assert.equal(activeUri(), published);

  tab.label = 'Preview setup.md';
  assert.equal(activeUri(), another);
});

test('a locked preview keeps its page while another one of the same name is shown', () => {
  show(text(published));
  activeUri();
  const tab = preview('[Preview] welcome.md');
  show(tab);
  assert.equal(activeUri(), published);
  show(text(elsewhere));
  activeUri();
  show(tab);
  assert.equal(activeUri(), published);
});

test('the editable page next to a preview from an earlier session is its page', () => {
  const visibleTextEditors = [{ document: { uri: published } }, { document: { uri: editable } }];
  Object.assign(vscode.window, { visibleTextEditors });
  show(preview('Preview welcome.md'));
  assert.equal(activeUri(), editable);
});

test('the preview of a file that is no page has none, and neither has another webview', () => {
  show(preview('Preview readme.md'));
  assert.equal(previewedUri(), undefined);
  show({ label: 'Comments', input: new vscode.TabInputWebview('mainThreadWebview-docsPlatform.threads') });
  assert.equal(previewedUri(), undefined);
  assert.equal(activeUri(), undefined);
});
