import { changeRequests } from './changeRequests.ts';
import { collections } from './collections.ts';
import { content } from './content.ts';
import { organizations } from './organizations.ts';
import { spaces } from './spaces.ts';
import { users } from './users.ts';

/** The platform's endpoints, group by group. */
export const contract = { users, organizations, collections, spaces, content, changeRequests };
export type PlatformContract = typeof contract;
