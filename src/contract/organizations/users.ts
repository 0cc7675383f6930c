import * as z from 'zod';
import { get, optional } from '../shared/endpoint.ts';
import { maybe, Urls } from '../shared/shapes.ts';

/** Section 2.1, User. */
export const User = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  displayName: maybe(z.string()),
  email: maybe(z.string()),
  photoURL: maybe(z.string()),
  urls: Urls,
});
export type User = z.infer<typeof User>;

export const users = {
  /** The owner of the token. */
  me: optional(get('/v1/user', { reply: User })),
};
