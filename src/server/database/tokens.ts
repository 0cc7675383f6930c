import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database.ts';

/**
 * Tokens. The database stores a secret and the hashes of tokens. A user's token is computed from the secret, so that
 * the same process (the sample workspace) can get it again, and it is stored nowhere in clear text.
 */
export interface Tokens {
  /** The user's token, always the same. */
  of(user: string): string;
  /** Sets a token chosen by the user, in place of an earlier one. */
  choose(user: string, token: string): void;
  /** The user that the token belongs to. */
  owner(token: string): string | undefined;
  /** A JWT, valid for one hour, that tells an organization's sites who the user is. `now` is in ms since the epoch. */
  claims(user: string, organization: string, now: number): string;
  /** The signature of a URL that works without a token. */
  sign(text: string): string;
  isSignatureOf(signature: string, text: string): boolean;
}

export function tokensIn(database: Database): Tokens {
  const secret = secretOf(database);
  let last: { readonly token: string; readonly user: string; readonly until: number } | undefined;
  const keyed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  return {
    of: (user) => {
      const token = `dp_${keyed(`token of ${user}`)}`;
      keep(database, user, token, false);
      return token;
    },
    choose: (user, token) => {
      last = undefined;
      database.write(() => {
        database.run('DELETE FROM tokens WHERE user_id = ? AND given = 1', user);
        keep(database, user, token, true);
      });
    },
    owner: (token) => {
      // Consecutive calls mostly have the same token, which only another process could replace, so it is looked up once
      // per second.
      if (token === last?.token && performance.now() < last.until) return last.user;
      const hash = hashOf(token);
      const row = database.get<{ hash: Uint8Array; user_id: string }>(
        'SELECT hash, user_id FROM tokens WHERE hash = ?',
        hash,
      );
      if (!row || !timingSafeEqual(row.hash, hash)) return undefined;
      last = { token, user: row.user_id, until: performance.now() + 1000 };
      return row.user_id;
    },
    claims: (user, organization, now) => {
      const issued = Math.floor(now / 1000);
      const payload = { sub: user, organization, iat: issued, exp: issued + 3600 };
      const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(payload)}`;
      return `${text}.${createHmac('sha256', keyed('visitor claims')).update(text).digest('base64url')}`;
    },
    sign: (text) => keyed(`address ${text}`),
    isSignatureOf: (signature, text) => timingSafeEqual(hashOf(signature), hashOf(keyed(`address ${text}`))),
  };
}

function keep(database: Database, user: string, token: string, given: boolean): void {
  const hash = hashOf(token);
  if (!given && database.get('SELECT 1 FROM tokens WHERE hash = ?', hash)) return;
  database.run('INSERT OR REPLACE INTO tokens (hash, user_id, given) VALUES (?, ?, ?)', hash, user, given ? 1 : 0);
}

function secretOf(database: Database): string {
  const known = () => database.get<{ value: string }>(`SELECT value FROM settings WHERE name = 'secret'`)?.value;
  return (
    known() ??
    database.write(() => {
      const secret = known() ?? randomBytes(32).toString('base64url');
      database.run(`INSERT OR IGNORE INTO settings (name, value) VALUES ('secret', ?)`, secret);
      return secret;
    })
  );
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
