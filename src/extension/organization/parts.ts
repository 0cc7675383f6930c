import type { Services } from '../services/services.ts';

/** What the Organization view and its commands need of the rest. */
export type OrganizationParts = Services;
