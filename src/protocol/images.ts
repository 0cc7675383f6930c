import * as z from 'zod/mini';

/** An image of a page, as `data:`. */
const Image = z.string().check(z.startsWith('data:image/'));

/** An image that isn't loaded from another host, because that host would learn who reads the page. */
const RemoteImage = z.strictObject({
  host: z.string(),
  /** Whether the user may show it by asking for it again, with `isWanted`. */
  isOffered: z.boolean(),
});
export type RemoteImage = z.infer<typeof RemoteImage>;

export const ImageReply = z.union([Image, RemoteImage]);
export type ImageReply = z.infer<typeof ImageReply>;

/** Whether the user asked for this image and all others of its host. */
export const isWanted = z.optional(z.boolean());
