import { portionsBySize } from '../../model/shared/portions.ts';
import type { Find } from './find.ts';
import { charactersPerTask, replaceable } from './replaceable.ts';
import { searchPlaces } from './searchPlaces.ts';
import { differing, sendReplacements } from './sendReplacements.ts';
import type { FindContext, FindState } from './state.ts';

export function createFind(context: FindContext): Find {
  const state: FindState = { ...context, texts: new Map() };
  return {
    find: (places, query, options) => searchPlaces(state, places, query, options),
    replaceable: (pages, query, by, read) => replaceable(state, pages, query, by, read),
    async problems(all) {
      const problems = [];
      for (const pages of portionsBySize(all, ({ base, text }) => base.length + text.length, charactersPerTask))
        problems.push(...(await context.inThread('check', { pages }, undefined)));
      return problems;
    },
    differing: (at, pages, read) => differing(state, at, pages, read),
    send: (at, pages, options) => sendReplacements(state, at, pages, options),
  };
}
