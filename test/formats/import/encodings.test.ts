import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { textIn } from '../../../src/formats/import/encoding.ts';
import { fromFolder, fromZip } from './repository.ts';

/** By encoding, the bytes of words in it; Node encodes none of them. */
const encoded: Readonly<Record<string, readonly [text: string, hex: string][]>> = {
  'windows-1250': [
    ['# Příručka\n\nPříliš žluťoučký kůň', '232050f8ed7275e86b610a0a50f8ed6c699a209e6c759d6f75e86bfd206bf9f2'],
    ['# Zażółć gęślą jaźń', '23205a61bff3b3e62067ea9c6cb9206a619ff1'],
    ['# Telepítés\n\nÁrvíztűrő tükörfúrógép', '232054656c6570ed74e9730a0ac17276ed7a74fb72f52074fc6bf67266fa72f367e970'],
  ],
  'windows-1251': [
    [
      '# Установка\n\nЭта страница описывает установку',
      '2320d3f1f2e0edeee2eae00a0addf2e020f1f2f0e0ede8f6e020eeefe8f1fbe2e0e5f220f3f1f2e0edeee2eaf3',
    ],
    ['# Привет', '2320cff0e8e2e5f2'],
  ],
  'koi8-r': [
    [
      '# Установка\n\nЭта страница описывает установку',
      '2320f5d3d4c1cecfd7cbc10a0afcd4c120d3d4d2c1cec9c3c120cfd0c9d3d9d7c1c5d420d5d3d4c1cecfd7cbd5',
    ],
  ],
  'windows-1252': [
    ['# Übung\n\nGröße – “gut”', '2320dc62756e670a0a4772f6df652096209367757494'],
    [
      '# Présentation\n\nÇa marche très bien, à bientôt',
      '23205072e973656e746174696f6e0a0ac761206d6172636865207472e873206269656e2c20e0206269656e74f474',
    ],
    ['# Instalación\n\n¿Cómo está?', '2320496e7374616c616369f36e0a0abf43f36d6f20657374e13f'],
  ],
  'windows-1253': [['# Εγκατάσταση\n\nΑυτή η σελίδα', '2320c5e3eae1f4dcf3f4e1f3e70a0ac1f5f4de20e720f3e5ebdfe4e1']],
  'windows-1254': [['# Değişiklik\n\nŞimdi başlayın', '23204465f069fe696b6c696b0a0ade696d6469206261fe6c6179fd6e']],
  'windows-1255': [['# התקנה\n\nדף זה', '2320e4faf7f0e40a0ae3f320e6e4']],
  'windows-1256': [['# التثبيت\n\nهذه الصفحة', '2320c7e1cacbc8edca0a0ae5d0e520c7e1d5ddcdc9']],
  'windows-1257': [
    [
      '# Diegimas\n\nŠis puslapis aprašo diegimą, žingsnį po žingsnio',
      '232044696567696d61730a0ad06973207075736c617069732061707261f06f2064696567696de02c20fe696e67736ee120706f20fe696e67736e696f',
    ],
  ],
  shift_jis: [
    [
      '# 設定\n\nこのページでは、設定の方法を説明します。',
      '232090dd92e80a0a82b182cc8379815b835782c582cd814190dd92e882cc95fb964082f090e096be82b582dc82b78142',
    ],
    ['# インストール', '23208343839383588367815b838b'],
  ],
  'euc-jp': [
    [
      '# 設定の方法\n\nこのページでは、設定の方法を説明します。',
      '2320c0dfc4eaa4cecafdcba10a0aa4b3a4cea5daa1bca5b8a4c7a4cfa1a2c0dfc4eaa4cecafdcba1a4f2c0e2ccc0a4b7a4dea4b9a1a3',
    ],
  ],
  gb18030: [
    [
      '# 安装\n\n本页介绍如何安装和配置软件。',
      '2320b0b2d7b00a0ab1bed2b3bde9c9dcc8e7baceb0b2d7b0bacdc5e4d6c3c8edbcfea1a3',
    ],
    ['# 概述\n\n欢迎', '2320b8c5caf60a0abbb6d3ad'],
  ],
  big5: [
    [
      '# 安裝\n\n本頁介紹如何安裝和設定軟體。',
      '2320a677b8cb0a0aa5bbadb6a4b6b2d0a670a6f3a677b8cba94db35da977b36ec5e9a143',
    ],
  ],
  'euc-kr': [
    [
      '# 설치\n\n이 페이지는 설치 방법을 설명합니다.',
      '2320bcb3c4a10a0ac0cc20c6e4c0ccc1f6b4c220bcb3c4a120b9e6b9fdc0bb20bcb3b8edc7d5b4cfb4d92e',
    ],
  ],
};

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe.each(Object.entries(encoded))('a text in %s', (encoding, texts) => {
  test.each(texts)('is read: %j', (text, hex) => {
    assert.equal(textIn(bytesOf(hex)), text);
  });

  test('is read in every import, and named', async () => {
    const [text = '', hex = ''] = encoded[encoding]?.[0] ?? [];
    const page = Buffer.concat([bytesOf(hex), Buffer.from('\r\n')]);
    for (const { pages, notes } of [fromFolder({ 'a.md': page }), await fromZip({ 'a.md': page })]) {
      assert.equal(pages.get('a.md')?.title, text.split('\n', 1)[0]?.slice(2));
      assert.deepEqual(notes, [`encoding · a.md · ${encoding}`]);
    }
  });
});

