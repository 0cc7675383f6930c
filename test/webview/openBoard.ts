import { withCapabilities } from '../../src/client/capabilities.ts';
import { createApi } from '../../src/client/createApi.ts';
import type { Api } from '../../src/client/api.ts';
import { boardAnswers, type BoardAnswers, type BoardContext } from '../../src/extension/sites/boardAnswers.ts';
import { failureOf } from '../../src/model/shared/failure.ts';
import type { LinkedSpace, SitePart } from '../../src/model/sites/tree.ts';
import { sentenceOf } from '../../src/extension/ground/messages/sentence.ts';
import { answer } from '../../src/protocol/answering.ts';
import { siteBoard } from '../../src/protocol/siteBoard.ts';
import { openLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { problemOfCondition } from '../../src/formats/conditions.ts';
import { createSites } from '../../src/store/sites/createSites.ts';
import type { SiteAddress } from '../../src/store/sites/calls.ts';
import { openWebview, type OpenWebview, type WebviewOptions } from './browser.ts';

/** The board of a site in Chromium, with the real answers, store, client and local platform. */
export interface OpenedBoard extends OpenWebview {
  readonly platform: LocalPlatform;
  /** Requests without the board, by another user. */
  readonly api: Api;
  readonly at: SiteAddress;
  readonly answers: BoardAnswers;
  /** `METHOD path` of the board's requests. */
  readonly requests: string[];
  /** What was opened: `site`, `pages Operator Handbook`. */
  readonly visits: string[];
  /** Answers the store instead of the platform. */
  instead: ((request: Request) => Promise<Response | undefined> | Response | undefined) | undefined;
  /** The user's choices. */
  readonly choices: { space?: LinkedSpace; group?: string; removal: boolean };
}

export type BoardOptions = Partial<Omit<WebviewOptions, 'bundle' | 'place' | 'receive'>> & {
  readonly platform?: LocalPlatform;
  readonly options?: Partial<LocalPlatformOptions>;
  /** The title of the site; without it, the first one. */
  readonly site?: string;
  readonly parts?: Partial<BoardContext>;
};

export async function openBoard(options: BoardOptions = {}): Promise<OpenedBoard> {
  const { site, parts, options: platformOptions, ...viewState } = options;
  const platform = options.platform ?? (await platformWithSites(platformOptions));
  const connection = { base: 'http://127.0.0.1:4010', token: async () => platform.token };
  const api = createApi({ ...connection, platform: platform.handle });
  const requests: string[] = [];
  const visits: string[] = [];
  let lacking: unknown;
  let opened: OpenedBoard | undefined = undefined as OpenedBoard | undefined;
  const { api: ours } = withCapabilities(
    createApi({
      ...connection,
      async platform(request) {
        requests.push(`${request.method} ${new URL(request.url).pathname}`);
        return (await opened?.instead?.(request)) ?? platform.handle(request);
      },
    }),
    { storage: { get: () => lacking, set: (learned) => void (lacking = learned) } },
  );
  const sites = createSites({
    api: ours,
    now: Date.now,
    serverNow: Date.now,
    log: { warn: (message) => console.warn(message) },
  });
  const at = await siteAt(api, site);
  const place = { account: 'test', ...at, title: 'Site', mayChange: true };
  const choices: OpenedBoard['choices'] = { removal: true };
  let say: (message: unknown) => Promise<void> = async () => undefined;
  const answers = boardAnswers({
    sites,
    at,
    mayChange: true,
    notify: (board) => void say({ notification: 'board', params: board }),
    stateOf: () => 'published · public',
    takeFocus: () => undefined,
    chooseSpace: async () => choices.space,
    askGroup: async (accept) => (choices.group === undefined ? undefined : accept(choices.group)),
    confirmRemoval: async () => choices.removal,
    open: async (what, part: SitePart | undefined) => void visits.push(part ? `${what} ${part.title}` : what),
    problemOfCondition: async (text) => problemOfCondition(text),
    note: () => undefined,
    ...parts,
  });
  const webview = await openWebview({
    bundle: 'siteBoard',
    place,
    ...viewState,
    async receive(message, reply) {
      say = reply;
      const sentence = (_: string, error: unknown) => ({
        message: sentenceOf(error),
        kind: failureOf(error)?.kind,
      });
      await reply(await answer(siteBoard, answers.handlers, message, sentence));
    },
  });
  const leave = webview.close;
  opened = Object.assign(webview, {
    platform,
    api,
    at,
    answers,
    requests,
    visits,
    choices,
    instead: undefined as OpenedBoard['instead'],
    async close() {
      answers.dispose();
      await leave();
      if (!options.platform) platform.close();
    },
  });
  return opened;
}

async function siteAt(api: Api, title: string | undefined): Promise<SiteAddress> {
  for (const { id: organizationId } of (await api.organizations.list({})).items) {
    const { items } = await api.sites.list({ organizationId });
    const site = items.find((each) => title === undefined || each.title === title);
    if (site) return { organizationId, siteId: site.id };
  }
  throw new Error(`There is no site ${title ?? ''}`);
}

/**
 * Has the structure of the sample workspace's first sites: creating the whole workspace takes too long for every test.
 */
export async function platformWithSites(options: Partial<LocalPlatformOptions> = {}): Promise<LocalPlatform> {
  const platform = openLocalPlatform({ data: ':memory:', appUrl: 'https://docs.northwind.example', ...options });
  const connection = { base: 'http://127.0.0.1:4010', token: async () => platform.token };
  const api = createApi({ ...connection, platform: platform.handle });
  const organizationId = (await api.organizations.list({})).items[0]?.id ?? '';
  /** A server with only the documented endpoints creates spaces only together with sites. */
  const space = async (title: string): Promise<string> => {
    const { id: siteId } = await api.sites.create({ organizationId, body: { title, spaces: 'empty' } });
    const { items } = await api.siteSpaces.list({ organizationId, siteId });
    await api.sites.delete({ organizationId, siteId });
    return items[0]?.space?.id ?? '';
  };
  const body = { title: 'Northwind Documentation', visibility: 'public' } as const;
  const { id: siteId } = await api.sites.create({ organizationId, body });
  const at = { organizationId, siteId };
  const section = async (title: string, ...titles: string[]): Promise<string> => {
    const [first = '', ...others] = await Promise.all(titles.map(space));
    const { id } = await api.siteSections.create({ ...at, body: { spaceId: first, title } });
    for (const spaceId of others) await api.siteSpaces.create({ ...at, body: { spaceId, sectionId: id } });
    return id;
  };
  await section('Operate', 'Heron Operator Handbook', 'Maintenance and Service');
  const sections = [await section('Firmware', 'NW-7 Firmware Guide'), await section('REST API', 'REST API')];
  await api.siteSectionGroups.create({ ...at, body: { title: 'Build', sections } });
  await section('Releases', 'Release Notes');
  const condition = 'visitor.claims.isPartner';
  await api.siteSections.update({ ...at, siteSectionId: sections[1] ?? '', body: { condition } });
  const spaces = [await space('Maintenance'), await space('Start Here')];
  await api.sites.create({ organizationId, body: { title: 'Service Partners', spaces } });
  return platform;
}
