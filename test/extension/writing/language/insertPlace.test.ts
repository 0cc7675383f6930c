import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import * as vscode from 'vscode';
import { insertAt, placeIn } from '../../../../src/extension/writing/language/insertPlace.ts';
import { Document } from '../../../fakes/vscode/documents.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const file = { name: 'x.png', isImage: true, text: 'X', isAsked: true };
let pressed: string[] = [];

beforeEach(() => {
  pressed = [];
  fake.press = (message) => {
    pressed.push(message);
    return undefined;
  };
});

/** A page in an editor, with the cursor in the second line and a selected word in the first one. */
function open({ inserts = async () => true }: { inserts?: () => Promise<boolean> } = {}) {
  const own = new Document(vscode.Uri.parse('docs-platform-edit://acme/a.md'), 'A b c.\nD.');
  const document = own as unknown as vscode.TextDocument;
  const inserted: [snippet: string, at: string][] = [];
  const editor = {
    document,
    selection: new vscode.Selection(1, 2, 1, 2),
    async insertSnippet({ value }: vscode.SnippetString, { start, end }: vscode.Range) {
      inserted.push([value, [start, end].map(({ line, character }) => `${line}:${character}`).join('-')]);
      return inserts();
    },
  };
  Object.assign(vscode.window, { activeTextEditor: editor, visibleTextEditors: [] });
  return { own, inserted, place: placeIn(document, new vscode.Range(0, 2, 0, 3)) };
}

test('files replace the part of the page where they were inserted', async () => {
  const { place, inserted } = open();
  assert.equal(place.selected, 'b');

  await insertAt(place, [file]);

  assert.deepEqual(inserted, [['![X](_files/x.png)', '0:2-0:3']]);
  assert.deepEqual(pressed, []);
});

test('files replace nothing, and go to the cursor, if the page has changed during a question', async () => {
  const { own, place, inserted } = open();
  own.type('Typed. A b c.\nD.');

  await insertAt(place, [file]);

  assert.deepEqual(inserted, [['![X](_files/x.png)', '1:2-1:2']]);
});

test.each([
  ['refuses it', async () => false],
  ['is closed', () => Promise.reject(new Error('TextEditor#insertSnippet not possible on closed editors'))],
])('a file whose link is missing because the editor %s is named in a sentence', async (_, inserts) => {
  const { place } = open({ inserts });

  await insertAt(place, [file]);

  assert.equal(pressed.length, 1);
  assert.match(pressed[0]!, /Run Insert File or Image and select “x\.png”\.$/);
});

test('a file whose page is no longer shown is named in a sentence', async () => {
  const { place } = open();
  Object.assign(vscode.window, { activeTextEditor: undefined });

  await insertAt(place, [file]);

  assert.equal(pressed.length, 1);
});
