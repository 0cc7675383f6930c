import type { ChangeSet } from '../../store/changeRequestContent/content.ts';
import type { ChangeDecorations } from '../changeRequests/shared/changeDecorations.ts';
import type { ChangeRequestAt } from '../changeRequests/shared/changeRows.ts';
import type { Services } from '../services/services.ts';

/** What the commands on changed pages are given. */
export interface ChangesParts extends Services {
  readonly decorations: ChangeDecorations;
  /** Told when all or some of them are shown as diffs under this title. */
  readonly opened: (opened: OpenedChanges) => void;
}

/** A diff of several pages, which has no address by which to find it again: it goes by its title. */
export interface OpenedChanges {
  readonly at: ChangeRequestAt;
  readonly title: string;
  readonly set: ChangeSet;
}
