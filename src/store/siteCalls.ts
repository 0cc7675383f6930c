import type { Api } from '../client/api.ts';
import type { MoveCall, PartName } from '../model/siteMoves.ts';

/** What of the api a site's structure takes. */
export type StructureApi = Pick<Api, 'sites' | 'siteSections' | 'siteSectionGroups' | 'siteSpaces'>;

export interface SiteAddress {
  readonly organizationId: string;
  readonly siteId: string;
}

/** Sends one request of a move. */
export async function sendMove(
  api: StructureApi,
  site: SiteAddress,
  call: MoveCall,
  signal?: AbortSignal,
): Promise<void> {
  switch (call.call) {
    case 'addToGroup':
      await api.siteSectionGroups.addSection(
        { ...site, siteSectionGroupId: call.group, body: { sectionId: call.section } },
        { signal },
      );
      return;
    case 'removeFromGroup':
      return api.siteSectionGroups.removeSection(
        { ...site, siteSectionGroupId: call.group, siteSectionId: call.section },
        { signal },
      );
    case 'sort':
      await api.sites.sort(
        { ...site, body: { item: call.item, position: positionOf(call, (name) => name) } },
        { signal },
      );
      return;
    case 'move':
      return sendDeprecatedMove(api, site, call, signal);
  }
}

async function sendDeprecatedMove(
  api: StructureApi,
  site: SiteAddress,
  call: Extract<MoveCall, { readonly item: PartName }>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { type, id } = call.item;
  switch (type) {
    case 'site-section': {
      const position = positionOf(call, (other) => ({ type, siteSection: other.id }));
      await api.siteSections.move({ ...site, siteSectionId: id, body: { position } }, { signal });
      return;
    }
    case 'site-section-group': {
      const position = positionOf(call, (other) => other as PartName & { type: 'site-section' });
      await api.siteSectionGroups.move({ ...site, siteSectionGroupId: id, body: { position } }, { signal });
      return;
    }
    case 'site-space': {
      const position = positionOf(call, (other) => ({ type, siteSpace: other.id }));
      await api.siteSpaces.move({ ...site, siteSpaceId: id, body: { position } }, { signal });
    }
  }
}

/** Section 2.1, Position: each kind names its neighbours by another key. Undefined is the end. */
function positionOf<Neighbour>(
  { before, after }: { readonly before?: PartName; readonly after?: PartName },
  neighbour: (name: PartName) => Neighbour,
): { before?: Neighbour; after?: Neighbour } | undefined {
  if (!before && !after) return undefined;
  return { ...(before && { before: neighbour(before) }), ...(after && { after: neighbour(after) }) };
}
