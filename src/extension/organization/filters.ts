import type { IntegrationFilter, MemberFilter, TeamFilter } from '../../store/organizations/organizations.ts';

/** The filters of the view's lists, and their order if it isn't the default. */
export interface Filters {
  readonly members?: Filter<Pick<MemberFilter, 'role' | 'search'>> | undefined;
  readonly memberOrder?: Filter<Pick<MemberFilter, 'sort' | 'order'>> | undefined;
  readonly teams?: Filter<TeamFilter> | undefined;
  readonly integrations?: Filter<IntegrationFilter> | undefined;
}

export interface Filter<By> {
  readonly by: By;
  /** The filter as the list's row shows it. */
  readonly inWords: string;
}
