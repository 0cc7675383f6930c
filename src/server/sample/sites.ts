import { idOf } from '../../formats/ids.ts';
import { day, organizationId, spaceId, type Seeding } from './seeding.ts';
import type { SampleSection, SampleWorkspace } from './workspace.ts';
import { addShareLink } from '../groups/sites/shareLinks.ts';
import { addSectionGroup, putIntoGroup } from '../groups/sites/siteSectionGroups.ts';
import type { SiteRow } from '../database/siteRows.ts';
import { addSection, addSite, addSiteSpace } from '../groups/sites/writer.ts';

/** Adds the sites of the sample workspace. Their spaces must exist. */
export function seedSites(seeding: Seeding): void {
  for (const site of seeding.sample.sites) seedSite(seeding, site);
}

function seedSite(seeding: Seeding, sample: SampleWorkspace['sites'][number]): void {
  const { database, now } = seeding;
  const createdAt = now - sample.daysAgo * day;
  const site = addSite(database, {
    ...sample,
    id: idOf(`sample site ${sample.key}`),
    organization: organizationId(sample.organization),
    createdAt,
  });
  if (sample.adaptiveSchema) {
    database.run(
      'UPDATE sites SET adaptive_content = 1, adaptive_schema = ?, adaptive_schema_at = ? WHERE id = ?',
      JSON.stringify(sample.adaptiveSchema),
      createdAt,
      site.id,
    );
  }
  for (const item of sample.structure) {
    if ('space' in item) seedSiteSpace(seeding, site, null, item.space);
    else if ('group' in item) seedGroup(seeding, site, item);
    else seedSection(seeding, site, item);
  }
  for (const [index, { name, active }] of sample.shareLinks.entries()) {
    const id = idOf(`sample share link ${site.id} ${name}`);
    addShareLink(database, { id, site: site.id, name, active, createdAt: createdAt + index * day });
  }
}

function seedGroup(
  seeding: Seeding,
  site: SiteRow,
  { group: title, icon, sections }: { group: string; icon?: string | undefined; sections: SampleSection[] },
): void {
  const group = addSectionGroup(seeding.database, site, { id: idOf(`sample group ${site.id} ${title}`), title, icon });
  for (const section of sections) putIntoGroup(seeding.database, seedSection(seeding, site, section), group.id);
}

function seedSection(seeding: Seeding, site: SiteRow, sample: SampleSection) {
  const id = idOf(`sample section ${site.id} ${sample.section}`);
  const section = addSection(seeding.database, site, { id, title: sample.section, icon: sample.icon });
  seeding.database.run(
    'UPDATE site_sections SET description = ?, condition = ? WHERE id = ?',
    sample.description ?? null,
    sample.condition ?? null,
    id,
  );
  for (const space of sample.spaces) seedSiteSpace(seeding, site, id, space);
  return section;
}

function seedSiteSpace({ database, sample }: Seeding, site: SiteRow, section: string | null, key: string): void {
  const title = sample.spaces.find((space) => space.key === key)?.title ?? key;
  addSiteSpace(
    database,
    site,
    section,
    { id: spaceId(key), title },
    idOf(`sample site space ${site.id} ${section} ${key}`),
  );
}
