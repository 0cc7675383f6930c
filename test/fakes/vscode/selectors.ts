import type { Document } from './documents.ts';

/** The documents that a language feature is registered for. */
export interface Selector {
  readonly scheme?: string;
  readonly language?: string;
}

export function isFor({ scheme, language }: Selector, { uri, languageId }: Document): boolean {
  return (scheme === undefined || scheme === uri.scheme) && (language === undefined || language === languageId);
}
