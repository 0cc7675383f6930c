import { createHash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 20;

/** A new id: 20 letters of both cases and digits. */
export function newId(): string {
  return spelled(randomBytes(length));
}

/** The same id for the same key, on all machines and in all versions: the sample workspace keeps its addresses. */
export function idOf(key: string): string {
  return spelled(createHash('sha256').update(key).digest());
}

function spelled(bytes: Uint8Array): string {
  let id = '';
  for (let at = 0; at < length; at += 1) id += alphabet[(bytes[at] ?? 0) % alphabet.length];
  return id;
}
