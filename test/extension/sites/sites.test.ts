import assert from 'node:assert/strict';
import { beforeAll, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Row } from '../../../src/extension/sites/rows.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { shownRows, type ShownRow } from '../../host/shownRows.ts';
import { until } from '../../host/until.ts';
import { signedIn } from '../activated.ts';

interface SiteJson {
  readonly id: string;
  readonly title: string;
  readonly published: boolean;
  readonly visibility: string;
  readonly basename?: string;
  readonly proxy?: { readonly origin: string };
  readonly adaptiveContent: { readonly enabled: boolean };
  readonly agentsContext: string;
}

describe('The Sites view', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let person: Person;
  let organization: string;

  signedIn((given) => ({ testing, person, platform } = given), { appUrl: 'https://app.example' });

  beforeAll(async () => {
    const orgs = await json<{ items: { id: string; title: string }[] }>('/orgs');
    organization = orgs.items.find(({ title }) => title === 'Northwind Robotics')?.id ?? '';
  });

  beforeEach(() => person.startOver());

  async function json<Body>(path: string): Promise<Body> {
    return (await (await platform.call('GET', path)).json()) as Body;
  }

  const below = (parent?: ShownRow<Row>) => shownRows(testing.sites).below(parent);
  const rowAt = (...labels: string[]) => shownRows(testing.sites).at('Northwind Robotics', ...labels);
  const labelsIn = (...labels: string[]) => shownRows(testing.sites).labels('Northwind Robotics', ...labels);

  async function siteNamed(title: string): Promise<SiteJson> {
    const { items } = await json<{ items: SiteJson[] }>(`/orgs/${organization}/sites?limit=1000`);
    return items.find((site) => site.title === title) ?? assert.fail(`There is no site ${title}`);
  }

  const shareLinksOf = async (title: string) =>
    (
      await json<{ items: { id: string; name: string; active: boolean; urls: { published: string } }[] }>(
        `/orgs/${organization}/sites/${(await siteNamed(title)).id}/share-links`,
      )
    ).items;

  /** Each test changes a new site of its own. */
  async function newSite(title: string, body: object = {}): Promise<ShownRow<Row>> {
    const reply = await platform.call('POST', `/orgs/${organization}/sites`, { title, ...body });
    assert.equal(reply.status, 201);
    await vscode.commands.executeCommand('docsPlatform.sites.refresh');
    return rowAt(title);
  }

  const run = (command: string, ...given: unknown[]) =>
    vscode.commands.executeCommand(`docsPlatform.sites.${command}`, ...given);

  test('lists sites, pages, share links and audience below the organization', async () => {
    assert.deepEqual(await labelsIn('Northwind Documentation'), [
      'Operate',
      'Build',
      'Releases',
      'Share Links',
      'Audience',
      'Customization',
    ]);
    assert.deepEqual(await labelsIn('Northwind Documentation', 'Build'), ['Firmware', 'REST API']);
    const spaces = await labelsIn('Northwind Documentation', 'Operate');
    assert.equal(spaces.length, 2);
    assert.ok((await labelsIn('Northwind Documentation', 'Operate', spaces[0] ?? '')).includes('Get started'));
    assert.deepEqual(await labelsIn('Service Partners', 'Share Links'), ['Service partners', 'Trade fair']);
    assert.equal((await labelsIn('Northwind Documentation', 'Audience')).length > 0, true);
  });

  test('says whether each site is published and for whom, and shows the path, default and condition of each part', async () => {
    assert.equal((await rowAt('Northwind Documentation')).marks, 'published · public · ultimate');
    assert.equal((await rowAt('Service Partners')).marks, 'published · share link');
    assert.equal((await rowAt('Northwind Documentation', 'Operate')).marks, '/operate · default');
    assert.match((await rowAt('Northwind Documentation', 'Build', 'REST API')).marks, /if visitor\.claims\.isPartner/);
    assert.equal((await rowAt('Service Partners', 'Share Links', 'Trade fair')).marks, 'disabled');
  });

  test('shows only what matches the filter, and everything again', async () => {
    await newSite('Unseen');
    person.picks('Published sites');
    await run('filter');
    assert.deepEqual(await labelsIn(), ['Northwind Documentation', 'Service Partners']);

    person.picks('by title');
    person.types('partners');
    await run('filter');
    assert.deepEqual(await labelsIn(), ['Service Partners']);

    person.picks('show a space', 'Release Notes');
    await run('filter');
    assert.deepEqual(await labelsIn(), ['Northwind Documentation']);

    await run('clearFilter');
    assert.ok((await labelsIn()).includes('Unseen'));
  });

  test('shows a revealed row even if a filter hides it', async () => {
    const { title, id } = await siteNamed('Service Partners');
    person.picks('Unpublished sites');
    await run('filter');
    assert.ok(!(await labelsIn()).includes(title));

    await run('reveal', { organizationId: organization, siteId: id });

    assert.ok((await labelsIn()).includes(title));
  });

  test('marks pages as the Library does, and opens the targets of links', async () => {
    const handbook = ['Northwind Documentation', 'Operate', '📘 Heron Operator Handbook'];
    assert.equal((await rowAt(...handbook, 'Get started', 'Acceptance checklist')).marks, 'hidden');
    const { row } = await rowAt(...handbook, 'Troubleshooting', 'Service portal');

    const { command, iconPath } = await testing.sites.getTreeItem(row);
    await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));

    assert.equal((iconPath as vscode.ThemeIcon).id, 'link-external');
    assert.deepEqual(person.visited, ['https://support.northwind-robotics.example/']);
  });

  test('shows what is cut off next to a title on hover', async () => {
    const { row } = await rowAt('Northwind Documentation', 'Build', 'REST API');
    const { tooltip } = await testing.sites.getTreeItem(row);

    assert.match((tooltip as vscode.MarkdownString).value, /isPartner/);
  });

  test('shows a created site', async () => {
    // The only organization that this account administers is used without a question.
    person.picks('Premium', 'Unlisted', 'Existing spaces', 'Release Notes');
    person.types('D', 'Made Here');

    await run('create');

    assert.match(person.refusals[0] ?? '', /at least 2 characters/);
    const { visibility, published } = await siteNamed('Made Here');
    assert.deepEqual([visibility, published], ['unlisted', false]);
    assert.match((await labelsIn('Made Here'))[0] ?? '', /Release Notes/);
  });

  test('creates a site from the row of an organization that the user administers, and only there', async () => {
    const [northwind, harbor] = await below();
    assert.match(northwind?.context ?? '', /\bchange\b/);
    assert.doesNotMatch(harbor?.context ?? '', /\bchange\b/);
    person.picks('Basic', 'Public', 'Nothing yet');
    person.types('Made by Its Row');

    await run('create', northwind?.row);

    assert.ok(await siteNamed('Made by Its Row'));
  });

  test('renames a site, and refuses a title of 129 letters before it is sent', async () => {
    const site = await newSite('Old Name');
    platform.taken();
    person.types('x'.repeat(129), 'New Name');

    await run('rename', site.row);

    assert.match(person.refusals[0] ?? '', /at most 128 characters/);
    assert.equal(platform.taken().filter((request) => request.startsWith('PATCH')).length, 1);
    assert.ok(await siteNamed('New Name'));
    assert.ok(await rowAt('New Name'));
  });

  test('changes visibility, basename, proxy, adaptive content and agents', async () => {
    const { row } = await newSite('Settings');
    person.picks('Unlisted');
    await run('changeVisibility', row);
    person.types('settings-here');
    await run('changeBasename', row);
    person.types('https://example.com/docs', 'example.com', 'example.com/docs');
    await run('changeProxy', row);
    await run('toggleAdaptiveContent', row);
    await run('toggleAgents', row);

    const site = await siteNamed('Settings');
    assert.deepEqual(
      [site.visibility, site.basename, site.proxy?.origin, site.adaptiveContent.enabled, site.agentsContext],
      ['unlisted', 'settings-here', 'example.com/docs', true, 'excluded'],
    );
    assert.equal(person.refusals.length, 2);

    person.types('');
    await run('changeProxy', row);
    assert.equal((await siteNamed('Settings')).proxy, undefined);
  });

  test('a refused text stays in the box', async () => {
    const { row } = await newSite('Basename');
    person.types('docs', 'free-name');

    await run('changeBasename', row);

    assert.match(person.refusals[0] ?? '', /is used by another site/);
    assert.equal((await siteNamed('Basename')).basename, 'free-name');
  });

  test('sets the default section and the default space', async () => {
    const { items } = await json<{ items: { id: string; title: string }[] }>(`/orgs/${organization}/spaces`);
    const [one, two] = items;
    const site = await newSite('Defaults', { spaces: [one?.id, two?.id] });
    person.picks(two?.title ?? '');
    await run('chooseDefaultSpace', site.row);
    const at = `/orgs/${organization}/sites/${(await siteNamed('Defaults')).id}`;
    const spaces = await json<{ items: { title: string; default: boolean }[] }>(`${at}/site-spaces`);
    assert.equal(spaces.items.find((space) => space.default)?.title, two?.title);

    await platform.call('POST', `${at}/sections`, { spaceId: items[2]?.id, title: 'Second' });
    await run('refresh');
    person.picks('Second');
    await run('chooseDefaultSection', site.row);
    const sections = await json<{ items: { title: string; default: boolean }[] }>(`${at}/sections`);
    assert.equal(sections.items.find((section) => section.default)?.title, 'Second');
  });

  test('publishes and unpublishes a site, each after a question', async () => {
    const { row } = await newSite('Launch');
    await run('publish', row);
    assert.equal((await siteNamed('Launch')).published, false);
    person.presses('Publish', 'Open Site');

    await run('publish', row);

    assert.equal((await siteNamed('Launch')).published, true);
    assert.match(person.visited[0] ?? '', /^https:\/\/app\.example\//);
    assert.match((await rowAt('Launch')).marks, /^published/);

    person.presses('Unpublish');
    await run('unpublish', row);
    assert.equal((await siteNamed('Launch')).published, false);
  });

  test('makes a published site public only after a question', async () => {
    const { row } = await newSite('Closed', { visibility: 'share-link' });
    person.presses('Publish');
    await run('publish', row);
    person.picks('Public');
    await run('changeVisibility', row);
    assert.equal((await siteNamed('Closed')).visibility, 'share-link');

    person.picks('Public');
    person.presses('Open to Everyone');
    await run('changeVisibility', row);
    assert.equal((await siteNamed('Closed')).visibility, 'public');
  });

  test('deletes a site once its title is typed', async () => {
    const { row } = await newSite('Short Lived');
    person.types('short', 'Short Lived');

    await run('delete', row);

    assert.deepEqual(person.refusals, ["This doesn't match the title."]);
    await assert.rejects(siteNamed('Short Lived'));
    assert.ok(!(await labelsIn()).includes('Short Lived'));
  });

  test('opens the published site and its parts in the browser, and copies their addresses', async () => {
    await run('open', (await rowAt('Northwind Documentation')).row);
    await run('copyAddress', (await rowAt('Northwind Documentation', 'Releases')).row);

    assert.match(person.visited[0] ?? '', /^https:\/\/app\.example\/.*\/docs$/);
    assert.match(await vscode.env.clipboard.readText(), /\/docs\/releases$/);

    const { row } = await newSite('No Address');
    await run('open', row);
    assert.match(person.choices.at(-1)?.message ?? '', /isn't published/);
  });

  test('creates, renames, disables, enables, copies and deletes share links', async () => {
    const { row } = await rowAt('Service Partners');
    person.types('x'.repeat(51), 'For Ada');
    person.presses('Copy Link');
    await run('createShareLink', row);
    assert.match(person.refusals[0] ?? '', /at most 50 characters/);
    const made = (await shareLinksOf('Service Partners')).find(({ name }) => name === 'For Ada');
    assert.equal(await vscode.env.clipboard.readText(), made?.urls.published);

    person.types('For Bo');
    await run('renameShareLink', (await rowAt('Service Partners', 'Share Links', 'For Ada')).row);
    await run('toggleShareLink', (await rowAt('Service Partners', 'Share Links', 'For Bo')).row);
    assert.equal((await rowAt('Service Partners', 'Share Links', 'For Bo')).marks, 'disabled');
    await run('toggleShareLink', (await rowAt('Service Partners', 'Share Links', 'For Bo')).row);
    assert.equal((await shareLinksOf('Service Partners')).find(({ name }) => name === 'For Bo')?.active, true);
    await vscode.env.clipboard.writeText('');
    await run('copyShareLink', (await rowAt('Service Partners', 'Share Links', 'For Bo')).row);
    assert.equal(await vscode.env.clipboard.readText(), made?.urls.published);

    person.presses('Delete');
    await run('deleteShareLink', (await rowAt('Service Partners', 'Share Links', 'For Bo')).row);
    assert.deepEqual(await labelsIn('Service Partners', 'Share Links'), ['Service partners', 'Trade fair']);
  });

  test('stores an entered share key as a secret, and sends it with the site’s requests until it is removed', async () => {
    const { row } = await rowAt('Service Partners');
    const [link] = await shareLinksOf('Service Partners');
    const key = link?.urls.published.split('/').at(-1) ?? '';
    const asked: (string | null)[] = [];
    platform.instead = (request, handle) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/structure')) asked.push(searchParams.get('shareKey'));
      return handle(request);
    };
    try {
      person.types(link?.urls.published ?? '');
      await run('enterShareKey', row);
      await run('refresh');
      await run('forgetShareKey', row);
      await run('refresh');
    } finally {
      platform.instead = undefined;
    }

    assert.ok(asked.includes(key));
    assert.equal(asked.at(-1), null);
    assert.equal(person.questions[0]?.password, true);
    assert.doesNotMatch(JSON.stringify(testing.context.globalState.keys()), new RegExp(key));
  });

  test('shows a published site as a document, as the holder of a share link sees it', async () => {
    person.picks('With the share link “Service partners”');

    await run('showPublished', (await rowAt('Service Partners')).row);

    const editor = await until('the document', () => vscode.window.activeTextEditor);
    assert.match(editor.document.getText(), /^# Service Partners\n\nPublished at <https:/);
    assert.equal(editor.document.languageId, 'markdown');
    assert.doesNotMatch(editor.document.uri.toString(), /share|key/i);
  });

  test('opens the site of a share link with Open from URL, as its holder sees it', async () => {
    const [link] = await shareLinksOf('Service Partners');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const asked: (string | null)[] = [];
    platform.instead = (request, handle) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/published')) asked.push(searchParams.get('shareKey'));
      return handle(request);
    };
    try {
      person.types(link?.urls.published ?? '');
      await vscode.commands.executeCommand('docsPlatform.openFromUrl');
    } finally {
      platform.instead = undefined;
    }

    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^# Service Partners\n/);
    assert.deepEqual([...new Set(asked)], [link?.urls.published.split('/').at(-1)]);
    // One request checks that the link opens; VS Code reads the text at most once.
    assert.ok(asked.length <= 2, `${asked.length} requests`);
  });

  test('shows audience and customization as documents', async () => {
    await run('showAudience', (await rowAt('Northwind Documentation', 'Audience')).row);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"isPartner"/);
    await run('showCustomization', (await rowAt('Northwind Documentation', 'Customization')).row);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"theme": "muted"/);
  });

  test('resets the customization of a site’s space after a question, and updates its open settings', async () => {
    const [shown] = await below(await rowAt('Northwind Documentation', 'Operate'));
    const { row, context } = shown ?? assert.fail();
    assert.match(context, /^part;site-space;.*\bchange\b/);
    assert.ok(row.kind === 'part');
    const { siteId } = row.at;
    const path = `/orgs/${organization}/sites/${siteId}/site-spaces/${row.part.id}/customization`;
    const theme = async () => (await json<{ styling: { theme: string } }>(path)).styling.theme;
    const inherited = await theme();
    await platform.call('PATCH', path, { styling: { theme: 'gradient' } });
    await vscode.commands.executeCommand('docsPlatform.settings.edit', {
      settings: { kind: 'siteSpaceCustomization', ids: { ...row.at, siteSpaceId: row.part.id }, title: row.part.title },
    });
    const { document } = vscode.window.activeTextEditor ?? assert.fail(person.messages.join());
    assert.match(document.getText(), /"theme": "gradient"/);
    const reset = (given?: unknown) =>
      vscode.commands.executeCommand('docsPlatform.settings.resetCustomization', given);

    await reset(row);
    assert.equal(await theme(), 'gradient');
    const { message, detail } = person.choices.at(-1) ?? assert.fail();
    assert.equal(message, `Reset the customization of “${row.part.title}”?`);
    assert.equal(detail, 'This removes its own settings, so the settings of “Northwind Documentation” apply again.');
    person.presses('Reset Customization');
    await reset(row);

    assert.equal(await theme(), inherited);
    await until('the document', () => document.getText().includes(`"theme": "${inherited}"`));

    await platform.call('PATCH', path, { styling: { theme: 'gradient' } });
    person.presses('Reset Customization');
    await reset();
    assert.equal(await theme(), inherited);
  });

  test('restores a deleted space that a site still shows from its row', async () => {
    const [shown] = await below(await rowAt('Northwind Documentation', 'Build', 'Firmware'));
    const { row } = shown ?? assert.fail();
    assert.ok(row.kind === 'part' && row.part.space);
    const { id } = row.part.space;
    const isDeleted = async () => (await json<{ deletedAt?: string }>(`/spaces/${id}`)).deletedAt !== undefined;
    const structure = `/v1/orgs/${organization}/sites/${row.at.siteId}/structure`;
    const reported = JSON.stringify(await json(structure.replace('/v1', '')));
    await platform.call('DELETE', `/spaces/${id}`);
    const { deletedAt } = await json<{ deletedAt: string }>(`/spaces/${id}`);
    const space = `"object":"space","id":"${id}"`;
    assert.ok(reported.includes(space));
    platform.instead = (request, handle) =>
      new URL(request.url).pathname === structure
        ? new Response(reported.replaceAll(space, `${space},"deletedAt":"${deletedAt}"`))
        : handle(request);
    await run('refresh');
    const deleted = (await below(await rowAt('Northwind Documentation', 'Build', 'Firmware')))[0] ?? assert.fail();
    assert.match(deleted.marks, /space deleted/);
    assert.match(deleted.context, /^part;site-space;.*\bdeleted\b/);
    platform.instead = undefined;

    await vscode.commands.executeCommand('docsPlatform.space.restore', deleted.row);

    assert.equal(await isDeleted(), false);
    const restored = (await below(await rowAt('Northwind Documentation', 'Build', 'Firmware')))[0] ?? assert.fail();
    assert.doesNotMatch(restored.marks, /deleted/);
  });

  test('lists the sites that contain a space, and its place in them', async () => {
    const items: string[] = [];
    const { showQuickPick } = vscode.window;
    Object.assign(vscode.window, {
      showQuickPick: async (offered: readonly vscode.QuickPickItem[], ...rest: never[]) => {
        items.push(...offered.map(({ label, description }) => `${label}: ${description}`));
        return (showQuickPick as (...given: unknown[]) => unknown)(offered, ...rest);
      },
    });
    const spaces = await json<{ items: { id: string; title: string; organization: string }[] }>(
      `/orgs/${organization}/spaces`,
    );
    const space = spaces.items.find(({ title }) => /Firmware/.test(title));
    try {
      await run('findSpace', { kind: 'space', key: 'space', space });
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }

    assert.deepEqual(items.slice(0, 2), [
      'Northwind Documentation: published · public · Firmware',
      'Service Partners: published · share link',
    ]);
  });

  test('keeps cached sites while the server has trouble', async () => {
    platform.instead = (request, handle) =>
      request.url.includes('/sites')
        ? Response.json({ error: { code: 500, message: 'Oops' } }, { status: 500 })
        : handle(request);
    try {
      await run('refresh');
      assert.ok((await labelsIn()).includes('Northwind Documentation'));
    } finally {
      platform.instead = undefined;
    }
    await run('refresh');
    assert.ok((await labelsIn()).includes('Service Partners'));
  });
});

