import { l10n } from 'vscode';
import { plural } from './plural.ts';

/** Names some of the pages for use in a sentence, and counts the others. */
export function pagesNamed(pages: readonly { readonly title: string }[], most = 5): string {
  const named = pages.slice(0, most).map(({ title }) => `“${title}”`);
  const others = pages.length - named.length;
  return [...named, ...(others > 0 ? [plural(l10n.t('and {0} more'), others)] : [])].join(', ');
}
