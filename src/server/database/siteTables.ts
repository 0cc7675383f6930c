/**
 * Sites. A site has either site spaces at its root (`section_id` null) or sections that contain them. Sections outside
 * of groups are ordered together with the groups. Of the sections of a site, and of the site spaces of a section or
 * root, one is the default; if it is removed, the first remaining one becomes the default. A space that leaves the
 * organization leaves its sites.
 */
export const siteTables = `
  CREATE TABLE sites (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    folded_title TEXT NOT NULL,
    visibility TEXT NOT NULL,
    basename TEXT,
    proxy TEXT,
    published INTEGER NOT NULL DEFAULT 0,
    adaptive_content INTEGER NOT NULL DEFAULT 0,
    agents_context TEXT NOT NULL DEFAULT 'included',
    adaptive_schema TEXT,
    adaptive_schema_at INTEGER,
    customization TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sites_in_order ON sites (organization_id, created_at, id);
  CREATE UNIQUE INDEX sites_by_basename ON sites (organization_id, basename) WHERE basename IS NOT NULL;

  CREATE TABLE site_section_groups (
    id TEXT PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites ON DELETE CASCADE,
    rank TEXT NOT NULL,
    title TEXT NOT NULL,
    icon TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_section_groups_in_order ON site_section_groups (site_id, rank, id);

  CREATE TABLE site_sections (
    id TEXT PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites ON DELETE CASCADE,
    group_id TEXT REFERENCES site_section_groups ON DELETE SET NULL,
    rank TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    path TEXT NOT NULL,
    condition TEXT,
    icon TEXT,
    is_default INTEGER NOT NULL,
    UNIQUE (site_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_sections_in_order ON site_sections (site_id, group_id, rank, id);
  CREATE INDEX site_sections_of_group ON site_sections (group_id) WHERE group_id IS NOT NULL;
  CREATE UNIQUE INDEX default_site_sections ON site_sections (site_id) WHERE is_default = 1;
  CREATE VIEW placed_site_sections AS
    SELECT site_sections.*,
      coalesce(groups.rank, site_sections.rank) || ' ' || coalesce(groups.id, site_sections.id) || '/'
        || site_sections.rank || ' ' || site_sections.id AS place
    FROM site_sections LEFT JOIN site_section_groups AS groups ON groups.id = site_sections.group_id;
  CREATE TRIGGER site_section_removed AFTER DELETE ON site_sections WHEN old.is_default = 1 BEGIN
    UPDATE site_sections SET is_default = 1 WHERE id = (
      SELECT id FROM placed_site_sections WHERE site_id = old.site_id ORDER BY place LIMIT 1);
  END;

  CREATE TABLE site_spaces (
    id TEXT PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites ON DELETE CASCADE,
    section_id TEXT REFERENCES site_sections ON DELETE CASCADE,
    space_id TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE,
    rank TEXT NOT NULL,
    path TEXT NOT NULL,
    condition TEXT,
    customization TEXT NOT NULL DEFAULT '{}',
    is_default INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_spaces_in_order ON site_spaces (site_id, section_id, rank, id);
  CREATE INDEX site_spaces_of_section ON site_spaces (section_id) WHERE section_id IS NOT NULL;
  CREATE INDEX site_spaces_of_space ON site_spaces (space_id, site_id);
  CREATE UNIQUE INDEX site_spaces_by_path ON site_spaces (site_id, ifnull(section_id, ''), path);
  CREATE UNIQUE INDEX default_site_spaces ON site_spaces (site_id, ifnull(section_id, '')) WHERE is_default = 1;
  CREATE VIEW placed_site_spaces AS
    SELECT site_spaces.*,
      ifnull(sections.place, '') || '/' || site_spaces.rank || ' ' || site_spaces.id AS place
    FROM site_spaces LEFT JOIN placed_site_sections AS sections ON sections.id = site_spaces.section_id;
  CREATE TRIGGER site_space_removed AFTER DELETE ON site_spaces WHEN old.is_default = 1 BEGIN
    UPDATE site_spaces SET is_default = 1 WHERE id = (
      SELECT id FROM site_spaces WHERE site_id = old.site_id AND section_id IS old.section_id ORDER BY rank, id LIMIT 1);
  END;
  CREATE TRIGGER space_left AFTER UPDATE OF deleted_at, organization_id ON spaces
  WHEN new.deleted_at IS NOT NULL OR new.organization_id <> old.organization_id BEGIN
    DELETE FROM site_spaces WHERE space_id = new.id;
  END;

  CREATE TABLE share_links (
    id TEXT PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_links_in_order ON share_links (site_id, created_at, id);
`;

/**
 * A deleted space is hidden on its sites until it is restored, and removed from them when its retention ends.
 * `shown_site_spaces` are the visible ones; if the default is hidden, the first visible one replaces it.
 */
export const deletedSpacesAreHidden = `
  DROP TRIGGER space_left;
  CREATE TRIGGER space_left AFTER UPDATE OF organization_id ON spaces WHEN new.organization_id <> old.organization_id BEGIN
    DELETE FROM site_spaces WHERE space_id = new.id;
  END;

  DROP VIEW placed_site_spaces;
  CREATE VIEW shown_site_spaces AS
    SELECT own.id, own.site_id, own.section_id, own.space_id, own.rank, own.path, own.condition, own.customization,
      CASE
        WHEN own.is_default = 1 THEN 1
        WHEN EXISTS (
          SELECT 1 FROM site_spaces AS preferred JOIN spaces ON spaces.id = preferred.space_id
          WHERE preferred.site_id = own.site_id AND ifnull(preferred.section_id, '') = ifnull(own.section_id, '')
            AND preferred.is_default = 1 AND spaces.deleted_at IS NULL) THEN 0
        ELSE own.id = (
          SELECT other.id FROM site_spaces AS other JOIN spaces ON spaces.id = other.space_id
          WHERE other.site_id = own.site_id AND other.section_id IS own.section_id AND spaces.deleted_at IS NULL
          ORDER BY other.rank, other.id LIMIT 1)
      END AS is_default
    FROM site_spaces AS own JOIN spaces ON spaces.id = own.space_id AND spaces.deleted_at IS NULL;
  CREATE VIEW placed_site_spaces AS
    SELECT shown.*,
      ifnull(coalesce(groups.rank, sections.rank) || ' ' || coalesce(groups.id, sections.id) || '/'
        || sections.rank || ' ' || sections.id, '') || '/' || shown.rank || ' ' || shown.id AS place
    FROM shown_site_spaces AS shown
      LEFT JOIN site_sections AS sections ON sections.id = shown.section_id
      LEFT JOIN site_section_groups AS groups ON groups.id = sections.group_id;
`;
