import type { threadsTexts } from '../../extension/words/threads.ts';
import { readWords } from '../shared/words.ts';

/** The texts of this webview, in VS Code's language. Read when the script starts, so that the first paint has them. */
export const { texts, fill, counted, phrase, number, time, list, language } =
  readWords<ReturnType<typeof threadsTexts>>();
