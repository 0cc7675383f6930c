import type { Services } from '../../services/services.ts';

/** What the commands on change requests are given. */
export type ChangeRequestParts = Services;
