import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  blocks,
  changed,
  contentOfPage,
  headings,
  isAbsolute,
  openTags,
  pagePaths,
  pages,
  resolves,
  root,
  spaces,
  targetsOf,
  workspace,
  type Organization,
} from './sampleWorkspace.ts';

// The format is described in media/sample/README.md.

const brokenOnPurpose = [
  'engineering-handbook/build/testing-on-robots.md → ../run/test-hall.md',
  'firmware-guide/install/move-from-nw5.md → ../operate/legacy-export.md',
];

describe('workspace.json', () => {
  test('refers only to keys that exist, each used once', () => {
    for (const list of [
      workspace.organizations,
      workspace.users,
      workspace.collections,
      workspace.spaces,
      workspace.sites,
    ]) {
      expect(new Set(keys(list)).size).toBe(list.length);
    }
    const { organizations, users, collections } = workspace;
    expect(keys(users)).toEqual(
      expect.arrayContaining([workspace.me, ...organizations.flatMap(memberKeys), ...people()]),
    );
    expect(keys(organizations)).toEqual(
      expect.arrayContaining([...collections, ...spaces].map((of) => of.organization)),
    );
    expect(keys(collections)).toEqual(
      expect.arrayContaining([
        ...collections.flatMap((of) => of.parent ?? []),
        ...spaces.flatMap((of) => of.collection ?? []),
      ]),
    );
    expect(keys(spaces)).toEqual(
      expect.arrayContaining([...workspace.changeRequests, ...workspace.comments].map((of) => of.space)),
    );
  });

  test('keeps a collection and its content in one organization', () => {
    const organizationOf = new Map(workspace.collections.map((of) => [of.key, of.organization]));
    for (const of of workspace.collections) if (of.parent) expect(organizationOf.get(of.parent)).toBe(of.organization);
    for (const of of spaces) if (of.collection) expect(organizationOf.get(of.collection)).toBe(of.organization);
  });

  test('has every kind of space, collection, member, change request, and thread', () => {
    const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'];
    expect([...new Set(spaces.map((space) => space.visibility))].sort()).toEqual(visibilities.sort());
    expect(spaces.length).toBeGreaterThanOrEqual(9);
    expect(spaces.some((space) => space.editMode === 'locked' && !space.deletedDaysAgo)).toBe(true);
    expect(spaces.filter((space) => space.deletedDaysAgo).map((space) => space.deletedDaysAgo)).toEqual([2]);
    expect(spaces.some((space) => !space.collection)).toBe(true);
    expect(workspace.collections.some((of) => of.parent)).toBe(true);

    const [main, partner] = workspace.organizations;
    expect(main?.members[workspace.me]).toBe('admin');
    expect(partner?.members[workspace.me]).toBe('comment');
    expect(Object.values(main?.members ?? {})).toContain(null);
    expect(workspace.users.length).toBeGreaterThanOrEqual(7);
    expect(workspace.users.some((user) => user.disabled && user.neverSeen)).toBe(true);

    const open = workspace.changeRequests.filter((of) => of.status === 'open');
    expect(workspace.changeRequests.length).toBeGreaterThanOrEqual(9);
    expect(new Set(workspace.changeRequests.map((of) => of.status))).toEqual(
      new Set(['draft', 'open', 'archived', 'merged']),
    );
    expect(open.filter((of) => of.outdatedBy).length).toBeGreaterThanOrEqual(2);
    expect(open.filter((of) => of.requestedReviewers?.includes(workspace.me)).length).toBeGreaterThanOrEqual(2);
    expect(new Set(changed.map((change) => change.operation)).size).toBe(3);
    expect(workspace.comments.length).toBeGreaterThanOrEqual(30);
    expect(workspace.comments.some((comment) => comment.resolvedBy)).toBe(true);
    expect(workspace.changeRequests.filter((of) => of.comments.length > 0).length).toBeGreaterThanOrEqual(3);
  });

  test('has a site with sections and groups, and one with site spaces at its root, all of existing spaces', () => {
    const kinds = workspace.sites.map(({ structure }) => [...new Set(structure.map((item) => Object.keys(item)[0]))]);
    expect(kinds).toEqual([['section', 'group'], ['space']]);
    for (const { organization, structure } of workspace.sites) {
      const sections = structure.flatMap((item) => ('group' in item ? item.sections : 'section' in item ? [item] : []));
      const roots = structure.flatMap((item) => ('space' in item ? [item.space] : []));
      const there = spaces.filter((of) => of.organization === organization && !of.deletedDaysAgo);
      expect(keys(there)).toEqual(expect.arrayContaining([...roots, ...sections.flatMap((of) => of.spaces)]));
      for (const of of sections) expect(of.section.length).toBeLessThanOrEqual(128);
    }
    expect(workspace.sites.flatMap(({ shareLinks = [] }) => shareLinks.map((link) => link.active))).toEqual([
      true,
      false,
    ]);
  });

  test('has teams, specifications, translations and integrations of existing people and places', () => {
    const { organizations, users, teams, openapiSpecs, translations, integrations } = workspace;
    const installations = integrations.flatMap((integration) => integration.installations);
    const organizationKeys = [...teams, ...openapiSpecs, ...translations, ...integrations, ...installations].map(
      (of) => of.organization,
    );

    expect(keys(organizations)).toEqual(expect.arrayContaining(organizationKeys));
    expect(keys(spaces)).toEqual(expect.arrayContaining(installations.flatMap((of) => of.target.space ?? [])));
    for (const team of teams) {
      const organization = organizations.find((of) => of.key === team.organization);
      expect(memberKeys(organization as Organization)).toEqual(expect.arrayContaining(Object.keys(team.members)));
      expect(Object.values(team.members)).toContain('owner');
    }
    expect(keys(users).filter((key) => teams.filter((team) => key in team.members).length > 1)).not.toEqual([]);
    expect(teams.length).toBeGreaterThanOrEqual(3);
    expect(openapiSpecs.some((spec) => spec.error)).toBe(true);
    expect(openapiSpecs.some((spec) => spec.versions.length > 1)).toBe(true);
    expect(new Set(integrations.map((of) => of.published.visibility)).size).toBe(3);
  });

  test('uses every file of the openapi folder, each an OpenAPI document', () => {
    const files = readdirSync(join(root, 'openapi')).map((name) => `openapi/${name}`);

    expect(files.sort()).toEqual(workspace.openapiSpecs.flatMap((spec) => spec.versions).sort());
    for (const file of files) {
      const document = JSON.parse(readFileSync(join(root, file), 'utf8')) as { openapi: string; info: object };
      expect(document.openapi, file).toMatch(/^3\.[01]\.\d$/);
      expect(document.info, file).toHaveProperty('version');
    }
  });

  test('stays within the limits of the platform', () => {
    for (const { title } of [...workspace.collections, ...spaces]) expect(title.length).toBeLessThanOrEqual(50);
    for (const { description = '' } of workspace.collections) expect(description.length).toBeLessThanOrEqual(100);
    for (const { subject } of workspace.changeRequests) expect(subject.length).toBeLessThanOrEqual(100);
    for (const { title } of workspace.teams) expect(title.length).toBeLessThanOrEqual(64);
    for (const { title } of workspace.translations) expect(title.length).toBeLessThanOrEqual(100);
    for (const { published } of workspace.integrations) expect(published.title.length).toBeLessThanOrEqual(30);
  });
});

