import type { Site } from '../../../contract/sites/sites.ts';
import type { SharedSite } from '../../../model/sites/shareLinkAddress.ts';
import type { Account } from './accounts.ts';

/** A site that was opened with the key of a share link. The account may have no other access to it. */
export interface OpenedSite {
  readonly account: Account;
  readonly at: Omit<SharedSite, 'shareKey'>;
  readonly site: Site;
  readonly shareKey: string;
}
