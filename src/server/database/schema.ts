import { organizationTables, usersAreFound } from './organizationTables.ts';
import { deletedSpacesAreHidden, siteTables } from './siteTables.ts';

/** Version after the first step. Databases of version 1 were prototypes that were never released. */
export const firstVersion = 2;

/**
 * The database's schema, one step per version; `user_version` is the number of steps taken. A released step never
 * changes.
 * Content is versioned by validity: a *line* is the main content of a space or the changes of a change request; a
 * revision is a number on a line; a row of `pages` or `files` is valid from revision `since` until before revision
 * `until`. A line of a change request only contains differences from main as of `revisions.base`; its `deleted` rows
 * hide rows of main.
 */
export const steps: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    email TEXT NOT NULL,
    photo_url TEXT,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    given INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    hostname TEXT,
    type TEXT NOT NULL,
    plan TEXT NOT NULL,
    use_case TEXT,
    community_type TEXT,
    email_domains TEXT NOT NULL,
    default_role TEXT,
    default_content TEXT,
    logo TEXT,
    sso INTEGER NOT NULL DEFAULT 0,
    ai INTEGER NOT NULL DEFAULT 1,
    invite_links INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE members (
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    role TEXT,
    disabled INTEGER NOT NULL DEFAULT 0,
    sso INTEGER NOT NULL DEFAULT 0,
    joined_at INTEGER NOT NULL,
    last_seen_at INTEGER,
    PRIMARY KEY (organization_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_of_user ON members (user_id, organization_id);

  CREATE TABLE invites (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    parent_id TEXT REFERENCES collections,
    rank TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    default_level TEXT,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collections_in_order ON collections (organization_id, rank, id);
  CREATE INDEX collections_of_parent ON collections (parent_id, rank, id);

  CREATE TABLE lines (number INTEGER PRIMARY KEY, space_id TEXT NOT NULL) STRICT;
  CREATE INDEX lines_of_space ON lines (space_id);

  CREATE TABLE revisions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    line INTEGER NOT NULL REFERENCES lines ON DELETE CASCADE,
    base INTEGER,
    parents TEXT NOT NULL,
    type TEXT NOT NULL,
    created_by TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX revisions_of_line ON revisions (line, number);

  CREATE TABLE spaces (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    parent_id TEXT REFERENCES collections,
    rank TEXT NOT NULL,
    title TEXT NOT NULL,
    emoji TEXT NOT NULL DEFAULT '',
    visibility TEXT NOT NULL,
    edit_mode TEXT NOT NULL,
    default_level TEXT,
    published_path TEXT,
    line INTEGER NOT NULL,
    head INTEGER NOT NULL,
    next_change_request INTEGER NOT NULL DEFAULT 1,
    comments INTEGER NOT NULL DEFAULT 0,
    change_requests INTEGER NOT NULL DEFAULT 0,
    change_requests_open INTEGER NOT NULL DEFAULT 0,
    change_requests_draft INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spaces_in_order ON spaces (organization_id, rank, id) WHERE deleted_at IS NULL;
  CREATE INDEX spaces_of_parent ON spaces (parent_id, rank, id) WHERE deleted_at IS NULL;
  CREATE INDEX spaces_deleted ON spaces (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE TRIGGER space_gone AFTER DELETE ON spaces BEGIN
    DELETE FROM lines WHERE space_id = old.id;
    DELETE FROM sections WHERE space_id = old.id;
  END;

  CREATE TABLE imports (
    folder TEXT PRIMARY KEY,
    space_id TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    line INTEGER NOT NULL REFERENCES lines ON DELETE CASCADE,
    markdown TEXT NOT NULL
  ) STRICT;
  CREATE INDEX documents_of_line ON documents (line);

  CREATE TABLE pages (
    line INTEGER NOT NULL REFERENCES lines ON DELETE CASCADE,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    id TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    parent_id TEXT,
    rank TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    slug TEXT,
    emoji TEXT,
    icon TEXT,
    description TEXT,
    hidden INTEGER NOT NULL DEFAULT 0,
    href TEXT,
    document_id TEXT,
    more TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (line, id, since)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pages_by_validity ON pages (line, until, since);
  CREATE INDEX pages_of_parent ON pages (line, parent_id, until, rank);

  CREATE TABLE files (
    line INTEGER NOT NULL REFERENCES lines ON DELETE CASCADE,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    id TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    path TEXT,
    blob_id TEXT NOT NULL,
    PRIMARY KEY (line, id, since)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_by_validity ON files (line, until, id);

  CREATE TABLE blobs (
    id TEXT PRIMARY KEY,
    line INTEGER NOT NULL REFERENCES lines ON DELETE CASCADE,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX blobs_of_line ON blobs (line);

  CREATE TABLE sections (
    number INTEGER PRIMARY KEY,
    space_id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    slug TEXT,
    title TEXT NOT NULL,
    heading TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sections_of_page ON sections (space_id, page_id);
  CREATE VIRTUAL TABLE section_words USING fts5 (
    space_id, title, heading, body,
    content = 'sections', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  CREATE TRIGGER section_added AFTER INSERT ON sections BEGIN
    INSERT INTO section_words (rowid, space_id, title, heading, body)
    VALUES (new.number, new.space_id, new.title, new.heading, new.body);
  END;
  CREATE TRIGGER section_removed AFTER DELETE ON sections BEGIN
    INSERT INTO section_words (section_words, rowid, space_id, title, heading, body)
    VALUES ('delete', old.number, old.space_id, old.title, old.heading, old.body);
  END;

  CREATE TABLE change_requests (
    id TEXT PRIMARY KEY,
    space_id TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_by TEXT NOT NULL,
    agent_task_id TEXT,
    line INTEGER NOT NULL,
    head INTEGER NOT NULL,
    initial INTEGER NOT NULL,
    ancestor INTEGER,
    merged INTEGER,
    comments INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (space_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX change_requests_by_status ON change_requests (space_id, status, number);
  CREATE INDEX change_requests_by_update ON change_requests (updated_at, id);
  CREATE INDEX change_requests_by_status_and_update ON change_requests (status, updated_at, id);
  CREATE INDEX change_requests_by_creation ON change_requests (created_at, id);
  CREATE TRIGGER change_request_added AFTER INSERT ON change_requests BEGIN
    UPDATE spaces SET
      change_requests = change_requests + 1,
      change_requests_open = change_requests_open + (new.status = 'open'),
      change_requests_draft = change_requests_draft + (new.status = 'draft')
    WHERE id = new.space_id;
  END;
  CREATE TRIGGER change_request_moved AFTER UPDATE OF status ON change_requests WHEN old.status <> new.status BEGIN
    UPDATE spaces SET
      change_requests_open = change_requests_open + (new.status = 'open') - (old.status = 'open'),
      change_requests_draft = change_requests_draft + (new.status = 'draft') - (old.status = 'draft')
    WHERE id = new.space_id;
  END;

  CREATE TABLE contributors (
    change_request_id TEXT NOT NULL REFERENCES change_requests ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    count INTEGER NOT NULL DEFAULT 1,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (change_request_id, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE requested_reviewers (
    change_request_id TEXT NOT NULL REFERENCES change_requests ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    requested_by TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (change_request_id, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    change_request_id TEXT NOT NULL REFERENCES change_requests ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    reviewer TEXT NOT NULL,
    status TEXT NOT NULL,
    comment_id TEXT,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reviews_of_change_request ON reviews (change_request_id, created_at, id);

  CREATE TABLE comments (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    space_id TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE,
    change_request_id TEXT REFERENCES change_requests ON DELETE CASCADE,
    page_id TEXT,
    node TEXT,
    preview TEXT,
    review_id TEXT,
    revision INTEGER NOT NULL,
    posted_by TEXT NOT NULL,
    posted_at INTEGER NOT NULL,
    edited_at INTEGER,
    markdown TEXT NOT NULL,
    replies INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'open',
    resolved_at INTEGER,
    resolved_by TEXT
  ) STRICT;
  CREATE INDEX comments_in_order ON comments (space_id, change_request_id, posted_at, number);
  CREATE INDEX comments_by_status ON comments (space_id, change_request_id, status, posted_at, number);
  CREATE INDEX comments_of_page ON comments (space_id, change_request_id, page_id, posted_at, number);
  CREATE INDEX comments_of_author ON comments (space_id, change_request_id, posted_by, posted_at, number);
  CREATE INDEX comments_of_change_request ON comments (change_request_id) WHERE change_request_id IS NOT NULL;
  CREATE TRIGGER comment_added AFTER INSERT ON comments WHEN new.status = 'open' BEGIN
    UPDATE spaces SET comments = comments + 1 WHERE id = new.space_id AND new.change_request_id IS NULL;
    UPDATE change_requests SET comments = comments + 1 WHERE id = new.change_request_id;
  END;
  CREATE TRIGGER comment_moved AFTER UPDATE OF status ON comments WHEN old.status <> new.status BEGIN
    UPDATE spaces SET comments = comments + (new.status = 'open') - (old.status = 'open')
    WHERE id = new.space_id AND new.change_request_id IS NULL;
    UPDATE change_requests SET comments = comments + (new.status = 'open') - (old.status = 'open')
    WHERE id = new.change_request_id;
  END;
  CREATE TRIGGER comment_removed AFTER DELETE ON comments WHEN old.status = 'open' BEGIN
    UPDATE spaces SET comments = comments - 1 WHERE id = old.space_id AND old.change_request_id IS NULL;
    UPDATE change_requests SET comments = comments - 1 WHERE id = old.change_request_id;
  END;

  CREATE TABLE replies (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    comment_id TEXT NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
    posted_by TEXT NOT NULL,
    posted_at INTEGER NOT NULL,
    edited_at INTEGER,
    markdown TEXT NOT NULL
  ) STRICT;
  CREATE INDEX replies_in_order ON replies (comment_id, posted_at, number);
  CREATE INDEX replies_of_author ON replies (posted_by, comment_id);
  CREATE TRIGGER reply_added AFTER INSERT ON replies BEGIN
    UPDATE comments SET replies = replies + 1 WHERE id = new.comment_id;
  END;
  CREATE TRIGGER reply_removed AFTER DELETE ON replies BEGIN
    UPDATE comments SET replies = replies - 1 WHERE id = old.comment_id;
    DELETE FROM reactions WHERE comment_id = old.comment_id AND reply_id = old.id;
  END;

  CREATE TABLE reactions (
    comment_id TEXT NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
    reply_id TEXT NOT NULL DEFAULT '',
    emoji TEXT NOT NULL,
    user_id TEXT NOT NULL,
    reacted_at INTEGER NOT NULL,
    PRIMARY KEY (comment_id, reply_id, emoji, user_id)
  ) STRICT, WITHOUT ROWID;
  ${siteTables}
  ${organizationTables}
  `,
  deletedSpacesAreHidden,
  // The links of a page are extracted once, when it is written; if that hasn't happened, they are read from the text.
  'ALTER TABLE documents ADD COLUMN links TEXT',
  usersAreFound,
  `
  CREATE TABLE conflicts (
    change_request_id TEXT NOT NULL REFERENCES change_requests ON DELETE CASCADE,
    page_id TEXT NOT NULL,
    attribute TEXT NOT NULL,
    base INTEGER NOT NULL,
    main INTEGER NOT NULL,
    own INTEGER NOT NULL,
    PRIMARY KEY (change_request_id, page_id, attribute)
  ) STRICT, WITHOUT ROWID;
  `,
  'ALTER TABLE conflicts ADD COLUMN seen TEXT',
  'ALTER TABLE openapi_specs ADD COLUMN problems TEXT',
];
