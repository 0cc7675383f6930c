import type { Api } from '../../client/api.ts';
import type { SiteEdit } from '../../model/sites/edits.ts';
import type { MoveCall, PartName } from '../../model/sites/moves.ts';
import { partOf, placementOf, type SiteTree } from '../../model/sites/tree.ts';

/** The API groups that a site's structure uses. */
export type StructureApi = Pick<Api, 'sites' | 'siteSections' | 'siteSectionGroups' | 'siteSpaces'>;

export interface SiteAddress {
  readonly organizationId: string;
  readonly siteId: string;
}

/** Sends one request of a move. */
export async function sendMove(api: StructureApi, site: SiteAddress, call: MoveCall): Promise<void> {
  switch (call.call) {
    case 'addToGroup':
      await api.siteSectionGroups.addSection({
        ...site,
        siteSectionGroupId: call.group,
        body: { sectionId: call.section },
      });
      return;
    case 'removeFromGroup':
      return api.siteSectionGroups.removeSection({
        ...site,
        siteSectionGroupId: call.group,
        siteSectionId: call.section,
      });
    case 'sort':
      await api.sites.sort({ ...site, body: { item: call.item, position: positionOf(call, (name) => name) } });
      return;
    case 'move':
      return sendDeprecatedMove(api, site, call);
  }
}

/** Sends an edit other than a move, and returns the id of an added part. */
export async function sendEdit(
  api: StructureApi,
  site: SiteAddress,
  tree: SiteTree,
  edit: Exclude<SiteEdit, { kind: 'move' }>,
): Promise<string | undefined> {
  switch (edit.kind) {
    case 'change':
      await change(api, site, tree, edit);
      return undefined;
    case 'link':
      await api.siteSpaces.update({ ...site, siteSpaceId: edit.id, body: { spaceId: edit.space.id } });
      return undefined;
    case 'makeDefault':
      await makeDefault(api, site, tree, edit.id);
      return undefined;
    case 'remove':
      await remove(api, site, tree, edit.id);
      return undefined;
    case 'addGroup': {
      const { id } = await api.siteSectionGroups.create({ ...site, body: { title: edit.title } });
      return id;
    }
    case 'addSection': {
      const { id } = await api.siteSections.create({ ...site, body: { spaceId: edit.space.id } });
      if (edit.group !== undefined) {
        await sendMove(api, site, { call: 'addToGroup', group: edit.group, section: id });
      }
      return id;
    }
    case 'addSiteSpace': {
      const body = { spaceId: edit.space.id, ...(edit.section !== undefined && { sectionId: edit.section }) };
      const { id } = await api.siteSpaces.create({ ...site, body });
      return id;
    }
  }
}

async function change(
  api: StructureApi,
  site: SiteAddress,
  tree: SiteTree,
  { id, fields }: Extract<SiteEdit, { kind: 'change' }>,
): Promise<void> {
  const body = Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, text === '' ? null : text]));
  switch (partOf(tree, id)?.kind) {
    case 'site-section-group':
      await api.siteSectionGroups.update({ ...site, siteSectionGroupId: id, body });
      return;
    case 'site-space':
      await api.siteSpaces.update({ ...site, siteSpaceId: id, body });
      return;
    case 'site-section':
    case undefined:
      await api.siteSections.update({ ...site, siteSectionId: id, body });
  }
}

/** Makes it the default of the site, or of its section. */
async function makeDefault(api: StructureApi, site: SiteAddress, tree: SiteTree, id: string): Promise<void> {
  const placement = placementOf(tree, id);
  if (placement?.part.kind !== 'site-space') {
    await api.sites.update({ ...site, body: { defaultSiteSection: id } });
  } else if (placement.parent) {
    const body = { defaultSiteSpace: id };
    await api.siteSections.update({ ...site, siteSectionId: placement.parent.id, body });
  } else {
    await api.sites.update({ ...site, body: { defaultSiteSpace: id } });
  }
}

async function remove(api: StructureApi, site: SiteAddress, tree: SiteTree, id: string): Promise<void> {
  switch (partOf(tree, id)?.kind) {
    case 'site-section-group':
      return api.siteSectionGroups.delete({ ...site, siteSectionGroupId: id });
    case 'site-space':
      return api.siteSpaces.delete({ ...site, siteSpaceId: id });
    case 'site-section':
      return api.siteSections.delete({ ...site, siteSectionId: id });
    case undefined:
  }
}

async function sendDeprecatedMove(
  api: StructureApi,
  site: SiteAddress,
  call: Extract<MoveCall, { readonly item: PartName }>,
): Promise<void> {
  const { type, id } = call.item;
  switch (type) {
    case 'site-section': {
      const position = positionOf(call, (other) => ({ type, siteSection: other.id }));
      await api.siteSections.move({ ...site, siteSectionId: id, body: { position } });
      return;
    }
    case 'site-section-group': {
      const position = positionOf(call, (other) => other as PartName & { type: 'site-section' });
      await api.siteSectionGroups.move({ ...site, siteSectionGroupId: id, body: { position } });
      return;
    }
    case 'site-space': {
      const position = positionOf(call, (other) => ({ type, siteSpace: other.id }));
      await api.siteSpaces.move({ ...site, siteSpaceId: id, body: { position } });
    }
  }
}

/** Each kind of part names its neighbor by another key (section 2.1, Position). Undefined means the end. */
function positionOf<Neighbour>(
  { before, after }: { readonly before?: PartName; readonly after?: PartName },
  neighbour: (name: PartName) => Neighbour,
): { before?: Neighbour; after?: Neighbour } | undefined {
  if (!before && !after) return undefined;
  return { ...(before && { before: neighbour(before) }), ...(after && { after: neighbour(after) }) };
}
