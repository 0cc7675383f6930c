import type { PlatformContract } from '../contract/contract.ts';
import type { GroupHandlers } from './handler.ts';
import { userReply } from './replies.ts';

export const users: GroupHandlers<PlatformContract['users']> = {
  me: ({ database, addresses, caller }) => userReply(database, addresses, caller.id),
};
