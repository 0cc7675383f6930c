import { ThreadsWords } from '../../protocol/threadsWords.ts';
import { readWords } from '../shared/words.ts';

/** What this webview says, in VS Code's language. Read when the script starts, so that the first paint has it. */
export const { texts, fill, counted, phrase, number, time, list, language } = readWords(ThreadsWords);
