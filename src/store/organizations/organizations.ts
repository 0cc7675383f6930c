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

/** What is published (section 4.19). */
export type NewIntegration = Parameters<Api['integrations']['publish']>[0]['body'];

/** Which members are listed, and how (section 4.15): all, who joined last first, unless told. */
export interface MemberFilter {
  readonly role?: Role | undefined;
  /** Part of a name or e-mail address. */
  readonly search?: string | undefined;
  /** `lastSeenAt` leaves out who never came. */
  readonly sort?: 'joinedAt' | 'lastSeenAt' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Which teams are listed (section 4.16). */
export interface TeamFilter {
  /** Contained, in any case. */
  readonly title?: string | undefined;
  /** Id of a member: only teams that they can manage. */
  readonly owner?: string | undefined;
}

/** Which integrations are listed (section 4.19): without a filter, those that the organization made. */
export interface IntegrationFilter {
  readonly search?: string | undefined;
  readonly category?: 'analytics' | 'collaboration' | 'content' | 'marketing' | 'visitor-auth' | 'other' | undefined;
  readonly target?: 'all' | 'site' | 'space' | 'organization' | undefined;
  readonly blocks?: boolean | undefined;
  readonly contentSources?: boolean | undefined;
  readonly blockDomain?: string | undefined;
  readonly scope?: string | undefined;
}

/** A list as last heard, with what was changed here since. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  /** When the platform said so, in ms since the epoch. */
  readonly asOf: number;
  readonly hasMore: boolean;
  /** How many could not be read. */
  readonly skipped: number;
  /** How many there are in all, where the platform tells. */
  readonly count: number | undefined;
  /** The last attempt to refresh failed so; `items` are the last known. */
  readonly failure: ApiError | undefined;
}

export interface OrganizationList<Item> {
  /** Without a request. */
  known(): Listed<Item> | undefined;
  /** What is known, else the first page. Rejects only if nothing was ever known. */
  load(read?: Read): Promise<Listed<Item>>;
  /** Fetches the next page. */
  more(read?: Read): Promise<void>;
  /** Every page. */
  all(read?: Read): Promise<readonly Item[]>;
  /** Fetches the pages that are known again, or the first. A failure is kept, and so is what is known. */
  refresh(read?: Read): Promise<void>;
}

/** Which list is to be asked for again: `within` is the id of the team, or the slug of the specification, that it is of. */
export interface OrganizationsChange {
  readonly list: 'members' | 'teams' | 'teamMembers' | 'specs' | 'versions' | 'translations' | 'integrations';
  readonly organizationId: string;
  readonly within?: string | undefined;
}

export interface TeamAddress {
  readonly organizationId: string;
  readonly teamId: string;
}

/** Section 4.14: an address that the platform reads, or the document itself. */
export type SpecSource = { readonly url: string } | { readonly text: string };

export interface SpecAddress {
  readonly organizationId: string;
  readonly specSlug: string;
}

export type TeamPerson = TeamMember & { readonly id: string };
/** Integrations are known by their names. */
export type ListedIntegration = Integration & { readonly id: string };

/** Changes of a team's members, each named by id or e-mail address (section 4.16). */
export interface TeamChange {
  readonly add?: string[];
  readonly remove?: string[];
  /** The role of everyone who is added. */
  readonly role?: TeamRole;
}

/** One account's organizations: who is in them, and what they keep beside spaces and sites. What is changed here shows at once. */
export interface Organizations {
  members(organizationId: string, filter?: MemberFilter): OrganizationList<Member>;
  changeRole(organizationId: string, userId: string, role: Role | null): Promise<Member>;
  removeMember(organizationId: string, userId: string): Promise<void>;
  makeSso(organizationId: string, userId: string): Promise<Member>;
  /** The spaces that a member can see, as far as the caller can. */
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
  /** All of it, or nothing. */
  changeTeam(at: TeamAddress, change: TeamChange): Promise<void>;
  putInTeam(at: TeamAddress, userId: string, role: TeamRole): Promise<void>;
  removeFromTeam(at: TeamAddress, userId: string): Promise<void>;
  /** Who of these people, by id or e-mail address, is no member. Reads the whole list of members. */
  strangersAmong(organizationId: string, people: readonly string[], read?: Read): Promise<readonly string[]>;

  specs(organizationId: string): OrganizationList<OpenApiSpec>;
  versions(at: SpecAddress): OrganizationList<OpenApiSpecVersion>;
  /** Whether there is one with this slug. Asks anew. */
  hasSpec(at: SpecAddress, read?: Read): Promise<boolean>;
  createSpec(organizationId: string, slug: string, source: SpecSource): Promise<OpenApiSpec>;
  /** Has the platform read the specification from there, or take the text for it. */
  readSpecFrom(at: SpecAddress, source: SpecSource): Promise<OpenApiSpec>;
  deleteSpec(at: SpecAddress, id: string): Promise<void>;
  /**
   * Asks again and again until the platform has read the specification; with `isWatched` only while that is so, and once for
   * all who ask so.
   */
  settled(at: SpecAddress, read?: Read & { readonly isWatched?: () => boolean }): Promise<OpenApiSpec>;
  version(at: SpecAddress, versionId?: string, read?: Read): Promise<OpenApiSpecVersion>;
  /** The document of a version, of the latest without an id. */
  versionText(at: SpecAddress, versionId?: string, read?: Read): Promise<string>;

  translations(organizationId: string): OrganizationList<TranslationSettings>;
  createTranslation(organizationId: string, title: string): Promise<TranslationSettings>;
  renameTranslation(organizationId: string, id: string, title: string): Promise<TranslationSettings>;
  deleteTranslation(organizationId: string, id: string): Promise<void>;

  integrations(organizationId: string, filter?: IntegrationFilter): OrganizationList<ListedIntegration>;
  integration(name: string, read?: Read): Promise<Integration>;
  /** Undefined where the server does not list them, or not to this account. */
  installations(name: string, read?: Read): Promise<readonly Installation[] | undefined>;
  publish(name: string, body: NewIntegration): Promise<Integration>;
  unpublish(name: string): Promise<void>;

  /** Organizations of the caller that an e-mail domain belongs to. */
  ofEmailDomain(domain: string, read?: Read): Promise<readonly Organization[]>;
  deleteInvite(organizationId: string, inviteId: string): Promise<void>;

  /** Asks anew for the lists that are loaded. A call that fails is told by the lists. */
  refresh(read?: Read): Promise<void>;
  onDidChange(listener: (change: OrganizationsChange) => void): { dispose(): void };
}
