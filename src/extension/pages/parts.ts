import type { Services } from '../services/services.ts';

export type PageParts = Services;
