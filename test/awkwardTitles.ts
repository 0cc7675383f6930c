import fc from 'fast-check';

/** Titles that are hard to turn into URIs. */
export const awkwardTitles = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite' }),
  fc.stringMatching(/^[A-Za-z0-9]{20}(\.change-request-[0-9]+)?$/),
  fc
    .tuple(
      fc.constantFrom('Docs', 'docs', 'DOCS', 'Docs-2', 'Über'),
      fc.constantFrom('', ' #5', ' @x', '.md', '%20', '~'),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '',
    ' ',
    '🧭',
    '\ud83e',
    'a/b',
    '..',
    '.',
    '%2e%2e%2f',
    '100 %',
    'CON',
    '__proto__',
    'constructor',
    '\u200e\u202eabc',
    'עברית',
    'é',
    'e\u0301',
    '1\ufe0f\u20e3',
    'x'.repeat(10_000),
    'very long '.repeat(1000),
  ),
);
