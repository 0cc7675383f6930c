import type { VisitorSchema } from '../../../contract/shared/adaptiveSchema.ts';
import type { PlatformContract } from '../../../contract/contract.ts';
import { absent, misplaced } from '../shared/notFound.ts';
import { organizationFor } from '../shared/access.ts';
import { checkVisitorSchema, emptyVisitorSchema, templateConditions } from './adaptiveSchema.ts';
import { nothingToDelete, type Context, type GroupHandlers } from '../../http/handler.ts';
import { missing } from '../../http/problems.ts';
import { dateTime } from '../shared/replies.ts';
import {
  sectionGroupOf,
  sectionOf,
  siteSpaceOf,
  siteToChange,
  siteToInspect,
  siteToRead,
  type SeenSite,
} from '../shared/siteAccess.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import { checkBasename } from './paths.ts';
import { movePart } from './placement.ts';
import { sectionGroupReply, sectionReply, siteReply, siteSpaceReply, structureReply } from './replies.ts';
import type { SiteRow, SiteSectionRow, SiteSpaceRow } from '../../database/siteRows.ts';
import { addSite, addSiteSpace, makeDefaultSection, makeDefaultSiteSpace } from './writer.ts';
import { newSiteSpaceContent, spaceForSite } from './content.ts';

/** Section 4.8, structure, its sort order, and publishing. */
export const sites: GroupHandlers<PlatformContract['sites']> = {
  /** In order of creation. Guests see the sites that are live for them. */
  list: (call) => {
    const { database, query } = call;
    const { organization, access } = organizationFor(call, call.parameters.organizationId);
    const filter = `FROM sites WHERE organization_id = ?1
      AND (?2 IS NULL OR EXISTS (SELECT 1 FROM shown_site_spaces WHERE site_id = sites.id AND space_id = ?2))
      AND (?3 IS NULL OR instr(folded_title, ?3) > 0)
      AND (?4 IS NULL OR published = ?4)
      AND (?5 = 0 OR published = 1 AND visibility IN ('public', 'unlisted'))`;
    const values = [
      organization.id,
      query.space ?? null,
      query.title?.toLowerCase() ?? null,
      query.published === undefined ? null : Number(query.published),
      Number(access.isGuest),
    ];
    return pageOfRows(
      database,
      query,
      { from: filter, values, by: { created_at: 'number', id: 'string' } },
      (row: SiteRow) => siteReply(call, organization, row),
    );
  },

  create: (call) => {
    const { database, body, now } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId, 'create');
    const { type, title = 'Untitled', visibility, spaces = [] } = body;
    const site = addSite(database, { organization: organization.id, type, title, visibility, createdAt: now });
    if (typeof spaces === 'string') {
      addSiteSpace(database, site, null, newSiteSpaceContent(call, site, spaces));
    } else {
      for (const id of new Set(spaces)) addSiteSpace(database, site, null, spaceForSite(call, site, id));
    }
    return siteReply(call, organization, site);
  },

  get: (call) => {
    const { organization, site } = siteToRead(call);
    return siteReply(call, organization, site);
  },

  delete: (call) => {
    const { database, parameters } = call;
    organizationFor(call, parameters.organizationId, 'admin');
    if (!database.get('SELECT 1 FROM sites WHERE id = ?', parameters.siteId)) return nothingToDelete;
    const { site } = siteToChange(call);
    database.run('DELETE FROM sites WHERE id = ?', site.id);
    database.run(
      `UPDATE organizations SET default_content = NULL WHERE id = ? AND default_content ->> '$.site' = ?`,
      site.organization_id,
      site.id,
    );
  },

  update: (call) => {
    const { database, body } = call;
    const { site } = siteToChange(call);
    checkBasename(body.basename, (basename) => {
      const other = database.get<{ id: string }>(
        'SELECT id FROM sites WHERE organization_id = ? AND basename = ? AND id <> ?',
        site.organization_id,
        basename,
        site.id,
      );
      return other !== undefined;
    });
    const { adaptiveContent, proxy, title = site.title } = body;
    database.run(
      `UPDATE sites SET title = ?, folded_title = ?, visibility = ?, basename = ?, proxy = ?, adaptive_content = ?, agents_context = ?
       WHERE id = ?`,
      title,
      title.toLowerCase(),
      body.visibility ?? site.visibility,
      body.basename ?? site.basename,
      proxy === undefined ? site.proxy : proxy,
      Number(adaptiveContent?.enabled ?? site.adaptive_content),
      body.agentsContext ?? site.agents_context,
      site.id,
    );
    if (body.defaultSiteSection !== undefined)
      makeDefaultSection(database, sectionToPrefer(call, site, body.defaultSiteSection));
    if (body.defaultSiteSpace !== undefined)
      makeDefaultSiteSpace(database, siteSpaceToPrefer(call, site, body.defaultSiteSpace));
    return changed(call);
  },

  adaptiveSchema: (call) => adaptiveSchemaReply(siteToInspect(call).site),

  updateAdaptiveSchema: (call) => {
    const { database, body, now } = call;
    const { site } = siteToChange(call);
    if (!body.jsonSchema) return adaptiveSchemaReply(site);
    checkVisitorSchema(body.jsonSchema);
    const text = JSON.stringify(body.jsonSchema);
    database.run('UPDATE sites SET adaptive_schema = ?, adaptive_schema_at = ? WHERE id = ?', text, now, site.id);
    return adaptiveSchemaReply({ ...site, adaptive_schema: text, adaptive_schema_at: now });
  },

  templateConditions: (call) => ({ items: templateConditions(visitorSchemaOf(siteToInspect(call).site)) }),

  /** Live sites only; with the key of a share link, for everyone who has it. */
  published: (call) => {
    const seen = siteToRead(call, call.query.shareKey);
    if (seen.site.published !== 1) throw missing('Published site');
    return {
      object: 'published-content-site',
      site: siteReply(call, seen.organization, seen.site),
      structure: structureReply(call, seen),
    };
  },

  structure: (call) => structureReply(call, siteToRead(call, call.query.shareKey)),

  sort: (call) => {
    const seen = siteToChange(call);
    const { item, position } = call.body;
    movePart(call, seen.site, item, position);
    return partReply(call, seen, item);
  },

  publish: (call) => setPublished(call, true),
  unpublish: (call) => setPublished(call, false),
};

