import type { Database } from '../database/database.ts';
import { pageAtPath, type Plan } from '../../formats/import/folderPlan.ts';
import { idOf } from '../../formats/ids.ts';
import type { SampleFiles } from './files.ts';
import type { SampleWorkspace } from './workspace.ts';

/** The data that the parts of the seeding share. */
export interface Seeding {
  readonly database: Database;
  readonly sample: SampleWorkspace;
  readonly files: SampleFiles;
  /** The spaces' folders, by the space's key. */
  readonly plans: ReadonlyMap<string, Plan>;
  readonly now: number;
}

/** In ms. */
export const hour = 60 * 60 * 1000;
export const day = 24 * hour;

export const userId = (key: string) => idOf(`sample user ${key}`);
export const organizationId = (key: string) => idOf(`sample organization ${key}`);
export const collectionId = (key: string) => idOf(`sample collection ${key}`);
export const spaceId = (key: string) => idOf(`sample space ${key}`);
export const contentId = (space: string, key: string) => idOf(`sample content ${space} ${key}`);

/** Resolves `space:<key>/<path>` links to the server's addresses. */
export function addressesIn(plans: ReadonlyMap<string, Plan>): (key: string, path: string) => string | undefined {
  return (key, path) => {
    const plan = plans.get(key);
    if (!plan) return undefined;
    const page = path === '' ? undefined : pageAtPath(plan, path);
    if (page) return `/spaces/${spaceId(key)}/${page.path}`;
    return `/spaces/${spaceId(key)}${path === '' ? '' : `/${path}`}`;
  };
}
