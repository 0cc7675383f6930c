import { titleText } from '../../model/shared/titleText.ts';
import * as l10n from '../shared/l10n.ts';

/** The title of a part, ready to be shown. */
export function titleOf(part: { readonly title?: string | undefined } | undefined): string {
  return titleText(part?.title, l10n.t('Untitled'));
}
