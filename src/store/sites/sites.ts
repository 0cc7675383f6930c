import type { Api } from '../../client/api.ts';
import type { AdaptiveSchema } from '../../contract/shared/adaptiveSchema.ts';
import type { ShareLink } from '../../contract/sites/shareLinks.ts';
import type { SiteCustomization } from '../../contract/sites/siteCustomization.ts';
import type { PublishedSite, Site } from '../../contract/sites/sites.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { SiteEdit } from '../../model/sites/edits.ts';
import type { SiteTree } from '../../model/sites/tree.ts';
import type { Read } from '../library/library.ts';
import type { SiteAddress } from './calls.ts';

export type NewSite = Parameters<Api['sites']['create']>[0]['body'];
export type SiteUpdate = Parameters<Api['sites']['update']>[0]['body'];

/** Which sites of an organization are listed; all without a filter (section 4.8). */
export interface SiteFilter {
  readonly title?: string | undefined;
  readonly published?: boolean | undefined;
  /** Id of a space that is in them. */
  readonly space?: string | undefined;
}

/** Sites of an organization, as last heard. */
export interface SiteShelf {
  readonly sites: readonly Site[];
  /** When the platform said so, in ms since the epoch. */
  readonly asOf: number;
  /** True when the platform has more of them: `more` fetches the next page. */
  readonly hasMore: boolean;
  /** How many could not be read. */
  readonly skipped: number;
  /** The last attempt to refresh failed so; `sites` are the last known. */
  readonly failure?: ApiError | undefined;
}

export type SitesChange =
  /** The list of an organization's sites is to be asked for again. */
  | { readonly kind: 'sites'; readonly organizationId: string }
  /** A site, what stands in it, or its share links, have become others. */
  | { readonly kind: 'site'; readonly siteId: string };

/** One account's sites, fetched on demand and kept. What is changed here shows at once. */
export interface Sites {
  sites(organizationId: string, filter?: SiteFilter, read?: Read): Promise<SiteShelf>;
  /** Fetches the next page of sites. */
  more(organizationId: string, filter?: SiteFilter, read?: Read): Promise<void>;
  /** The site as last heard, without a request. */
  known(siteId: string): Site | undefined;
  /** Asks for a site. */
  site(address: SiteAddress, read?: Read): Promise<Site>;
  /** All sites of the organization that show the space. */
  withSpace(organizationId: string, spaceId: string, read?: Read): Promise<readonly Site[]>;
  at(address: SiteAddress): SiteContent;

  create(organizationId: string, body: NewSite): Promise<Site>;
  update(address: SiteAddress, body: SiteUpdate): Promise<Site>;
  /** Rejects with `unsupported` where the server has no such endpoint. */
  setPublished(address: SiteAddress, published: boolean): Promise<Site>;
  delete(address: SiteAddress): Promise<void>;
  /** What a visitor gets. */
  published(address: SiteAddress, shareKey?: string, read?: Read): Promise<PublishedSite>;

  /** Asks anew for one site, what is loaded of it, and the lists that it may stand in: it was changed elsewhere. */
  reread(address: SiteAddress): Promise<void>;
  /** Asks anew for the lists and sites that are loaded. A call that fails is told by the shelves. */
  refresh(read?: Read): Promise<void>;
  onDidChange(listener: (change: SitesChange) => void): { dispose(): void };
}

/** What is in one site. */
export interface SiteContent {
  /** The structure as last heard, with the edits that are on their way; undefined before it was loaded. */
  tree(): SiteTree | undefined;
  /** When the platform said so, in ms since the epoch. */
  asOf(): number;
  /** Why the structure could not be fetched last time. */
  failure(): ApiError | undefined;
  /** How many edits are on their way. */
  pending(): number;
  loadTree(read?: Read): Promise<SiteTree>;
  /** Asks for the structure, once all edits have been sent. A failed call is kept. */
  refreshTree(read?: Read): Promise<void>;
  /**
   * Shows the edit at once and sends it, after those before. When it is refused it is taken back, the structure is asked for,
   * and this rejects. Gives the id of what was added.
   */
  edit(edit: SiteEdit): Promise<string | undefined>;
  /** Takes the last move back; undefined when there is none. Gives the title of what was moved. */
  undo(): Promise<string | undefined>;
  canUndo(): boolean;

  shareLinks: {
    load(read?: Read): Promise<readonly ShareLink[]>;
    create(name: string): Promise<ShareLink>;
    update(id: string, change: { readonly name?: string; readonly active?: boolean }): Promise<ShareLink>;
    delete(id: string): Promise<void>;
  };
  audience(read?: Read): Promise<Audience>;
  customization(read?: Read): Promise<SiteCustomization>;
  /** Asks anew for all that is loaded. Failed calls are kept. */
  refresh(read?: Read): Promise<void>;
}

/** Whom a site can tell apart, and what an author can ask of a visitor (section 2.7). */
export interface Audience {
  readonly schema: AdaptiveSchema;
  readonly conditions: Awaited<ReturnType<Api['sites']['templateConditions']>>['items'];
}
