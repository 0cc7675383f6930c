import type { Database } from '../database/database.ts';

/** Adds a user. */
export function addUser(
  database: Database,
  user: { id: string; displayName: string; email: string },
  at: number,
): void {
  database.run(
    'INSERT INTO users (id, display_name, email, created_at) VALUES (?, ?, ?, ?)',
    user.id,
    user.displayName,
    user.email,
    at,
  );
}

export function addOrganization(
  database: Database,
  organization: {
    id: string;
    title: string;
    hostname?: string | undefined;
    type: string;
    plan: string;
    useCase?: string | undefined;
    emailDomains: readonly string[];
    defaultRole?: string | null | undefined;
  },
  at: number,
): void {
  database.run(
    `INSERT INTO organizations (id, title, hostname, type, plan, use_case, email_domains, default_role, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    organization.id,
    organization.title,
    organization.hostname ?? null,
    organization.type,
    organization.plan,
    organization.useCase ?? null,
    JSON.stringify(organization.emailDomains),
    organization.defaultRole ?? null,
    at,
  );
}

export function addMember(
  database: Database,
  member: {
    organization: string;
    user: string;
    role: string | null;
    seen?: number | undefined;
    disabled?: boolean | undefined;
  },
  at: number,
): void {
  database.run(
    'INSERT INTO members (organization_id, user_id, role, disabled, joined_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?)',
    member.organization,
    member.user,
    member.role,
    member.disabled ? 1 : 0,
    at,
    member.seen ?? null,
  );
}
