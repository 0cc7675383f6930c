import { titleText } from '../../model/shared/titleText.ts';
import { texts } from './words.ts';

/** The title of a part, ready to be shown. */
export function titleOf(part: { readonly title?: string | undefined } | undefined): string {
  return titleText(part?.title, texts.untitled);
}