describe('Sites of a server that fails at first', () => {
  let testing: Testing;
  let platform: ServedPlatform;

  signedIn((given) => ({ testing, platform } = given));

  test('have a row that says why, and a click on it tries again', async () => {
    const provider = testing.sites;
    const [organization] = (await provider.getChildren()) ?? [];
    const below = async () => (await provider.getChildren(organization)) ?? [];
    platform.instead = (request, handle) =>
      request.url.includes('/sites')
        ? Response.json({ error: { code: 500, message: 'Oops' } }, { status: 500 })
        : handle(request);
    const [failed] = await below();
    assert.ok(failed);
    const { label, command } = await provider.getTreeItem(failed);
    assert.equal(label, "Couldn't load");
    platform.instead = undefined;

    await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));

    assert.deepEqual(
      (await below()).map(({ kind }) => kind),
      ['site', 'site'],
    );
  });
});

describe('Sites on a server with the documented endpoints only', () => {
  let testing: Testing;
  let person: Person;

  signedIn((given) => ({ testing, person } = given), { specOnly: true });

  test('are listed with their structure, and cannot be published from here', async () => {
    const provider = testing.sites;
    const [organization] = (await provider.getChildren()) ?? [];
    const [site] = (await provider.getChildren(organization)) ?? [];
    const rows = (await provider.getChildren(site)) ?? [];
    const titles = rows.flatMap((row) => (row.kind === 'part' ? [row.part.title] : []));
    assert.deepEqual(titles, ['Operate', 'Build', 'Releases']);

    person.presses('Unpublish');
    await vscode.commands.executeCommand('docsPlatform.sites.unpublish', site);

    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages[0] ?? '', /can't publish or unpublish sites on this server from here/);
  });
});
