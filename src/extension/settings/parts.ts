import type { Services } from '../services/services.ts';

/** What the settings need of the rest. */
export type SettingsParts = Services;
