import type { PlatformContract } from '../../../contract/contract.ts';
import type { BodyOf } from '../../../contract/shared/endpoint.ts';
import { dropAssets, keepAsset, pictureType } from '../../database/assets.ts';
import type { Database } from '../../database/database.ts';
import type { IntegrationRow } from './integrationReplies.ts';

type Publication = BodyOf<PlatformContract['integrations']['publish']>;

/**
 * Stores a new integration, or a new version of one. Only the names of secrets are stored, because the script that
 * needs them never runs here.
 */
export function keepIntegration(
  database: Database,
  name: string,
  organizationId: string,
  published: Publication,
): IntegrationRow {
  const owner = `integration ${name}`;
  const { blocks = [], contentSources = [], externalLinks = [], configurations = {} } = published;
  const picture = (base64: string) => {
    const bytes = Buffer.from(base64, 'base64');
    return keepAsset(database, owner, pictureType(bytes), bytes);
  };
  dropAssets(database, owner);
  const row = database.get<IntegrationRow>(
    `INSERT INTO integrations (name, organization_id, version, runtime, title, description, summary, visibility, target, scopes,
       categories, blocks, block_domains, content_sources, external_links, configurations, content_security_policy, script,
       secret_names, icon, preview_images)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET version = version + 1, runtime = excluded.runtime, title = excluded.title,
       description = excluded.description, summary = excluded.summary, visibility = excluded.visibility, target = excluded.target,
       scopes = excluded.scopes, categories = excluded.categories, blocks = excluded.blocks,
       block_domains = excluded.block_domains, content_sources = excluded.content_sources,
       external_links = excluded.external_links, configurations = excluded.configurations,
       content_security_policy = excluded.content_security_policy, script = excluded.script,
       secret_names = excluded.secret_names, icon = excluded.icon, preview_images = excluded.preview_images
     RETURNING *`,
    name,
    organizationId,
    published.runtime ?? 'v1',
    published.title,
    published.description,
    published.summary ?? null,
    published.visibility ?? 'private',
    published.target ?? 'all',
    JSON.stringify(published.scopes ?? []),
    JSON.stringify(published.categories ?? []),
    JSON.stringify(blocks),
    JSON.stringify(blocks.flatMap((block) => (block.urlUnfurl ?? []).flatMap(domainOf))),
    JSON.stringify(contentSources),
    JSON.stringify(externalLinks),
    JSON.stringify(configurations),
    published.contentSecurityPolicy ?? null,
    published.script,
    JSON.stringify(Object.keys(published.secrets ?? {})),
    published.icon === undefined ? null : picture(published.icon),
    JSON.stringify((published.previewImages ?? []).map(picture)),
  );
  if (!row) throw new Error('The integration was not stored');
  return row;
}

/** The domain of a URL pattern such as `https://issues.example/**`. */
function domainOf(pattern: string): string[] {
  const domain = /^(?:https?:\/\/)?([\w.-]+)/.exec(pattern)?.[1];
  return domain === undefined ? [] : [domain.toLowerCase()];
}
