import { fromHtml } from 'hast-util-from-html';
import { comparePages, type PagesToCompare } from '../model/rendering/comparePages.ts';
import type { Words } from '../model/rendering/words.ts';
import { answer } from '../workers/answer.ts';

// Runs in a thread of its own, and renders and compares two versions of a page.

export interface ComparingTask extends PagesToCompare {
  /** The texts of a rendered page, and the language for its dates. */
  readonly texts: Omit<Words, 'day'>;
  readonly language: string;
}

answer(({ before, after, texts, language }: ComparingTask) => {
  const days = new Intl.DateTimeFormat([language, 'en'], { dateStyle: 'long', timeZone: 'UTC' });
  const words = { ...texts, day: (date: Date) => days.format(date) };
  const parse = (html: string) => fromHtml(html, { fragment: true }).children;
  return comparePages({ before, after }, { words, parse });
});
