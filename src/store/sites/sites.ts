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
  /** Id of a space that the sites contain. */
  readonly space?: string | undefined;
}

/** Sites of an organization, as last received. */
export interface SiteChildren {
  readonly sites: readonly Site[];
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  /** True if the server has more: `more` fetches the next page. */
  readonly hasMore: boolean;
  /** Number of items that couldn't be read. */
  readonly skipped: number;
  /** Why the last refresh failed; `sites` are the last ones received. */
  readonly failure?: ApiError | undefined;
}

export type SitesChange =
  /** The list of an organization's sites has to be read again. */
  | { readonly kind: 'sites'; readonly organizationId: string }
  /** A site, its structure or its share links changed. */
  | { readonly kind: 'site'; readonly siteId: string };

/** One account's sites, fetched on demand and cached. Changes from here show at once. */
export interface Sites {
  sites(organizationId: string, filter?: SiteFilter, read?: Read): Promise<SiteChildren>;
  /** Fetches the next page of sites. */
  more(organizationId: string, filter?: SiteFilter, read?: Read): Promise<void>;
  /** The site as last received, without a request. */
  cached(siteId: string): Site | undefined;
  /** Fetches a site. */
  site(address: SiteAddress, read?: Read): Promise<Site>;
  /** All sites of the organization that show the space. */
  withSpace(organizationId: string, spaceId: string, read?: Read): Promise<readonly Site[]>;
  at(address: SiteAddress): SiteContent;

  create(organizationId: string, body: NewSite): Promise<Site>;
  update(address: SiteAddress, body: SiteUpdate): Promise<Site>;
  /** Rejects with `unsupported` if the server has no such endpoint. */
  setPublished(address: SiteAddress, published: boolean): Promise<Site>;
  delete(address: SiteAddress): Promise<void>;
  /** What a visitor is served. */
  published(address: SiteAddress, shareKey?: string, read?: Read): Promise<PublishedSite>;

  /** Fetches one site, its loaded parts and the lists that can contain it again, because it was changed elsewhere. */
  reread(address: SiteAddress): Promise<void>;
  /** Fetches the loaded lists and sites again. A failure is kept with its list or site. */
  refresh(read?: Read): Promise<void>;
  onDidChange(listener: (change: SitesChange) => void): { dispose(): void };
}

/** The content of one site. */
export interface SiteContent {
  /** The structure as last received, with pending edits applied; undefined before it is loaded. */
  tree(): SiteTree | undefined;
  /** When it was received, in ms since the epoch. */
  asOf(): number;
  /** Why the last fetch of the structure failed. */
  failure(): ApiError | undefined;
  /** Number of pending edits. */
  pending(): number;
  loadTree(read?: Read): Promise<SiteTree>;
  /** Fetches the structure once all edits have been sent. A failure is kept. */
  refreshTree(read?: Read): Promise<void>;
  /**
   * Shows the edit at once and sends it after earlier ones. If it is refused, it is taken back, the structure is
   * fetched, and this rejects. Returns the id of an added part.
   */
  edit(edit: SiteEdit): Promise<string | undefined>;
  /** Undoes the last move, and returns the title of the moved part; undefined if there is no move. */
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
  /** Fetches everything loaded again. Failures are kept. */
  refresh(read?: Read): Promise<void>;
}

/**
 * The visitor groups that a site can distinguish, and the claims that an author can require of a visitor (section 2.7).
 */
export interface Audience {
  readonly schema: AdaptiveSchema;
  readonly conditions: Awaited<ReturnType<Api['sites']['templateConditions']>>['items'];
}
