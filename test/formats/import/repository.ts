import { openFolder } from '../../../src/formats/import/folderFiles.ts';
import { pagesOfPlan, type FolderPage } from '../../../src/formats/import/folderPages.ts';
import { planOf } from '../../../src/formats/import/folderPlan.ts';
import { zipFolder } from '../../../src/formats/import/zip.ts';
import { folderWith } from '../../server/serve.ts';
import { zipOf } from '../../server/zipOf.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="2.5" height="4"/>';

/** A repository that an editor of documentation writes, with every form that real ones have. */
export const repository: Readonly<Record<string, string | Uint8Array>> = {
  '.gitbook.yaml':
    'root: ./docs/\nstructure:\n  readme: start.md\n  summary: toc/SUMMARY.md\nredirects:\n  old/page: new.md\n',
  'README.md': '# For developers\n',
  'docs/start.md': '# Start\n\n[Absolute](/guide/setup.md) [relative](guide/setup.md)\n',
  'docs/toc/SUMMARY.md':
    '# Table of contents\n\n* [Begin](../start.md)\n\n## Guides\n\n* [Set up](../guide/setup.md)\n* [Blocks](guide/all\\_blocks.md)\n',
  'docs/guide/setup.md':
    '---\ndescription: >-\n  Two\n  lines\nicon: "\\u00e9"\ncover: ../.gitbook/assets/cover.svg\ncoverY: 12\nnoIndex: true\nlayout:\n  width: wide\n  title:\n    visible: false\n  cover:\n    visible: true\n    size: hero\nvars:\n  version: 1.10\ntags:\n  - a\nhidden: false\n---\n\n# Set up\n\n{% include "../.gitbook/includes/note.md" %}\n',
  'docs/guide/all_blocks.md': [
    '# Blocks',
    '<picture><source srcset="../.gitbook/assets/dark (1).svg 2x, ../.gitbook/assets/wide.svg" media="(dark)"><img src=../.gitbook/assets/light.svg></picture>',
    `<video poster='../.gitbook/assets/poster.svg' src="../.gitbook/assets/it's%20a%20film.mp4"></video>`,
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th><th data-hidden data-card-cover-dark data-type="image"></th></tr></thead><tbody><tr><td>A</td><td><a href="../.gitbook/assets/card.svg">card</a></td><td><a href="../.gitbook/assets/card%20dark.svg">card</a></td></tr></tbody></table>',
    '{% openapi src="../.gitbook/assets/api.yaml" path="/pets/{id}" method="get" %}\n{% endopenapi %}',
    '{% file src="../.gitbook/assets/notes.md" caption="a \\"note\\"" %}',
    '{% embed caption="100% sure, 5 > 4" url="setup.md" %}',
    `{% embed caption='say "so"' url='../start.md' %}`,
    '{% content-ref url="../plain\\_name.md" %}\n[plain](../plain\\_name.md)\n{% endcontent-ref %}',
    '`{% include "../.gitbook/includes/note.md" %}`',
    '- In a list:\n\n  {% include "../.gitbook/includes/note.md" %}',
    '{% include "../.gitbook/includes/circle.md" %}',
    '{% include "../.gitbook/includes/gone.md" %}',
  ].join('\n\n'),
  'docs/plain_name.md': '---\ntitle: Setup: the basics\n---\n\nNot listed.\n',
  'docs/.gitbook/includes/note.md':
    '---\ntitle: Note\n---\n\n{% hint style="info" %}\nSee [setup](../../guide/setup.md).\n\n![n](../assets/note.svg)\n{% endhint %}\n',
  'docs/.gitbook/includes/circle.md': 'Round {% include "circle.md" %}\n',
  'docs/.gitbook/assets/api.yaml': 'openapi: 3.0.0\n',
  'docs/.gitbook/assets/notes.md': '# Notes\n',
  "docs/.gitbook/assets/it's a film.mp4": 'film',
  ...Object.fromEntries(
    ['cover', 'dark (1)', 'wide', 'light', 'poster', 'card', 'card dark', 'note', 'unused'].map((name) => [
      `docs/.gitbook/assets/${name}.svg`,
      picture,
    ]),
  ),
};

export interface Imported {
  /** By the path of their files, in order. */
  readonly pages: ReadonlyMap<string, FolderPage>;
  /** Titles, indented by level; hidden ones in brackets. */
  readonly outline: readonly string[];
  /** The paths of the files that came in. */
  readonly files: readonly string[];
  /** Kind, path, and detail. */
  readonly notes: readonly string[];
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Imports the files from a folder. */
export function fromFolder(files: Files): Imported {
  return imported(openFolder(folderWith(files)));
}

/** Imports the files from an archive. */
export async function fromZip(files: Files | Parameters<typeof zipOf>[0]): Promise<Imported> {
  return imported((await zipFolder({ bytes: zipOf(files), url: 'file:///docs.zip' })).folder);
}

function imported(folder: Parameters<typeof planOf>[0]): Imported {
  const read = pagesOfPlan(
    planOf(folder, (key) => key),
    { identify: (key) => key.replace(/^file /, '') },
  );
  const pages = new Map<string, FolderPage>();
  const outline: string[] = [];
  const visit = (page: FolderPage, level: number): void => {
    if (page.source !== undefined) pages.set(page.source, page);
    outline.push('  '.repeat(level) + (page.hidden ? `(${page.title})` : page.title));
    for (const child of page.children) visit(child, level + 1);
  };
  for (const page of read.pages) visit(page, 0);
  return {
    pages,
    outline,
    files: read.files.flatMap(({ row }) => row.path ?? []).sort(),
    notes: read.notes.map(({ kind, path, detail }) => [kind, path, detail].filter((part) => part).join(' · ')),
  };
}
