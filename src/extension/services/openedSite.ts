import type { Site } from '../../contract/sites/sites.ts';
import type { SharedSite } from '../../model/sites/shareLinkAddress.ts';
import type { Account } from './accounts.ts';

/** A site that opened with the key of a share link. The account may know nothing else of it. */
export interface OpenedSite {
  readonly account: Account;
  readonly at: Omit<SharedSite, 'shareKey'>;
  readonly site: Site;
  readonly shareKey: string;
}
