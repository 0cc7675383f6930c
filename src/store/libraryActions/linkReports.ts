import type { Api } from '../../client/api.ts';
import type { LinkTarget } from '../../model/pages/linkPlaces.ts';
import type { Read } from '../library/library.ts';
import { listed } from '../shared/listed.ts';
import { pagesOf } from '../shared/pagesOf.ts';
import type { LinkProblem, LinkReport } from './libraryActions.ts';

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

/** The pages of the published content that link to one of these pages. */
export async function pagesLinkingTo(
  api: Pick<Api, 'spaces'>,
  { spaceId, pages }: { readonly spaceId: string; readonly pages: ReadonlySet<string> },
  { signal }: Read = {},
): Promise<{ readonly pages: ReadonlySet<string>; readonly isComplete: boolean }> {
  const linking = new Set<string>();
  let asked = 0;
  const ask = (page: string | undefined): Promise<Reply> =>
    api.spaces.links({ spaceId, status: 'ok', limit: 1000, ...(page !== undefined && { page }) }, { signal });
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

/** See `LibraryActions.backlinks`. */
export async function backlinks(
  api: Pick<Api, 'content'>,
  at: { readonly spaceId: string; readonly fileId: string },
  { signal }: Read = {},
): Promise<readonly string[]> {
  const references = await listed((page) => api.content.fileBacklinks({ ...at, ...page }, { signal }));
  return [...new Set(references.flatMap(pageIdIn))];
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
