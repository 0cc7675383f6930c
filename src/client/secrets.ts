import type { AnyInput } from './apiOf.ts';

/** Texts that must never appear in a message or log. */
export interface Secrets {
  readonly token: string | undefined;
  /** Keys of share links, and the secrets of an integration that is published. */
  readonly others?: readonly string[];
}

export function secretsOf(token: string | undefined, input: AnyInput): Secrets {
  const { shareKey, body } = input;
  const named = (body as { readonly secrets?: Readonly<Record<string, unknown>> } | undefined)?.secrets ?? {};
  return { token, others: [shareKey, ...Object.values(named)].filter((one) => typeof one === 'string') };
}

/**
 * The text without the secrets. Of URLs only the origin remains, because those of share links are secrets as a whole.
 * Tokens that sign their bearer in, such as `serviceVisitorClaims`, are removed completely.
 */
export function masked(words: string, { token = '', others = [] }: Secrets): string {
  const known = [token, ...others].flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())]);
  return known
    .filter((secret) => secret !== '')
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, '…'), words)
    .replace(/[\w.-]+/g, withoutSignedTokens)
    .replace(/(https?:\/\/[^\s/?#"'”<>]*)[/?#]\S*/gi, '$1/…')
    .replace(/([?&]shareKey=)[^\s&]+/gi, '$1…');
}

/** A word without a signed token: the part from `eyJ…` to the end of the third dot-separated section. */
function withoutSignedTokens(word: string): string {
  const parts = word.split('.');
  const shown: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    const start = at < parts.length - 1 ? part.search(/\beyJ[\w-]{5}/) : -1;
    shown.push(start < 0 ? part : `${part.slice(0, start)}…`);
    if (start >= 0) at += 2;
  }
  return shown.join('.');
}