describe('a text in UTF-16', () => {
  test.each(['# A\n\nDiseño', '# 設定\n\nこのページ', '# Ą\n'])('is read with a mark and without: %j', (text) => {
    const little = Buffer.from(text, 'utf16le');
    for (const mark of ['', '\ufeff']) {
      const bytes = Buffer.concat([Buffer.from(mark, 'utf16le'), little]);
      assert.equal(textIn(bytes), text);
      assert.equal(textIn(Buffer.from(bytes).swap16()), text);
    }
  });
});

test.each([
  ['a degree and quotes', '5 \xb0C \x93x\x94', '5 °C “x”'],
  ['one letter', '# Caf\xe9\n', '# Café\n'],
  ['one word', 'Gr\xf6\xdfe', 'Größe'],
])('a text in Latin letters is read as such: %s', (_, bytes, text) => {
  assert.equal(textIn(Buffer.from(bytes, 'latin1')), text);
});

test('a file that is no text is skipped and named', async () => {
  const files = { 'a.md': '# A', 'b.md': Buffer.from([0x89, 0x50, 0, 1, 2]) };
  for (const { pages, notes } of [fromFolder(files), await fromZip(files)]) {
    assert.deepEqual([[...pages.keys()], notes], [['a.md'], ['skipped · b.md · not a text file']]);
  }
});

test('a file with a bad byte is named', () => {
  const page = Buffer.concat([Buffer.from('# Größe und Übung'), Buffer.from([0xff])]);

  assert.deepEqual(fromFolder({ 'a.md': page }).notes, ['encoding · a.md · UTF-8, 1 \ufffd']);
});

describe('the names in an archive', () => {
  test.each([
    ['UTF-8', '安装/größe.md', Buffer.from('安装/größe.md')],
    ['GBK', '使用说明/安装.md', bytesOf('cab9d3c3cbb5c3f72fb0b2d7b02e6d64')],
    ['Shift_JIS', '表示/設定の方法.md', bytesOf('955c8ea62f90dd92e882cc95fb96402e6d64')],
    ['the one of DOS', 'größe.md', bytesOf('6772' + '94' + 'e1' + '652e6d64')],
  ])('are read from %s without its flag', async (_, path, name) => {
    const { pages } = await fromZip([
      { name, content: `# A\n\n![](../${path.split('/')[0] ?? ''}/p.svg)` },
      { name: 'README.md', content: `# Start\n\n[a](<${path}>)` },
    ]);

    assert.deepEqual([...pages.keys()].toSorted(), ['README.md', path].toSorted());
    assert.equal(
      pages.get('README.md')?.text,
      '[a](<' + (path.includes('/') ? `${pages.get(path)?.path ?? ''}.md` : 'a.md') + '>)',
    );
  });

  test('lead nowhere outside in any encoding', async () => {
    for (const hex of ['2e2e2fb0b2d7b02e6d64', '433a2fb0b2d7b02e6d64', '2e2e5cb0b2d7b02e6d64']) {
      await assert.rejects(fromZip([{ name: bytesOf(hex), content: '# A' }]), /(?:absolute|invalid relative) path/);
    }
  });
});
