import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import GithubSlugger from 'github-slugger';
import { readManifest } from './readManifest.ts';
import { headings, linksOf } from './sampleWorkspace.ts';

// What users read: commands are written as *Category: Title*, other labels on screen as **Label**.

const guide = globSync('docs/guide/*.md');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'].filter((path) => existsSync(path)),
  ...globSync('docs/**/*.md'),
];
const text = new Map(documents.map((path) => [path, readFileSync(path, 'utf8')]));

const { contributes } = readManifest<Manifest>();

/** Commands of VS Code that the documents name. */
const ofVsCode = {
  commands: ['Welcome: Open Walkthrough...', 'View: Reopen Closed Editor', 'Preferences: Open Keyboard Shortcuts'],
  labels: ['Problems', 'Install from VSIX…'],
};

describe.each(documents)('%s', (path) => {
  const prose = (text.get(path) ?? '').replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, '');

  test('names commands as the palette shows them', () => {
    const hidden = contributes.menus.commandPalette
      .filter((entry) => entry.when === 'false')
      .map(({ command }) => command);
    const offered = contributes.commands
      .filter(({ command }) => !hidden.includes(command))
      .map(({ category, title }) => `${category}: ${title}`);
    const named = [...prose.matchAll(/(?<![*\w])\*([A-Z][\w ]*: [^*\n]+)\*(?!\*)/g)].flatMap(([, name = '']) => name);

    expect(named.filter((name) => ![...offered, ...ofVsCode.commands].includes(name))).toEqual([]);
  });

  test('has links and pictures with existing targets', () => {
    const broken = linksOf(text.get(path) ?? '').filter((target) => {
      const [file = '', anchor] = target.split('#');
      const found = normalize(join(dirname(path), file || '.'));
      if (!existsSync(found)) return true;
      if (anchor === undefined) return false;
      const slugger = new GithubSlugger();
      const slugs = headings(readFileSync(file ? found : path, 'utf8')).map((heading) => slugger.slug(heading));
      return !slugs.includes(anchor);
    });

    expect(broken).toEqual([]);
  });
});

describe.each(['README.md', ...guide])('%s', (path) => {
  test('names buttons, menu entries and views as they are on screen', () => {
    const sources = globSync('src/{extension,webview,model,protocol}/**/*.ts').map((file) =>
      readFileSync(file, 'utf8'),
    );
    const shown = [readFileSync('package.nls.json', 'utf8'), ...sources].join('\n');
    const isShown = (label: string) =>
      ofVsCode.labels.includes(label) ||
      [`'${label}'`, `"${label}"`, `>${label}<`, `) ${label}'`, `'${label.replaceAll("'", String.raw`\'`)}'`].some(
        (written) => shown.includes(written),
      );
    const labels = [...(text.get(path) ?? '').matchAll(/(?<!^\d+\. )\*\*([A-Z][^*\n]*)\*\*/gm)].flatMap(
      ([, label = '']) => label,
    );

    expect(labels.filter((label) => !isShown(label))).toEqual([]);
  });
});

test('the README in the package has nothing that VS Code shows as broken', async () => {
  const { packagedReadme } = (await import(new URL('../build/readme.mjs', import.meta.url).href)) as {
    packagedReadme: (text: string) => string;
  };

  const packaged = packagedReadme(readFileSync('README.md', 'utf8'));

  expect(packaged.match(/\]\((?!https:)[^)]*\)/g)).toBeNull();
  expect(packaged).toContain('## Sign in');
});

test('every setting is described in the README', () => {
  const readme = text.get('README.md') ?? '';
  const settings = Object.keys(contributes.configuration.properties);

  expect(settings.filter((setting) => !readme.includes(`\`${setting}\``))).toEqual([]);
});

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category: string; readonly title: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
    readonly configuration: { readonly properties: object };
  };
}
