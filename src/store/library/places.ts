import type { Collection } from '../../contract/spaces/collections.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { filesDirectory, type FileNames } from '../../model/pages/fileNames.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { fingerprintOf } from '../shared/shownChildren.ts';
import type { Place } from './library.ts';

export type PlaceOf<Kind extends Place['kind']> = Extract<Place, { readonly kind: Kind }>;

export function organizationPlace(organization: Organization): PlaceOf<'organization'> {
  return { kind: 'organization', key: keyOf('organization', organization.id), organization };
}

export function collectionPlace(collection: Collection, parent: Place): PlaceOf<'collection'> {
  return { kind: 'collection', key: keyOf('collection', collection.id, parent), parent, collection };
}

export function spacePlace(space: Space, parent: Place): PlaceOf<'space'> {
  return { kind: 'space', key: keyOf('space', space.id, parent), parent, space };
}

export function pagePlace(node: PageNode, space: Space, parent: Place): PlaceOf<'page'> {
  return { kind: 'page', key: keyOf('page', node.id, parent), parent, space, node };
}

export function filesPlace(space: Space, parent: Place): PlaceOf<'files'> {
  return { kind: 'files', key: keyOf('files', '', parent), parent, space };
}

export function filePlace(file: File, names: FileNames, space: Space, parent: Place): PlaceOf<'file'> {
  const path = `${filesDirectory}/${names.nameOf.get(file.id) ?? file.id}`;
  return { kind: 'file', key: keyOf('file', file.id, parent), parent, space, file, path };
}

/** The organization that a place belongs to. */
export function organizationOf(place: Place): string {
  for (let next: Place | undefined = place; next !== undefined; next = next.parent) {
    if (next.kind === 'organization') return next.organization.id;
  }
  return place.kind === 'collection' ? place.collection.organization : 'space' in place ? place.space.organization : '';
}

/** Covers everything that a row shows of a place. */
export function fingerprintOfPlace(place: Place): readonly unknown[] {
  switch (place.kind) {
    case 'organization':
      return [place.key, fingerprintOf(place.organization)];
    case 'collection':
      return [place.key, fingerprintOf(place.collection)];
    case 'space':
      return [place.key, fingerprintOf(place.space)];
    case 'page':
      return [place.key, place.node.path, place.node.children.length > 0, fingerprintOf(place.node.page)];
    case 'files':
      return [place.key, fingerprintOf(place.space.permissions)];
    case 'file':
      return [place.key, place.path, place.file.size, place.file.contentType];
  }
}

function keyOf(kind: Place['kind'], id: string, parent?: Place): string {
  const own = `${kind}:${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return parent ? `${parent.key}/${own}` : own;
}
