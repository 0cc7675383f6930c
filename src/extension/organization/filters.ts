import type { IntegrationFilter, MemberFilter, TeamFilter } from '../../store/organizations.ts';

/** What the lists of the view are narrowed to; undefined for what is not. */
export interface Filters {
  readonly members?: Filter<MemberFilter> | undefined;
  readonly teams?: Filter<TeamFilter> | undefined;
  readonly integrations?: Filter<IntegrationFilter> | undefined;
}

export interface Filter<By> {
  readonly by: By;
  /** As the row of the list says it. */
  readonly inWords: string;
}
