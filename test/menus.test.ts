import assert from 'node:assert/strict';
import { test } from 'vitest';
import { idsAlone, main, uriOf, type Version } from '../src/model/shared/address.ts';
import { idOf, menuEntries, type Contributes, type Item } from './menuEntries.ts';
import { readManifest } from './readManifest.ts';
import { holds } from './whenClause.ts';

const { contributes } = readManifest<{ readonly contributes: Contributes }>();
const { commands, submenus } = contributes;
const entries = (menu: string, context: { view: string; viewItem: string }): Item[] =>
  menuEntries(contributes, menu, context);
const names = new Map([
  ...commands.map(({ command, title }) => [command, title] as const),
  ...submenus.map(({ id, label }) => [id, label] as const),
]);

const rights = '[;view;comment;review;edit;merge;create;createContent;admin]';

/** Every `contextValue` that rows can have, by view: `{a|b}` is one of them, `[a]` is optional. */
const rows: Readonly<Record<string, readonly string[]>> = {
  library: [
    `organization[;browser]${rights}`,
    `collection[;browser]${rights}`,
    `space[;browser][;repository];{live|locked|deleted}[;propose]${rights}`,
    'page[;browser][;document][;repository][;propose]',
    `files${rights}`,
    'file',
  ],
  changeRequests: [
    `changeRequest;{draft|open|merged|archived}[;outdated][;conflicts][;browser][;reviews][;requested][;reviewing]${rights}[;propose]`,
    `space${rights}[;propose]`,
    `review;{requested|given};{draft|open|merged|archived}${rights}[;propose]`,
    'changedPage;{added|modified|renamed|deleted}[;text][;browser][;conflict][;viewed][;edit]',
    'changedFile;{added|modified|deleted}[;viewed]',
    'page;{document|group|link|computed}[;text][;changed][;browser]',
    'pages',
  ],
  sites: [
    'organization[;change]',
    'site[;change];{live|unpublished}[;address][;shared]',
    'part;{site-section-group|site-section|site-space}[;address][;deleted][;change]',
    'shareLinks[;change]',
    'shareLink;{active|inactive}[;address]',
    'audience[;change]',
    'customization[;change]',
  ],
  organization: [
    'organization[;admin]',
    'member[;change][;noSso]',
    ...['settings', 'members', 'teams', 'team', 'teamMember', 'specs', 'translations', 'translation'].map(
      (kind) => `${kind}[;change]`,
    ),
    'integrations[;change]',
    'integration[;change]',
    'spec[;change][;content]',
    'version',
  ],
  inbox: ['draft[;{pending|gone|unsent}]', 'news;{review|comment}[;thread]'],
};

function everyOne(pattern: string): string[] {
  const part = /^(.*?)(?:\[([^[\]]*)\]|\{([\w|-]+)\})(.*)$/.exec(pattern);
  if (!part) return [pattern];
  const [, before = '', optional, choices = '', after = ''] = part;
  const middles = optional === undefined ? choices.split('|') : ['', ...everyOne(optional)];
  return everyOne(after).flatMap((end) => middles.map((middle) => `${before}${middle}${end}`));
}

const contexts = Object.entries(rows).flatMap(([view, patterns]) =>
  patterns.flatMap(everyOne).map((viewItem) => ({ view: `docsPlatform.${view}`, viewItem })),
);

test('no row has more than twelve entries in its context menu or in a submenu of it, nor one twice', () => {
  assert.ok(contexts.length > 1000);
  for (const context of contexts) {
    const shown = entries('view/item/context', context);
    for (const menu of [shown, ...shown.flatMap(({ submenu }) => (submenu ? [entries(submenu, context)] : []))]) {
      const titles = menu.map((item) => names.get(idOf(item)));
      const reported = `${context.view} ${context.viewItem}: ${titles.join(', ')}`;
      assert.ok(titles.length <= 12, reported);
      assert.equal(new Set(titles).size, titles.length, reported);
    }
  }
});

test('no row of a tree has more than two inline icons', () => {
  const inline = (contributes.menus['view/item/context'] ?? []).filter(({ group }) => group.startsWith('inline'));
  assert.ok(inline.length > 20);
  for (const context of contexts) {
    const icons = inline.filter(({ when }) => holds(when, context)).map(idOf);
    assert.ok(icons.length <= 2, `${context.view} ${context.viewItem}: ${icons.join(', ')}`);
  }
});

test('no menu contains a submenu twice, because VS Code leaves out the second entry', () => {
  for (const [menu, items] of Object.entries(contributes.menus)) {
    const named = items.flatMap(({ submenu }) => submenu ?? []);
    assert.equal(new Set(named).size, named.length, `${menu}: ${named.join(', ')}`);
  }
});

test('raw tools are the last entries of the last submenu', () => {
  for (const context of contexts) {
    const shown = entries('view/item/context', context);
    const raw = /\.(showDetails|callEndpoint)$/;
    assert.ok(!shown.some((item) => raw.test(idOf(item))), context.viewItem);
    const at = shown.findIndex(
      ({ submenu }) => submenu !== undefined && entries(submenu, context).some((item) => raw.test(idOf(item))),
    );
    if (at >= 0) assert.equal(at, shown.length - 1, context.viewItem);
  }
});