describe('spaces', () => {
  test.each(spaces.map((space) => [space.key, space] as const))(
    '%s lists each of its pages once, by its own title',
    (_, space) => {
      const listed = space.entries.filter((entry) => !isAbsolute(entry.path));

      expect(listed.map((entry) => entry.path).sort()).toEqual(space.pages.map((page) => page.path).sort());
      for (const entry of listed) expect(headings(space.text(entry.path))[0], entry.path).toBe(entry.title);
    },
  );

  test('have links with existing targets, except the two that are broken on purpose', () => {
    const broken = pages.flatMap(({ space, path, text }) =>
      targetsOf(text)
        .filter((target) => !resolves(space.key, path, target))
        .map((target) => `${space.folder}/${path} → ${target}`),
    );

    expect(broken.sort()).toEqual(brokenOnPurpose);
  });

  test('have no unused file', () => {
    for (const space of spaces) {
      const referred = new Set(
        space.pages.flatMap(({ path, text }) =>
          targetsOf(text).map((target) => normalize(join(dirname(path), target))),
        ),
      );
      expect(space.files.filter((file) => !referred.has(file))).toEqual([]);
    }
  });

  test('have balanced template tags, figures, and fences', () => {
    const texts = [
      ...pages.map((page) => [page.path, page.text]),
      ...changed.map(({ file = '', text }) => [file, text]),
    ];
    for (const [path, text = ''] of texts) expect(openTags(text), path).toEqual([]);
  });

  test('have the amounts and the awkward titles that screenshots and tests need', () => {
    const titles = pages.map((page) => headings(page.text)[0] ?? '');
    const words = pages.map((page) => page.text.split(/\s+/).length);
    const front = pages.map((page) => /^---\n([\s\S]*?)\n---/.exec(page.text)?.[1] ?? '');

    expect(pages.length).toBeGreaterThanOrEqual(130);
    expect(words.filter((count) => count >= 150).length).toBeGreaterThanOrEqual(60);
    expect(Math.min(...words)).toBeGreaterThanOrEqual(60);
    expect(front.filter((text) => /^hidden: true$/m.test(text)).length).toBeGreaterThanOrEqual(3);
    expect(front.filter((text) => /^computed: true$/m.test(text)).length).toBe(2);
    for (const part of [/\p{Extended_Pictographic}/u, /\//, /:/, /\?/, /%/, /^\./, /\p{Script=Arabic}/u, /^.{50}$/]) {
      expect(
        titles.filter((title) => part.test(title)),
        String(part),
      ).not.toEqual([]);
    }
    const siblings = pages.map((page, index) => `${page.space.key}/${dirname(page.path)}/${titles[index]}`);
    expect(new Set(siblings).size).toBeLessThan(siblings.length);
    expect(spaces.some((space) => space.entries.some((entry) => isAbsolute(entry.path)))).toBe(true);
    expect(
      spaces.flatMap((space) => space.files.filter((file) => file.endsWith('.svg'))).length,
    ).toBeGreaterThanOrEqual(12);
    expect(
      spaces.flatMap((space) => space.files.filter((file) => file.endsWith('.png'))).length,
    ).toBeGreaterThanOrEqual(3);
  });
});

describe('change requests and comments', () => {
  test('change existing pages, with links that have existing targets', () => {
    for (const { space, operation, page, into, title, file, text } of changed) {
      for (const path of [page, into]) if (path) expect(pagePaths(space), `${space}/${path}`).toContain(`${path}.md`);
      if (operation === 'delete_page') continue;
      if (operation === 'insert_page') expect(headings(text)[0]).toBe(title);
      const targets = targetsOf(text);
      if (operation === 'insert_page') expect(targets.filter((target) => !target.startsWith('space:'))).toEqual([]);
      expect(
        targets.filter((target) => !resolves(space, `${page ?? 'new'}.md`, target)),
        file,
      ).toEqual([]);
    }
  });

  test('use every file of the change-requests folder', () => {
    const files = readdirSync(join(root, 'change-requests')).map((name) => `change-requests/${name}`);

    expect(files.sort()).toEqual(changed.flatMap((change) => change.file ?? []).sort());
  });

  test('quote text of their page, even after main has changed', () => {
    const onMain = changed.filter((change) => change.onMain && change.operation === 'update_page');
    for (const { space, page, quote = '' } of workspace.comments) {
      const texts = onMain
        .filter((change) => change.space === space && change.page === page)
        .map((change) => change.text);
      for (const text of [contentOfPage(space, page), ...texts])
        expect(blocks(text), `${space}/${page}`).toContainQuote(quote);
    }
    for (const changeRequest of workspace.changeRequests) {
      for (const { page, quote } of changeRequest.comments) {
        if (!page || !quote) continue;
        const change = changed.find((of) => of.changeRequest === changeRequest && !of.later && of.page === page);
        expect(blocks(change?.text ?? ''), `${changeRequest.subject}: ${page}`).toContainQuote(quote);
      }
    }
  });
});

test('the sample is small enough to ship with the extension', () => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const zipEntry = 200; // two headers with the name in each

  expect(contents.reduce((sum, content) => sum + content.length, 0)).toBeLessThan(900_000);
  expect(contents.reduce((sum, content) => sum + deflateRawSync(content).length + zipEntry, 0)).toBeLessThan(280_000);
  for (const entry of files.filter(({ name }) => name.endsWith('.png'))) {
    expect(statSync(join(entry.parentPath, entry.name)).size, entry.name).toBeLessThan(20_000);
  }
});

expect.extend({
  toContainQuote: (received: string[], quote: string) => ({
    pass: quote !== '' && received.some((block) => block.includes(quote)),
    message: () => `no paragraph contains “${quote}”`,
  }),
});

function keys(list: { key: string }[]): string[] {
  return list.map((item) => item.key);
}

function memberKeys(organization: Organization): string[] {
  return Object.keys(organization.members);
}

function people(): string[] {
  const threads = [...workspace.comments, ...workspace.changeRequests.flatMap((of) => of.comments)];
  return [
    ...workspace.changeRequests.flatMap((of) => [
      of.createdBy,
      ...(of.requestedReviewers ?? []),
      ...(of.reviews ?? []).map((review) => review.by),
    ]),
    ...threads.flatMap((thread) => thread.resolvedBy ?? []),
    ...threads
      .flatMap((thread) => [thread, ...(thread.replies ?? [])])
      .flatMap((post) => [post.by, ...(post.reactions ?? []).flatMap((reaction) => reaction.users)]),
  ];
}

declare module 'vitest' {
  interface Assertion {
    toContainQuote: (quote: string) => void;
  }
}
