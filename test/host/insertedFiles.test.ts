import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { goingBack, type Person } from './person.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAD0lEQVR4nGP4z8DwH4QBD/oD/WkzUCwAAAAASUVORK5CYII=',
  'base64',
);
/** A JPEG with a place, as far as a reader of its segments sees it. */
const photo = Buffer.from(
  '\xff\xd8\xff\xe1\0\x12Exif\0\0GPS 52 13\0\xff\xdb\0\x04ab\xff\xda\0\x04xydata\xff\xd9',
  'latin1',
);

suite('Files that are inserted into a page', () => {
  let person: Person;
  let session: EditingWindow;
  let folder: string;
  const { showOpenDialog } = vscode.window;

  signedIn(async (given) => {
    ({ person } = given);
    session = await openEditingWindow(given);
  });

  suiteSetup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  });

  suiteTeardown(() => rm(folder, { recursive: true }));

  setup(async () => {
    person.startOver();
    await session.propose('Pictures');
  });

  teardown(async () => {
    Object.assign(vscode.window, { showOpenDialog });
    await session.leave();
  });

  /** An editable page with the cursor in an empty line at its end. */
  async function open(): Promise<vscode.TextEditor> {
    const editor = await session.open(session.pages[0]!);
    await session.append(editor.document, '\n');
    const { end } = editor.document.lineAt(editor.document.lineCount - 1).range;
    editor.selection = new vscode.Selection(end, end);
    return editor;
  }

  /** Runs the command, picks these files from disk, and types these answers. */
  async function insert(files: Readonly<Record<string, string | Uint8Array>>, ...answers: (string | symbol)[]) {
    const uris: vscode.Uri[] = [];
    for (const [name, content] of Object.entries(files)) {
      await writeFile(path.join(folder, name), content);
      uris.push(vscode.Uri.file(path.join(folder, name)));
    }
    Object.assign(vscode.window, { showOpenDialog: async () => uris });
    person.picks('From Disk…');
    person.types(...(answers as string[]));
    await executeCommand('docsPlatform.editing.insertFile');
  }

  interface FileJson {
    readonly id: string;
    readonly name: string;
    readonly contentType: string;
    readonly size: number;
    readonly downloadURL: string;
  }

  async function added(): Promise<FileJson[]> {
    const base = `/spaces/${session.space}`;
    const names = async (at: string) => (await session.json<{ items: FileJson[] }>('GET', `${at}/content/files`)).items;
    const before = new Set((await names(base)).map(({ id }) => id));
    return (await names(`${base}/change-requests/${session.number}`)).filter(({ id }) => !before.has(id));
  }

  const fileAt = ({ document }: vscode.TextEditor, name: string) =>
    vscode.Uri.joinPath(document.uri, '..', '_files', name);

  test('are shown at once, and sent with the page when it is saved', async () => {
    const editor = await open();

    await insert({ 'Login page.png': png }, 'login.png', 'The "login" page');

    assert.match(
      editor.document.getText(),
      /^<figure><img src="_files\/login\.png" alt="The &quot;login&quot; page"><figcaption><\/figcaption><\/figure>$/m,
    );
    assert.deepEqual(
      person.questions.map(({ value }) => value),
      ['Login-page.png', ''],
    );
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(fileAt(editor, 'login.png'))), png);
    assert.equal((await vscode.workspace.fs.stat(fileAt(editor, 'login.png'))).size, png.length);
    assert.deepEqual(await added(), []);

    await editor.document.save();

    const [file] = await added();
    assert.deepEqual([file?.name, file?.contentType, file?.size], ['login.png', 'image/png', png.length]);
    assert.ok((await session.markdownOf(session.pages[0]!)).includes(`<img src="/files/${file?.id}"`));
    assert.equal(editor.document.isDirty, false);
    assert.ok(editor.document.getText().includes('src="_files/login.png"'));
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(fileAt(editor, 'login.png'))), png);
    assert.deepEqual(person.messages, []);
    const links = vscode.languages.getDiagnostics(editor.document.uri);
    assert.deepEqual(links, []);
  });

  test('have no broken link before the save, and are offered again', async () => {
    const editor = await open();
    await insert({ 'a.png': png }, 'unsent.png', '');
    const { end } = editor.document.lineAt(editor.document.lineCount - 1).range;
    await editor.edit((edit) => edit.insert(end, '\n\n![x](_files/nowhere.png)\n'));

    await until('one problem', () => {
      const found = vscode.languages.getDiagnostics(editor.document.uri);
      return found.length === 1 && found[0]?.message.includes('nowhere.png');
    });
    await executeCommand('docsPlatform.editing.insertFile');

    assert.ok(person.offered.at(-1)?.some((label) => label.endsWith('unsent.png')));
  });

  test('lose the place of a photo, unless the setting says otherwise', async () => {
    const settings = vscode.workspace.getConfiguration('docsPlatform.editing');
    const editor = await open();
    await insert({ 'photo.jpg': photo }, 'photo.jpg', 'A photo');
    await settings.update('removePhotoMetadata', false, vscode.ConfigurationTarget.Global);
    try {
      await insert({ 'photo.jpg': photo }, 'whole.jpg', 'A photo');
    } finally {
      await settings.update('removePhotoMetadata', undefined, vscode.ConfigurationTarget.Global);
    }

    const [cleaned, whole] = await Promise.all(
      ['photo.jpg', 'whole.jpg'].map((name) => vscode.workspace.fs.readFile(fileAt(editor, name))),
    );
    assert.equal(Buffer.from(cleaned!).toString('latin1'), '\xff\xd8\xff\xdb\0\x04ab\xff\xda\0\x04xydata\xff\xd9');
    assert.deepEqual(Buffer.from(whole!), photo);
  });

  test('get another name if theirs is taken, and can be given one', async () => {
    const editor = await open();
    await insert({ 'x.png': png }, 'x.png', '');

    await insert({ 'x.png': png }, 'x.png', 'y', goingBack, 'z.png', 'Z');

    assert.equal(person.questions[2]?.value, 'x-2.png');
    assert.deepEqual(person.refusals, ['“x.png” is taken. Try “x-2.png”.']);
    assert.match(editor.document.getText(), /!\[Z\]\(_files\/z\.png\)/);
  });

  test('are left out, with a sentence, if they are too large or more than a picture', async () => {
    const editor = await open();
    const before = editor.document.getText();

    await insert({ 'large.png': Buffer.concat([png, Buffer.alloc(3_200_000)]) });
    await insert({ 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' });
    await insert({ 'empty.png': '' });
    await insert({ 'broken.svg': '<html>' });

    assert.deepEqual(
      person.choices.map(({ message }) => message),
      [
        '“large.png” has 3.2 MB, but the server accepts files of up to 1 MB. Make it smaller, or add it in the browser.',
        "“a.svg” can run or load something else (onload), so it isn't inserted. Remove that part, or insert the image as PNG.",
        '“empty.png” is empty.',
        "“broken.svg” can't be read as SVG in UTF-8. Save it again, or insert it as PNG.",
      ],
    );
    assert.equal(editor.document.getText(), before);
    assert.deepEqual(person.questions, []);
  });

  test('are inserted together without a question, and the others are named', async () => {
    const editor = await open();

    await insert({ 'first_step.png': png, 'notes.pdf': '%PDF', 'bad.svg': '<svg><script/></svg>' });
    await editor.document.save();

    assert.match(
      editor.document.getText(),
      /!\[first step\]\(_files\/first_step\.png\) \[notes\]\(_files\/notes\.pdf\)/,
    );
    assert.equal(person.choices.length, 1);
    assert.deepEqual((await added()).map(({ name, contentType }) => [name, contentType]).sort(), [
      ['first_step.png', 'image/png'],
      ['notes.pdf', 'application/pdf'],
    ]);
  });

  test('change nothing after Escape', async () => {
    const editor = await open();
    const before = editor.document.getText();

    await insert({ 'x.png': png });
    await insert({ 'x.png': png }, 'free.png');

    assert.equal(editor.document.getText(), before);
    assert.deepEqual([person.questions.length, person.messages], [3, []]);
  });
});

suite('Files, where the server does not take them,', () => {
  let person: Person;
  let session: EditingWindow;
  let asked = 0;

  signedIn(async (given) => {
    ({ person } = given);
    given.platform.instead = async (request, serve) => {
      const text = request.method === 'POST' ? await request.clone().text() : '';
      if (!text.includes('insert_files')) return serve(request);
      asked += 1;
      const message = 'body.changes.0.operation: must be one of insert_page, update_page';
      return Response.json({ error: { code: 422, message } }, { status: 422 });
    };
    session = await openEditingWindow(given);
    await session.propose('Pictures');
  });

  teardown(() => session.leave());

  test('are only offered from the space, and the server is asked once', async () => {
    await session.open(session.pages[0]!);

    await executeCommand('docsPlatform.editing.insertFile');
    await executeCommand('docsPlatform.editing.insertFile');

    assert.equal(person.offered.length, 2);
    for (const labels of person.offered) assert.ok(!labels.some((label) => label.includes('From Disk…')));
    assert.equal(asked, 1);
  });
});
