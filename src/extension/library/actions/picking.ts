import * as vscode from 'vscode';
import type { Collection } from '../../../contract/spaces/collections.ts';
import type { Organization } from '../../../contract/organizations/organizations.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import type { Hierarchy } from '../../../model/library/hierarchy.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { PlaceOf } from '../../../store/library/places.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import type { Session } from './session.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** A parent of collections and spaces: an organization, or one of its collections. */
export interface Container {
  readonly organization: Organization;
  /** Undefined for the organization itself. */
  readonly collection: Collection | undefined;
  readonly hierarchy: Hierarchy;
}

/** If the server doesn't report a permission, the action is tried and the server refuses it if necessary. */
export function may(
  resource: { readonly permissions?: Readonly<Record<string, unknown>> | null | undefined },
  right: string,
): boolean {
  return resource.permissions?.[right] !== false;
}

/** The current state of the row's space. */
export function spaceOf({ library }: Session, { space }: PlaceOf<'space'>): Space {
  return library.cachedSpaces().find(({ id }) => id === space.id) ?? space;
}

/** A row below which something can be created. */
export type ContainerRow = PlaceOf<'organization' | 'collection'>;

/** The row's organization or collection, else one that the user picks among those where they can create something. */
export async function pickContainer(
  session: Session,
  row: ContainerRow | undefined,
  title: string,
  wanted: (container: Container) => boolean = () => true,
): Promise<Container | undefined> {
  const hierarchy = await everyContainer(session);
  if (row) {
    const id = row.kind === 'organization' ? row.organization.id : row.collection.id;
    const found = hierarchy.find(({ collection, organization }) => (collection ?? organization).id === id);
    if (found) return found;
  }
  const items = hierarchy
    .filter((container) => isOpen(container) && wanted(container))
    .map((container) => ({ ...itemOf(container), container }));
  if (items.length > 0) return (await showQuickPick(items, { title, matchOnDescription: true }))?.container;
  await showInformation(vscode.l10n.t('There are no locations where you can do this.'));
  return undefined;
}

/** Whether the user can add something there. */
export function isOpen({ collection, organization }: Pick<Container, 'collection' | 'organization'>): boolean {
  return collection ? may(collection, 'create') : may(organization, 'createContent');
}

/** The top level of the organization or one of its collections. Asks only if there is a choice. */
export async function pickCollectionIn(
  { library }: Session,
  organization: Organization,
  title: string,
): Promise<Container | undefined> {
  const [top, ...collections] = await hierarchyOf(library, organization);
  const open = collections.filter(isOpen);
  if (!top || open.length === 0) return top;
  const items = [
    { label: vscode.l10n.t('Top level'), container: top },
    ...open.map((container) => ({ ...itemOf(container), container })),
  ];
  return (await showQuickPick(items, { title, matchOnDescription: true }))?.container;
}

/** Every organization and collection, in the order of the Library. */
async function everyContainer({ library }: Session): Promise<Container[]> {
  const organizations = await library.organizations();
  return (await Promise.all(organizations.map((organization) => hierarchyOf(library, organization)))).flat();
}

async function hierarchyOf(library: Session['library'], organization: Organization): Promise<Container[]> {
  const hierarchy = await library.hierarchy(organization.id);
  const below = (collection: Collection | undefined): Container[] => [
    { organization, collection, hierarchy },
    ...hierarchy.at(collection?.id).collections.flatMap(below),
  ];
  return below(undefined);
}

function itemOf({ organization, collection, hierarchy }: Container): {
  readonly label: string;
  readonly description: string;
} {
  const above = collection ? [organization, ...hierarchy.above(collection)] : [];
  return {
    label: `$(${collection ? 'folder-library' : 'organization'}) ${withoutIcons(titleText((collection ?? organization).title))}`,
    description: withoutIcons(above.map(({ title }) => titleText(title)).join(' › ')),
  };
}
