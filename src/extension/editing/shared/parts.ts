import type { Services } from '../../services/services.ts';

/** What writing in change requests is made of. */
export type WritingParts = Services;
