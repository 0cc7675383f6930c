/**
 * Tables for an organization's teams, OpenAPI specifications, translation settings and integrations. A part of the
 * schema.
 */
export const organizationTables = `
  CREATE INDEX members_by_joining ON members (organization_id, joined_at, user_id);
  CREATE INDEX members_by_role ON members (organization_id, role, joined_at, user_id);
  CREATE INDEX members_by_last_seen ON members (organization_id, last_seen_at, user_id)
    WHERE last_seen_at IS NOT NULL AND disabled = 0;

  CREATE INDEX users_by_email ON users (email COLLATE NOCASE);

  CREATE TABLE teams (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    title TEXT NOT NULL,
    folded_title TEXT NOT NULL,
    members INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    UNIQUE (organization_id, title)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX teams_in_order ON teams (organization_id, folded_title, id);

  CREATE TABLE team_members (
    team_id TEXT NOT NULL REFERENCES teams ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    organization_id TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (team_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES members ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX team_members_of_member ON team_members (organization_id, user_id, team_id);
  CREATE TRIGGER team_member_added AFTER INSERT ON team_members BEGIN
    UPDATE teams SET members = members + 1 WHERE id = new.team_id;
  END;
  CREATE TRIGGER team_member_removed AFTER DELETE ON team_members BEGIN
    UPDATE teams SET members = members - 1 WHERE id = old.team_id;
  END;

  CREATE TABLE assets (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    content_type TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX assets_of_owner ON assets (owner);

  CREATE TABLE openapi_specs (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    slug TEXT NOT NULL,
    source_url TEXT,
    state TEXT NOT NULL,
    error TEXT,
    last_version TEXT,
    processed_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (organization_id, slug)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE openapi_versions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    spec_id TEXT NOT NULL REFERENCES openapi_specs ON DELETE CASCADE,
    asset_id TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX openapi_versions_of_spec ON openapi_versions (spec_id, number);
  CREATE TRIGGER openapi_version_removed AFTER DELETE ON openapi_versions BEGIN
    DELETE FROM assets WHERE owner = 'openapi version ' || old.id;
  END;

  CREATE TABLE translations (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    title TEXT NOT NULL,
    languages TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX translations_in_order ON translations (organization_id, created_at, id);

  CREATE TABLE integrations (
    name TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    version INTEGER NOT NULL,
    runtime TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    summary TEXT,
    visibility TEXT NOT NULL,
    target TEXT NOT NULL,
    verified INTEGER NOT NULL DEFAULT 0,
    scopes TEXT NOT NULL,
    categories TEXT NOT NULL,
    blocks TEXT NOT NULL,
    block_domains TEXT NOT NULL,
    content_sources TEXT NOT NULL,
    external_links TEXT NOT NULL,
    configurations TEXT NOT NULL,
    content_security_policy TEXT,
    script TEXT NOT NULL,
    secret_names TEXT NOT NULL,
    icon TEXT,
    preview_images TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX integrations_of_organization ON integrations (organization_id, name);
  CREATE TRIGGER integration_removed AFTER DELETE ON integrations BEGIN
    DELETE FROM assets WHERE owner = 'integration ' || old.name;
  END;

  CREATE TABLE installations (
    id TEXT PRIMARY KEY,
    integration_name TEXT NOT NULL REFERENCES integrations ON DELETE CASCADE,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    external_id TEXT,
    target TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX installations_in_order ON installations (integration_name, created_at, id);
`;

/**
 * A step of the schema. Indexes names and email addresses of users by trigrams, so that a search doesn't read every
 * user, and stores the members in their sort orders with all fields of a reply.
 */
export const usersAreFound = `
  CREATE TABLE user_names (
    number INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE user_words USING fts5 (
    text, content = 'user_names', content_rowid = 'number', tokenize = 'trigram case_sensitive 1'
  );
  CREATE TRIGGER user_name_added AFTER INSERT ON user_names BEGIN
    INSERT INTO user_words (rowid, text) VALUES (new.number, new.text);
  END;
  CREATE TRIGGER user_name_changed AFTER UPDATE ON user_names BEGIN
    INSERT INTO user_words (user_words, rowid, text) VALUES ('delete', old.number, old.text);
    INSERT INTO user_words (rowid, text) VALUES (new.number, new.text);
  END;
  CREATE TRIGGER user_name_removed AFTER DELETE ON user_names BEGIN
    INSERT INTO user_words (user_words, rowid, text) VALUES ('delete', old.number, old.text);
  END;
  CREATE TRIGGER user_added AFTER INSERT ON users BEGIN
    INSERT INTO user_names (user_id, text) VALUES (new.id, folded(new.display_name) || char(10) || folded(new.email));
  END;
  CREATE TRIGGER user_changed AFTER UPDATE OF display_name, email ON users BEGIN
    UPDATE user_names SET text = folded(new.display_name) || char(10) || folded(new.email) WHERE user_id = new.id;
  END;
  INSERT INTO user_names (user_id, text) SELECT id, folded(display_name) || char(10) || folded(email) FROM users;

  DROP INDEX members_by_joining;
  CREATE INDEX members_by_joining ON members (organization_id, joined_at, user_id, role, disabled, sso, last_seen_at);
  DROP INDEX members_by_role;
  CREATE INDEX members_by_role ON members (organization_id, role, joined_at, user_id, disabled, sso, last_seen_at);
`;
