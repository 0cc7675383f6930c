import type { Organization } from '../../contract/organizations/organizations.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import type { Read } from './library.ts';
import type { OrganizationContent } from './organizationContent.ts';
import type { PagedList, Turns } from '../shared/pagedList.ts';
import type { ShelfView } from './children.ts';
import type { SpaceContent } from './spaceContent.ts';
import type { SpaceRecords } from './spaceRecords.ts';

/** What a library is made of. */
export interface LibraryParts {
  readonly organizations: PagedList<Organization>;
  /** Those that were met. */
  readonly organizationContents: ReadonlyMap<string, OrganizationContent>;
  readonly organization: (id: string) => OrganizationContent;
  readonly records: SpaceRecords;
  /** Those that were met. */
  readonly contents: ReadonlyMap<string, SpaceContent>;
  readonly content: (spaceId: string) => SpaceContent;
  readonly view: ShelfView;
  readonly turns: Turns;
  /** As `Library.pages`. */
  readonly pages: (spaceId: string, read?: Read) => Promise<PageTree>;
}
