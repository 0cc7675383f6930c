import type { Site } from '../../contract/sites/sites.ts';
import { decoded } from '../shared/decoded.ts';

/** The site and the key in a share link. */
export interface SharedSite {
  readonly organizationId: string;
  readonly siteId: string;
  readonly shareKey: string;
}

/** The key in a share link, or a bare key. The link has it in `shareKey` (section 5), or else as its last segment. */
export function shareKeyIn(text: string): string | undefined {
  const typed = text.trim();
  if (!/^https?:\/\//i.test(typed)) return /^[^\s/?#]+$/.test(typed) ? typed : undefined;
  const url = URL.parse(typed);
  const last = url?.pathname.split('/').filter(Boolean).at(-1);
  return url?.searchParams.get('shareKey') ?? (last === undefined ? undefined : decoded(last));
}

/** The site that a share link of this server's API leads to (section 4.8, `published`). `base` is the server's address. */
export function sharedSiteOf(text: string, base: string): SharedSite | undefined {
  const url = URL.parse(text.trim());
  const shareKey = url?.searchParams.get('shareKey');
  if (!url || !shareKey) return undefined;
  const sites = `${base}/v1/orgs/`;
  if (!url.href.startsWith(sites)) return undefined;
  const [organizationId, group, siteId] = url.href.slice(sites.length).split(/[/?#]/);
  return organizationId && group === 'sites' && siteId
    ? { organizationId: decoded(organizationId), siteId: decoded(siteId), shareKey }
    : undefined;
}

/** Whether a share link of the browser belongs to the site: it is below the site's published URL. */
export function isShareLinkOf(text: string, { visibility, urls }: Site): boolean {
  const [url, published] = [text.trim(), urls?.published ?? ''].map((each) => URL.parse(each)?.href);
  if (visibility !== 'share-link' || !url || !published) return false;
  return url.startsWith(`${published.replace(/\/$/, '')}/share/`);
}