type SiteCall = Parameters<typeof siteToChange>[0];

function setPublished(call: SiteCall, published: boolean) {
  const { site } = siteToChange(call);
  call.database.run('UPDATE sites SET published = ? WHERE id = ?', Number(published), site.id);
  return changed(call);
}

/** The site after a change. */
function changed(call: SiteCall) {
  const { organization, site } = siteToChange(call);
  return siteReply(call, organization, site);
}

function sectionToPrefer(context: Context, site: SiteRow, id: string): SiteSectionRow {
  const section = context.database.get<SiteSectionRow>(
    'SELECT * FROM site_sections WHERE id = ? AND site_id = ?',
    id,
    site.id,
  );
  if (!section) {
    const problem = absent(context, 'Site section', id, site.organization_id);
    throw misplaced(problem, 'body.defaultSiteSection', 'is not a section of the site');
  }
  return section;
}

/** A site space of the default section (after `defaultSiteSection` was set), or of the root. */
function siteSpaceToPrefer(context: Context, site: SiteRow, id: string): SiteSpaceRow {
  const siteSpace = context.database.get<SiteSpaceRow>(
    `SELECT * FROM shown_site_spaces WHERE id = ?1 AND site_id = ?2
       AND section_id IS (SELECT id FROM site_sections WHERE site_id = ?2 AND is_default = 1)`,
    id,
    site.id,
  );
  if (!siteSpace) {
    const problem = absent(context, 'Site space', id, site.organization_id);
    throw misplaced(problem, 'body.defaultSiteSpace', 'is not in the default section, or at the root of the site');
  }
  return siteSpace;
}

function visitorSchemaOf(site: SiteRow): VisitorSchema {
  return site.adaptive_schema === null ? emptyVisitorSchema : (JSON.parse(site.adaptive_schema) as VisitorSchema);
}

function adaptiveSchemaReply(site: SiteRow) {
  return {
    object: 'site-adaptive-schema',
    jsonSchema: visitorSchemaOf(site),
    updatedAt: dateTime(site.adaptive_schema_at ?? site.created_at),
  };
}

type Item = Parameters<(typeof sites)['sort']>[0]['body']['item'];

function partReply(call: Context, seen: SeenSite, { type, id }: Item) {
  switch (type) {
    case 'site-space': {
      const reply = siteSpaceReply(call, seen, siteSpaceOf(call, seen.site, id));
      if (!reply) throw missing('Site space');
      return reply;
    }
    case 'site-section':
      return sectionReply(call, seen, sectionOf(call, seen.site, id));
    case 'site-section-group':
      return sectionGroupReply(call, seen, sectionGroupOf(call, seen.site, id));
  }
}
