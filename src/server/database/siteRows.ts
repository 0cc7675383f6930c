// Rows of the sites' tables as returned by queries. Times are in ms since the epoch, booleans are 0 and 1.

export interface SiteRow {
  readonly id: string;
  readonly organization_id: string;
  readonly type: string;
  readonly title: string;
  readonly visibility: string;
  readonly basename: string | null;
  readonly proxy: string | null;
  readonly published: number;
  readonly adaptive_content: number;
  readonly agents_context: string;
  /** JSON. */
  readonly adaptive_schema: string | null;
  readonly adaptive_schema_at: number | null;
  /** JSON of the settings that were made. */
  readonly customization: string;
  readonly created_at: number;
}

export interface SiteSectionGroupRow {
  readonly id: string;
  readonly site_id: string;
  readonly rank: string;
  readonly title: string;
  readonly icon: string | null;
}

export interface SiteSectionRow {
  readonly id: string;
  readonly site_id: string;
  readonly group_id: string | null;
  readonly rank: string;
  readonly title: string;
  readonly description: string | null;
  readonly path: string;
  readonly condition: string | null;
  readonly icon: string | null;
  readonly is_default: number;
}

export interface SiteSpaceRow {
  readonly id: string;
  readonly site_id: string;
  /** Null at the root of a site without sections. */
  readonly section_id: string | null;
  readonly space_id: string;
  readonly rank: string;
  readonly path: string;
  readonly condition: string | null;
  /** JSON of its overrides. */
  readonly customization: string;
  readonly is_default: number;
}

export interface ShareLinkRow {
  readonly id: string;
  readonly site_id: string;
  readonly key: string;
  readonly name: string;
  readonly active: number;
  readonly created_at: number;
}

/** With its position in the site's order, which sorts from top to bottom. */
export type Placed<Row> = Row & { readonly place: string };
