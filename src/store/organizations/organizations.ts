import type { Api } from '../../client/api.ts';
import type { Installation, Integration } from '../../contract/organizations/integrations.ts';
import type { Member } from '../../contract/organizations/member.ts';
import type { OpenApiSpec, OpenApiSpecVersion } from '../../contract/organizations/openapi.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Role } from '../../contract/shared/shapes.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { Team, TeamMember, TeamRole } from '../../contract/organizations/teams.ts';
import type { TranslationSettings } from '../../contract/organizations/translations.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { Read } from '../library/library.ts';

/** The body of a publish request (section 4.19). */
export type NewIntegration = Parameters<Api['integrations']['publish']>[0]['body'];

/** Which members are listed, and how (section 4.15); by default all, last joined first. */
export interface MemberFilter {
  readonly role?: Role | undefined;
  /** Part of a name or email address. */
  readonly search?: string | undefined;
  /** `lastSeenAt` leaves out members who never visited. */
  readonly sort?: 'joinedAt' | 'lastSeenAt' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Which teams are listed (section 4.16). */
export interface TeamFilter {
  /** Part of the title, ignoring case. */
  readonly title?: string | undefined;
  /** Id of a member: lists only the teams that they can manage. */
  readonly owner?: string | undefined;
}

/** Which integrations are listed (section 4.19); without a filter, those made by the organization. */
export interface IntegrationFilter {
  readonly search?: string | undefined;
  readonly category?: 'analytics' | 'collaboration' | 'content' | 'marketing' | 'visitor-auth' | 'other' | undefined;
  readonly target?: 'all' | 'site' | 'space' | 'organization' | undefined;
  readonly blocks?: boolean | undefined;
  readonly contentSources?: boolean | undefined;
  readonly blockDomain?: string | undefined;
  readonly scope?: string | undefined;
}

/** A list as last received, including later changes from here. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  readonly hasMore: boolean;
  /** Number of items that couldn't be read. */
  readonly skipped: number;
  /** Total number of items, if the server reports it. */
  readonly count: number | undefined;
  /** Why the last refresh failed; `items` are the last ones received. */
  readonly failure: ApiError | undefined;
}

export interface OrganizationList<Item> {
  /** The cached list, without a request. */
  cached(): Listed<Item> | undefined;
  /** The cached list, or else fetches its first page. Rejects only if it was never fetched. */
  load(read?: Read): Promise<Listed<Item>>;
  /** Fetches the next page. */
  more(read?: Read): Promise<void>;
  /** Fetches every page. */
  all(read?: Read): Promise<readonly Item[]>;
  /** Fetches the cached pages again, or the first one. If that fails, the cached items stay and have the failure. */
  refresh(read?: Read): Promise<void>;
}

/** Which list has to be read again: `within` is the id of its team, or the slug of its specification. */
export interface OrganizationsChange {
  readonly list: 'members' | 'teams' | 'teamMembers' | 'specs' | 'versions' | 'translations' | 'integrations';
  readonly organizationId: string;
  readonly within?: string | undefined;
}

export interface TeamAddress {
  readonly organizationId: string;
  readonly teamId: string;
}

/** Source of a specification (section 4.14): a URL that the server reads, or the document itself. */
export type SpecSource = { readonly url: string } | { readonly text: string };

export interface SpecAddress {
  readonly organizationId: string;
  readonly specSlug: string;
}

export type TeamPerson = TeamMember & { readonly id: string };
/** Integrations are identified by their names. */
export type ListedIntegration = Integration & { readonly id: string };

/** Changes of a team's members, given by id or email address (section 4.16). */
export interface TeamChange {
  readonly add?: string[];
  readonly remove?: string[];
  /** The role of all added members. */
  readonly role?: TeamRole;
}

/**
 * One account's organizations: members, teams, specifications, translations and integrations. Changes from here show at
 * once.
 */
