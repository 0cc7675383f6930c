import { folded } from '../database/folding.ts';
import { idOf } from '../../formats/ids.ts';
import { keepIntegration } from '../groups/organizations/integrationWriter.ts';
import { addSpec, settleSpec } from '../formats/openapi/versions.ts';
import { day, hour, organizationId, spaceId, userId, type Seeding } from './seeding.ts';
import { putTeamMember } from '../groups/organizations/teamMembers.ts';

/** Adds the sample's teams, specifications, translation settings and integrations. */
export function seedAdministration(seeding: Seeding): void {
  seedTeams(seeding);
  seedSpecs(seeding);
  seedTranslations(seeding);
  seedIntegrations(seeding);
}

function seedTeams({ database, sample, now }: Seeding): void {
  for (const team of sample.teams) {
    const id = idOf(`sample team ${team.key}`);
    const organization = organizationId(team.organization);
    database.run(
      'INSERT INTO teams (id, organization_id, title, folded_title, created_at) VALUES (?, ?, ?, ?, ?)',
      id,
      organization,
      team.title,
      folded(team.title),
      now - 200 * day,
    );
    for (const [key, role] of Object.entries(team.members))
      putTeamMember(database, organization, id, userId(key), role);
  }
}

/** The last version is as old as the sample says, and each one before it ten days older. */
function seedSpecs({ database, sample, files, now }: Seeding): void {
  for (const { organization, slug, hoursAgo, url, error, versions } of sample.openapiSpecs) {
    const id = idOf(`sample spec ${slug}`);
    const last = now - hoursAgo * hour;
    const at = (index: number) => last - (versions.length - 1 - index) * 10 * day;
    let spec = addSpec(database, { id, organization: organizationId(organization), slug, url }, at(0));
    for (const [index, file] of versions.entries()) {
      const document = JSON.stringify(JSON.parse(files.text(file)));
      spec = settleSpec(database, spec, { document, problems: [] }, at(index), idOf(`sample spec ${slug} ${index}`));
    }
    if (error) settleSpec(database, spec, { error }, last);
  }
}

function seedTranslations({ database, sample, now }: Seeding): void {
  for (const { key, organization, title, languages, hoursAgo } of sample.translations) {
    database.run(
      'INSERT INTO translations (id, organization_id, title, languages, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      idOf(`sample translations ${key}`),
      organizationId(organization),
      title,
      JSON.stringify(languages),
      now - hoursAgo * hour,
      now - hoursAgo * hour,
    );
  }
}

function seedIntegrations({ database, sample, now }: Seeding): void {
  for (const { name, organization, verified, published, installations } of sample.integrations) {
    keepIntegration(database, name, organizationId(organization), { ...published, organization, script: '' });
    database.run('UPDATE integrations SET verified = ? WHERE name = ?', verified ? 1 : 0, name);
    for (const [index, { target, ...installation }] of installations.entries()) {
      database.run(
        `INSERT INTO installations (id, integration_name, organization_id, external_id, target, status, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        idOf(`sample installation ${name} ${index}`),
        name,
        organizationId(installation.organization),
        installation.externalId ?? null,
        JSON.stringify(
          'space' in target ? { space: spaceId(target.space) } : { organization: organizationId(target.organization) },
        ),
        installation.status,
        now - installation.hoursAgo * hour,
        now - installation.hoursAgo * hour,
      );
    }
  }
}