test('menus start with opening, reading and editing, and end with deleting and raw tools', () => {
  const menu = (view: string, viewItem: string): string[] => {
    const context = { view: `docsPlatform.${view}`, viewItem };
    return entries('view/item/context', context).map((item) => names.get(idOf(item)) ?? '');
  };
  const all = 'view;comment;review;edit;merge;create;createContent;admin';

  assert.deepEqual(
    {
      organization: menu('library', `organization;browser;${all}`),
      collection: menu('library', `collection;browser;${all}`),
      space: menu('library', `space;browser;repository;live;propose;${all}`),
      page: menu('library', 'page;browser;document;repository;propose'),
      changeRequest: menu('changeRequests', `changeRequest;open;outdated;browser;reviews;${all};propose`),
      site: menu('sites', 'site;change;live;address;shared'),
      team: menu('organization', 'team;change'),
    },
    {
      organization: [
        'Create Space…',
        'Create Collection…',
        'Copy Link',
        'Open in Browser',
        'Edit Settings',
        'Refresh',
        'More',
      ],
      collection: [
        'Create Space…',
        'Create Collection…',
        'Copy Link',
        'Open in Browser',
        'Rename…',
        'Organize',
        'Edit Settings',
        'Refresh',
        'Delete…',
        'More',
      ],
      space: [
        'Search…',
        'Open Comment Threads',
        'Create Change Request…',
        'Create Page…',
        'Import…',
        'Copy Link',
        'Open in Browser',
        'Rename…',
        'Organize',
        'Edit Settings',
        'Delete…',
        'More',
      ],
      page: [
        'Open Preview',
        'Open in Reader',
        'Open Comment Threads',
        'Reply to Comment…',
        'Edit in Change Request…',
        'Create Page…',
        'Copy Link',
        'Copy as Markdown Link',
        'Open in Browser',
        'Rename…',
        'Delete…',
        'More',
      ],
      changeRequest: [
        'Open Changes',
        'Open Rendered Changes',
        'Open Comment Threads',
        'Review',
        'Check for Problems',
        'Copy Link',
        'Update from Main',
        'Merge…',
        'More',
      ],
      site: [
        'Open in Browser',
        'Show Published Structure',
        'Edit Structure',
        'Copy Link',
        'Create Share Link…',
        'Rename…',
        'Settings',
        'Unpublish…',
        'Delete…',
        'More',
      ],
      team: ['Add Members…', 'Rename…', 'Edit Settings', 'Remove Members…', 'Delete…', 'More'],
    },
  );
});

test('no title in a context menu repeats what its row shows', () => {
  const nouns: Readonly<Record<string, RegExp>> = {
    changeRequest: /change request/i,
    page: /\bpage\b/i,
    changedPage: /\bpage\b/i,
    space: /\bspace\b/i,
    collection: /^(?!New ).*\bcollection\b/i,
    site: /\bsite\b/i,
    shareLink: /share link/i,
    member: /^(?!.*SSO).*\bmember\b/i,
    spec: /openapi/i,
    team: /\bteam\b/i,
    translation: /translation/i,
    integration: /integration/i,
    file: /\bfile\b/i,
  };
  for (const context of contexts) {
    const noun = nouns[context.viewItem.split(';')[0] ?? ''];
    for (const item of entries('view/item/context', context)) {
      const title = names.get(idOf(item)) ?? '';
      const isAboutAnother = /^(New|Create|Edit in) |^Restore Space/.test(title);
      if (noun && !isAboutAnother) assert.doesNotMatch(title, noun, `${context.view} ${context.viewItem}: ${title}`);
    }
  }
});

const named = { ...idsAlone, slugOf: () => 'Heron-Operator-Handbook' };
const [published, head, revised]: readonly [Version, Version, Version] = [
  main,
  { kind: 'changeRequest', number: 5 },
  { kind: 'revision', revision: 'r1' },
];

test.each<[string, Version[]]>([
  ['changeRequests.create', [published]],
  ['links.report', [published]],
  ['editing.edit', [published, head]],
  ['changeRequest.merge', [head]],
  ['changes.open', [head]],
  ['changes.openPage', [head]],
])('the editor offers %s for the same pages, whether their space goes by its title or its id', (command, offered) => {
  const offers = (version: Version, names: typeof named | undefined): boolean => {
    const { scheme, path } = uriOf(
      { account: 'x', space: '2LnEvVHgZOaeCwH5ETn1', version, path: 'safety/stop.md' },
      names,
    );
    const context = { resourceScheme: scheme, resourcePath: path };
    return (contributes.menus['editor/title'] ?? []).some(
      (item) => item.command === `docsPlatform.${command}` && holds(item.when, context),
    );
  };
  for (const version of [published, head, revised])
    for (const names of [named, undefined])
      assert.equal(offers(version, names), offered.includes(version), JSON.stringify([version, names !== undefined]));
});

test('links can be copied only from rows with an address in the browser', () => {
  const copies = (context: (typeof contexts)[number]) =>
    entries('view/item/context', context).filter((item) => /\.copy(Markdown)?Link\b/.test(idOf(item)));
  const pages = contexts.filter(({ viewItem }) => /^(page|changedPage)\b/.test(viewItem));

  assert.ok(pages.some((context) => copies(context).length === 2));
  for (const context of pages.filter(({ viewItem }) => !/;browser\b/.test(viewItem))) {
    assert.deepEqual(copies(context), [], `${context.view} ${context.viewItem}`);
  }
});

test('a review can be submitted only from the menu of a change request with pending comments', () => {
  const menu = (viewItem: string) => {
    const context = { view: 'docsPlatform.changeRequests', viewItem };
    const shown = entries('view/item/context', context);
    const below = shown.flatMap(({ submenu }) => (submenu ? entries(submenu, context) : []));
    return [...shown, ...below].map(idOf).filter((id) => id.endsWith('.submitReview'));
  };

  assert.deepEqual(menu('changeRequest;open;reviews;requested;view;comment;review'), []);
  assert.equal(menu('changeRequest;open;reviews;requested;reviewing;view;comment;review').length, 2);
});
