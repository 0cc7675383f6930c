import type { LimitedText, Reason } from '../shared/reasons.ts';

// Checks the limits of section 8 of the API document before a user's input is sent. Lengths are in UTF-16 units.

export function problemOfTeamTitle(text: string): Reason | undefined {
  return lengthProblem('title', text, 64);
}

export function problemOfTranslationTitle(text: string): Reason | undefined {
  return lengthProblem('title', text, 100);
}

export function problemOfSlug(text: string): Reason | undefined {
  return (
    lengthProblem('slug', text, 100) ?? (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) ? undefined : { code: 'notSlug' })
  );
}

export function problemOfSourceAddress(text: string): Reason | undefined {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return { code: 'notWebAddress' };
  return lengthProblem('address', text, 2048);
}

export function problemOfIntegrationName(text: string): Reason | undefined {
  return /^[\w.-]{1,100}$/.test(text) ? undefined : { code: 'notName' };
}

/** The domain in the input, which may be a whole email address; undefined if there is none. */
export function emailDomainOf(text: string): string | undefined {
  const domain = text.trim().toLowerCase().split('@').at(-1) ?? '';
  return domain.length <= 253 && /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]+$/u.test(domain)
    ? domain
    : undefined;
}

function lengthProblem(what: LimitedText, text: string, most: number): Reason | undefined {
  if (text.trim() === '') return { code: 'tooShort', what, least: 1 };
  return text.length > most ? { code: 'tooLong', what, most, length: text.length } : undefined;
}
