import type { ChangeSet } from '../../../store/content/content.ts';
import type { ChangeDecorations } from '../../ground/changeRequests/changeDecorations.ts';
import type { ChangesAt } from '../../ground/changeRequests/changeRows.ts';
import type { Services } from '../../ground/services/services.ts';

/** The services that the commands on changed pages get. */
export interface ChangesContext extends Services {
  readonly decorations: ChangeDecorations;
  /** Called when some or all changed pages are shown as a diff with this title. */
  readonly opened: (opened: OpenedChanges) => void;
}

/** A diff of several pages. It has no address, so it is found again by its title. */
export interface OpenedChanges {
  readonly at: ChangesAt;
  readonly title: string;
  readonly set: ChangeSet;
}
