import type { Services } from '../services/services.ts';

/** What helps while one writes is made of. */
export type LanguageParts = Services;
