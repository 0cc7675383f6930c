import pMap from 'p-map';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { failureOf } from '../../model/shared/failure.ts';
import type { Api } from '../../client/api.ts';
import type { LinkTarget } from '../../model/pages/linkPlaces.ts';
import type { Read } from '../library/library.ts';
import { listed } from '../shared/listed.ts';
import { pagesOf } from '../shared/pagesOf.ts';
import type { Backlinks, LinkedFrom, LinkingPage, LinkProblem, LinkReport } from './libraryActions.ts';
import type { LibraryActionsState } from './state.ts';

type Reply = Awaited<ReturnType<Api['spaces']['links']>>;
type Item = Reply['items'][number];
type Reference = NonNullable<Item['targetReference']>;

/** Limit of report pages that are requested per status: 20,000 links are more than anyone fixes in one go. */
const pagesAtMost = 20;

/** See `LibraryActions.linkReport`. */
export async function linkReport(
  api: Pick<Api, 'spaces' | 'content'>,
  { spaceId, pageId }: { readonly spaceId: string; readonly pageId?: string | undefined },
  { signal }: Read = {},
): Promise<LinkReport> {
  const problems: LinkProblem[] = [];
  let brokenByChangeRequests: number | undefined;
  let isComplete = true;
  for (const status of ['broken', 'in-app'] as const) {
    const ask = async (page: string | undefined): Promise<Reply> => {
      const query = { spaceId, status, limit: 1000, ...(page !== undefined && { page }) };
      const reply = await (pageId === undefined
        ? api.spaces.links(query, { signal })
        : api.content.pageLinks({ ...query, pageId }, { signal }));
      brokenByChangeRequests ??= reply.stats?.broken?.changeRequest ?? undefined;
      return reply;
    };
    let pages = 0;
    for await (const { list, hasMore } of pagesOf(ask)) {
      // A server may ignore the filter.
      for (const item of list.items) if (item.status === status) problems.push(problemOf(item, status));
      pages += 1;
      if (pages < pagesAtMost || !hasMore) continue;
      isComplete = false;
      break;
    }
  }
  return { problems, brokenByChangeRequests, isComplete };
}

interface LinksTo {
  readonly spaceId: string;
  /** Ids of the linked pages. */
  readonly pages: ReadonlySet<string>;
  /** Links between spaces lead into the app. */
  readonly status?: 'ok' | 'in-app' | undefined;
}

/** The pages of the published content that link to one of these pages. */
export async function pagesLinkingTo(
  api: Pick<Api, 'spaces'>,
  { spaceId, pages, status = 'ok' }: LinksTo,
  { signal }: Read = {},
): Promise<{ readonly pages: ReadonlySet<string>; readonly isComplete: boolean }> {
  const linking = new Set<string>();
  let asked = 0;
  const ask = (page: string | undefined): Promise<Reply> =>
    api.spaces.links({ spaceId, status, limit: 1000, ...(page !== undefined && { page }) }, { signal });
  for await (const { list, hasMore } of pagesOf(ask)) {
    for (const { targetReference, locationReferences } of list.items) {
      if (!pageIdIn(targetReference ?? {}).some((id) => pages.has(id))) continue;
      for (const id of (locationReferences ?? []).flatMap(pageIdIn)) linking.add(id);
    }
    asked += 1;
    if (asked >= pagesAtMost && hasMore) return { pages: linking, isComplete: false };
  }
  return { pages: linking, isComplete: true };
}

/** How many link reports of other spaces are requested, and how many at the same time. */
const [spacesAtMost, spacesAtOnce] = [50, 4];

/** See `LibraryActions.linksFromOtherSpaces`. */
export async function linksFromOtherSpaces(
  { api, library, log }: Pick<LibraryActionsState, 'api' | 'library' | 'log'>,
  { spaceId, pages }: LinksTo,
  read: Read = {},
): Promise<readonly LinkingPage[]> {
  const others = library.cachedSpaces().filter(({ id }) => id !== spaceId);
  const linkingFrom = async (space: Space): Promise<readonly LinkingPage[]> => {
    try {
      const linking = await pagesLinkingTo(api, { spaceId: space.id, pages, status: 'in-app' }, read);
      const { byId } = linking.pages.size > 0 ? await library.pages(space.id, read) : { byId: undefined };
      const nodes = [...linking.pages].flatMap((id) => byId?.get(id) ?? []).filter(isReadable);
      return nodes.map((node) => ({ space, node }));
    } catch (error) {
      // A space without a report doesn't hide the links of the others.
      if (!failureOf(error)) throw error;
      log.warn(`The links of a space could not be listed: ${String(error)}`);
      return [];
    }
  };
  return (await pMap(others.slice(0, spacesAtMost), linkingFrom, { concurrency: spacesAtOnce })).flat();
}

/** See `LibraryActions.backlinks`. */
export async function backlinks(
  state: Pick<LibraryActionsState, 'api' | 'library' | 'log'>,
  { spaceId, fileId, pageId }: LinkedFrom,
  read: Read = {},
): Promise<Backlinks> {
  const { api, library } = state;
  const ofFile = async (id: string) => {
    const at = { spaceId, fileId: id };
    const references = await listed((page) => api.content.fileBacklinks({ ...at, ...page }, read));
    return { pages: new Set(references.flatMap(pageIdIn)), isComplete: true };
  };
  const to = { spaceId, pages: new Set([pageId ?? '']) };
  const [space, tree, linking, elsewhere] = await Promise.all([
    library.space(spaceId, read),
    library.pages(spaceId, read),
    fileId === undefined ? pagesLinkingTo(api, to, read) : ofFile(fileId),
    fileId === undefined ? linksFromOtherSpaces(state, to, read) : [],
  ]);
  const nodes = [...linking.pages].flatMap((id) => tree.byId.get(id) ?? []).filter(isReadable);
  return { pages: [...nodes.map((node) => ({ space, node })), ...elsewhere], isComplete: linking.isComplete };
}

function problemOf(
  { relation, targetReference, locationReferences }: Item,
  status: LinkProblem['status'],
): LinkProblem {
  return {
    status,
    isShown: relation === 'dependsOn',
    target: targetOf(targetReference ?? {}),
    pages: [...new Set((locationReferences ?? []).flatMap(pageIdIn))],
  };
}

/** A reference holds its target under a key named like its kind. */
function targetOf(reference: Reference): LinkTarget {
  const kind = reference.kind ?? 'url';
  const value = (reference as Readonly<Record<string, unknown>>)[kind];
  const space = reference.space ?? undefined;
  return { kind, value: typeof value === 'string' ? value : '', ...(space !== undefined && { space }) };
}

function pageIdIn(reference: Reference): string[] {
  const { page } = reference as { readonly page?: unknown };
  return typeof page === 'string' ? [page] : [];
}
