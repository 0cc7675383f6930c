// Checks the limits of section 8 of the API document before a user's input is sent. Lengths are in UTF-16 units.

export function problemOfTeamTitle(text: string): string | undefined {
  return lengthProblem('A title', text, 64);
}

export function problemOfTranslationTitle(text: string): string | undefined {
  return lengthProblem('A title', text, 100);
}

export function problemOfSlug(text: string): string | undefined {
  return (
    lengthProblem('A slug', text, 100) ??
    (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
      ? undefined
      : 'A slug is made of lower-case letters and digits, in words joined by single hyphens, such as rest-api.')
  );
}

export function problemOfSourceAddress(text: string): string | undefined {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return 'An address begins with https:// or http://.';
  return lengthProblem('An address', text, 2048);
}

export function problemOfIntegrationName(text: string): string | undefined {
  return /^[\w.-]{1,100}$/.test(text)
    ? undefined
    : 'A name is made of letters, digits, hyphens, underscores and dots, at most 100 of them.';
}

/** The domain in the input, which may be a whole email address; undefined if there is none. */
export function emailDomainOf(text: string): string | undefined {
  const domain = text.trim().toLowerCase().split('@').at(-1) ?? '';
  return domain.length <= 253 && /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]+$/u.test(domain)
    ? domain
    : undefined;
}

function lengthProblem(what: string, text: string, most: number): string | undefined {
  if (text.trim() === '') return `${what} has at least one character.`;
  return text.length > most ? `${what} has at most ${most} characters; these are ${text.length}.` : undefined;
}
