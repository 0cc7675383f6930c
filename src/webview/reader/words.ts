import type { readerTexts } from '../../extension/words/reader.ts';
import { readWords } from '../shared/words.ts';

/** The texts of this webview, in VS Code's language. Read when the script starts, so that the first paint has them. */
export const { texts, fill, language } = readWords<ReturnType<typeof readerTexts>>();
