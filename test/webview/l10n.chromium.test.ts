import { expect, onTestFinished, test } from 'vitest';
import { openWebview } from './browser.ts';

const source = `
  import * as l10n from './src/webview/shared/l10n.ts';
  document.body.innerText = [
    l10n.t('Reply to {0}', 'Ada {1}', 'B'),
    l10n.plural(l10n.t('{0} page|{0} pages'), 2),
    l10n.t('{0} of {1}', 1, 2000),
  ].join('; ');
`;

test.each([
  [{ language: 'en' }, 'Reply to Ada {1}; 2 pages; 1 of 2,000'],
  [
    { language: 'pl', bundle: { 'Reply to {0}': '{0}: odpowiedz', '{0} page|{0} pages': '{0} a|{0} b|{0} c|{0} d' } },
    'Ada {1}: odpowiedz; 2 b; 1 of 2000',
  ],
])('a webview shows its texts as %o', async (words, expected) => {
  const { page, close } = await openWebview({ bundle: 'test', source, place: {}, words, receive: () => undefined });
  onTestFinished(close);

  await expect.poll(() => page.locator('body').innerText()).toBe(expected);
});
