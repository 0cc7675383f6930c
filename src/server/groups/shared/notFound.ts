import type { Database } from '../../database/database.ts';
import { nothingToDelete, type Empty } from '../../http/handler.ts';
import { forbidden, invalid, missing, type Problem } from '../../http/problems.ts';

const ofSite = (table: string) => `SELECT organization_id FROM ${table} JOIN sites ON sites.id = site_id`;
const ofSpace = (table: string) => `SELECT organization_id FROM ${table} JOIN spaces ON spaces.id = space_id`;

/**
 * Resources of an organization that have a top-level path: the query for their organization, by the resource's name in
 * messages.
 */
const owners = {
  Team: 'SELECT organization_id FROM teams WHERE teams.id = ?',
  'Translation settings': 'SELECT organization_id FROM translations WHERE translations.id = ?',
  Invite: 'SELECT organization_id FROM invites WHERE invites.id = ?',
  Version: `SELECT organization_id FROM openapi_versions JOIN openapi_specs ON openapi_specs.id = spec_id
    WHERE openapi_versions.id = ?`,
  'Site section': `${ofSite('site_sections')} WHERE site_sections.id = ?`,
  'Site section group': `${ofSite('site_section_groups')} WHERE site_section_groups.id = ?`,
  'Site space': `${ofSite('site_spaces')} WHERE site_spaces.id = ?`,
  'Share link': `${ofSite('share_links')} WHERE share_links.id = ?`,
  'Change request': `${ofSpace('change_requests')} WHERE change_requests.id = ?`,
  Comment: `${ofSpace('comments')} WHERE comments.id = ?`,
  Reply: `${ofSpace('comments')} JOIN replies ON replies.comment_id = comments.id WHERE replies.id = ?`,
  Revision: `${ofSpace('revisions JOIN lines ON lines.number = revisions.line')} WHERE revisions.id = ?`,
} as const;

/**
 * Why the resource isn't here, both for ids in the path and in the body: it belongs to another organization (403), or
 * nothing has the id (404). A resource elsewhere in the same organization isn't here either (404). Users belong to no
 * organization: they are simply not members. Pages and files are known by their space alone.
 */
export function absent(
  { database }: { readonly database: Database },
  what: keyof typeof owners,
  id: string,
  organizationId: string,
): Problem {
  const owner = database.get<{ organization_id: string }>(owners[what], id)?.organization_id;
  if (owner === undefined || owner === organizationId) return missing(what);
  return forbidden(`The ${what.toLowerCase()} belongs to another organization`);
}

/** The reply to the deletion of a missing resource. Throws a Problem if it belongs to another organization. */
export function absentToDelete(...thing: Parameters<typeof absent>): Empty {
  const problem = absent(...thing);
  if (problem.status === 403) throw problem;
  return nothingToDelete;
}

/** Why a body can't refer to it: it belongs to another organization (403), or isn't where it would have to be (422). */
export function misplaced(problem: Problem, field: string, message: string): Problem {
  return problem.status === 403 ? problem : invalid(field, message);
}
