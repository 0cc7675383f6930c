import type { PlatformContract } from '../contract/contract.ts';
import { changeRequests } from './changeRequests.ts';
import { collections } from './collections.ts';
import { content } from './content.ts';
import type { Handlers } from './handler.ts';
import { organizations } from './organizations.ts';
import { spaces } from './spaces.ts';
import { users } from './users.ts';

/** Every endpoint of the contract, answered. One that is missing does not compile. */
export const handlers: Handlers<PlatformContract> = {
  users,
  organizations,
  collections,
  spaces,
  content,
  changeRequests,
};
