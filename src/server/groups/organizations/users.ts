import type { PlatformContract } from '../../../contract/contract.ts';
import type { GroupHandlers } from '../../http/handler.ts';
import { userReply } from '../shared/replies.ts';

export const users: GroupHandlers<PlatformContract['users']> = {
  me: ({ database, addresses, caller }) => userReply(database, addresses, caller.id),
};
