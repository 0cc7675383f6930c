import type { Services } from '../services/services.ts';

/** What the ways to a page are given. */
export type SearchParts = Services;
