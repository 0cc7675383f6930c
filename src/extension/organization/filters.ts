import type { IntegrationFilter, MemberFilter, TeamFilter } from '../../store/organizations/organizations.ts';

/** What the lists of the view are narrowed to, and their order where it isn't the usual one. */
export interface Filters {
  readonly members?: Filter<Pick<MemberFilter, 'role' | 'search'>> | undefined;
  readonly memberOrder?: Filter<Pick<MemberFilter, 'sort' | 'order'>> | undefined;
  readonly teams?: Filter<TeamFilter> | undefined;
  readonly integrations?: Filter<IntegrationFilter> | undefined;
}

export interface Filter<By> {
  readonly by: By;
  /** As the row of the list says it. */
  readonly inWords: string;
}
