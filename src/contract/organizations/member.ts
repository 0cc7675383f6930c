import * as z from 'zod';
import { DateTime, maybe, RoleReply } from '../shared/shapes.ts';
import { User } from './users.ts';

/**
 * Section 2.14. `id` is the user's; the role null means guest. `lastSeenAt` is absent for members who never visited.
 */
export const Member = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  role: RoleReply.optional(),
  user: maybe(User),
  disabled: maybe(z.boolean()),
  joinedAt: maybe(DateTime),
  lastSeenAt: maybe(DateTime),
  sso: maybe(z.boolean()),
  spaces: maybe(z.number()),
  teams: maybe(z.number()),
});
export type Member = z.infer<typeof Member>;