export interface Organizations {
  members(organizationId: string, filter?: MemberFilter): OrganizationList<Member>;
  changeRole(organizationId: string, userId: string, role: Role | null): Promise<Member>;
  /** Undefined if someone else has changed the role since: then it stays. */
  changeRoleBack(
    organizationId: string,
    userId: string,
    roles: { readonly from: Role | null; readonly to: Role | null },
  ): Promise<Member | undefined>;
  removeMember(organizationId: string, userId: string): Promise<void>;
  requireSso(organizationId: string, userId: string): Promise<Member>;
  /** The spaces that a member can see, limited to those that the user can see. */
  spacesOf(
    organizationId: string,
    userId: string,
    read?: Read,
  ): Promise<readonly { space: Space; permission: string | undefined }[]>;
  teamsOf(
    organizationId: string,
    userId: string,
    read?: Read,
  ): Promise<readonly { team: Team; role: string | undefined }[]>;

  teams(organizationId: string, filter?: TeamFilter): OrganizationList<Team>;
  teamMembers(at: TeamAddress): OrganizationList<TeamPerson>;
  createTeam(organizationId: string, title: string): Promise<Team>;
  renameTeam(at: TeamAddress, title: string): Promise<Team>;
  deleteTeam(at: TeamAddress): Promise<void>;
  /** Applies all of the change or nothing. */
  changeTeam(at: TeamAddress, change: TeamChange): Promise<void>;
  putInTeam(at: TeamAddress, userId: string, role: TeamRole): Promise<void>;
  removeFromTeam(at: TeamAddress, userId: string): Promise<void>;
  /** The ids or email addresses of these people who aren't members. Reads the whole list of members. */
  nonMembersAmong(organizationId: string, people: readonly string[], read?: Read): Promise<readonly string[]>;

  specs(organizationId: string): OrganizationList<OpenApiSpec>;
  versions(at: SpecAddress): OrganizationList<OpenApiSpecVersion>;
  /** Whether a specification with this slug exists. Always asks the server. */
  hasSpec(at: SpecAddress, read?: Read): Promise<boolean>;
  createSpec(organizationId: string, slug: string, source: SpecSource): Promise<OpenApiSpec>;
  /** Sets the source of the specification: the server reads the URL, or stores the text. */
  readSpecFrom(at: SpecAddress, source: SpecSource): Promise<OpenApiSpec>;
  deleteSpec(at: SpecAddress, id: string): Promise<void>;
  /**
   * Polls until the server has processed the specification. With `isWatched`, polls only while that returns true, and
   * once for all such callers.
   */
  settled(at: SpecAddress, read?: Read & { readonly isWatched?: () => boolean }): Promise<OpenApiSpec>;
  version(at: SpecAddress, versionId?: string, read?: Read): Promise<OpenApiSpecVersion>;
  /** The document of a version; of the latest one without an id. */
  versionText(at: SpecAddress, versionId?: string, read?: Read): Promise<string>;

  translations(organizationId: string): OrganizationList<TranslationSettings>;
  createTranslation(organizationId: string, title: string): Promise<TranslationSettings>;
  renameTranslation(organizationId: string, id: string, title: string): Promise<TranslationSettings>;
  deleteTranslation(organizationId: string, id: string): Promise<void>;

  integrations(organizationId: string, filter?: IntegrationFilter): OrganizationList<ListedIntegration>;
  integration(name: string, read?: Read): Promise<Integration>;
  /** Undefined if the server doesn't list them, or not for this account. */
  installations(name: string, read?: Read): Promise<readonly Installation[] | undefined>;
  publish(name: string, body: NewIntegration): Promise<Integration>;
  unpublish(name: string): Promise<void>;

  /** The user's organizations that an email domain belongs to. */
  ofEmailDomain(domain: string, read?: Read): Promise<readonly Organization[]>;
  deleteInvite(organizationId: string, inviteId: string): Promise<void>;

  /** Fetches the loaded lists again. A failure is kept with its list. */
  refresh(read?: Read): Promise<void>;
  onDidChange(listener: (change: OrganizationsChange) => void): { dispose(): void };
}
