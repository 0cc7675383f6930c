import type { renderedChangesTexts } from '../../extension/words/renderedChanges.ts';
import { readWords } from '../shared/words.ts';

/** The texts of this webview, in VS Code's language. Read when the script starts, so that the first paint has them. */
export const { texts, fill, counted, number } = readWords<ReturnType<typeof renderedChangesTexts>>();
