import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { Document } from '../../../fakes/vscode/documents.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import { Uri } from '../../../fakes/vscode/places.ts';
import { withJsonFeatures } from '../../../../src/extension/organization/settings/jsonFeatures.ts';

let activated: number;
let asked: string[];
let extension: { activate(): Promise<void> } | undefined;

beforeEach(() => {
  activated = 0;
  asked = [];
  extension = { activate: async () => void activated++ };
  const getExtension = (id: string) => (asked.push(id), extension);
  Object.assign(vscode.extensions, { getExtension });
});

test('the JSON features start with a settings document and with no other document', () => {
  withJsonFeatures();
  fake.opened.fire({ languageId: 'markdown' });
  assert.equal(activated, 0);

  fake.opened.fire({ languageId: 'docs-platform-settings' });

  assert.deepEqual([activated, asked], [1, ['vscode.json-language-features']]);
});

test.each(['docs-platform-settings', 'docs-platform-request'])(
  'the JSON features start with a restored %s document',
  (languageId) => {
    fake.documents.push(new Document(new Uri({}), '', languageId));

    withJsonFeatures();

    assert.equal(activated, 1);
  },
);

test('settings open in a VS Code without JSON features, or with broken ones', async () => {
  withJsonFeatures();
  extension = undefined;
  fake.opened.fire({ languageId: 'docs-platform-settings' });
  const activate = vi.fn(() => Promise.reject(new Error('It is disabled')));
  extension = { activate };

  fake.opened.fire({ languageId: 'docs-platform-settings' });
  await Promise.allSettled(activate.mock.results.map(({ value }) => value as Promise<void>));

  assert.equal(activate.mock.calls.length, 1);
});
