import type { Space } from '../../contract/spaces/spaces.ts';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import { mayPropose } from '../../model/library/lockedSpace.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { repositoryAddress } from '../../model/library/repositoryAddress.ts';
import type { Place } from '../../store/library/library.ts';

/**
 * `<kind>;<mark>;<permission>;…;`, which menus match: `viewItem =~ /^space;.*\bmerge\b/`. Marks: `browser` if it has an
 * address that a browser can open, `document` if there is a page to read, `repository` if it is synchronized with a Git
 * repository, `live`, `locked` or `deleted` for a space, and `propose` if it accepts change requests, also on its
 * pages.
 */
export function contextValueOf(place: Place): string {
  return [place.kind, ...marksOf(place), ...permissionsOf(place)].join(';');
}

function marksOf(place: Place): string[] {
  const marks = addressForBrowser(place) === undefined ? [] : ['browser'];
  if (place.kind === 'page' && isReadable(place.node)) marks.push('document');
  if ((place.kind === 'space' || place.kind === 'page') && repositoryAddress(place.space.gitSync))
    marks.push('repository');
  if (place.kind === 'space') {
    marks.push(stateOf(place.space));
    if (place.space.permissions && takesChanges(place.space)) marks.push('propose');
  }
  // If the server doesn't report permissions, the command is offered and the server decides, as when a page is edited.
  if (place.kind === 'page' && takesChanges(place.space)) marks.push('propose');
  return marks;
}

function takesChanges(space: Space): boolean {
  return !space.deletedAt && mayPropose(space);
}

function stateOf({ deletedAt, editMode }: Space): string {
  if (deletedAt) return 'deleted';
  return editMode === 'locked' ? 'locked' : 'live';
}

function permissionsOf(place: Place): string[] {
  const { permissions } = resourceOf(place) as { permissions?: Record<string, unknown> | null };
  return Object.entries(permissions ?? {})
    .filter(([, allowed]) => allowed === true)
    .map(([name]) => name);
}

function resourceOf(place: Place): object {
  switch (place.kind) {
    case 'organization':
      return place.organization;
    case 'collection':
      return place.collection;
    case 'space':
    case 'files':
      return place.space;
    case 'page':
    case 'file':
      return {};
  }
}

/** Its address for a browser, if it has one. */
export function addressForBrowser(place: Place): string | undefined {
  switch (place.kind) {
    case 'organization':
      return browserAddressOf(place.organization.urls);
    case 'collection':
      return browserAddressOf(place.collection.urls);
    case 'space':
      return browserAddressOf(place.space.urls);
    case 'page':
      return browserAddressOf(place.node.page.urls);
    case 'files':
    case 'file':
      return undefined;
  }
}
