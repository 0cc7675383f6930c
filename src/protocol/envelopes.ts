import * as z from 'zod/mini';

/** From the webview. The reply has the same `id`. */
export const Request = z.strictObject({ id: z.int().check(z.nonnegative()), request: z.string(), params: z.unknown() });
export type Request = z.infer<typeof Request>;

/**
 * Why a request was refused, as text for users. `kind` is that of an `ApiError`. For a message that couldn't be parsed,
 * the webview has the text.
 */
export const Refusal = z.union([
  z.strictObject({ message: z.string(), kind: z.optional(z.string()) }),
  z.strictObject({ kind: z.literal('unreadable') }),
]);
export type Refusal = z.infer<typeof Refusal>;

/** From the extension. `id` is null if the request had none. */
export const Done = z.strictObject({ id: z.int(), result: z.unknown() });
export const Refused = z.strictObject({ id: z.nullable(z.int()), refusal: Refusal });
export const Notification = z.strictObject({ notification: z.string(), params: z.unknown() });

/** Whether an input box of VS Code is open. Letters belong to it, even if it doesn't have the focus. */
export const InputState = z.strictObject({ isInputOpen: z.boolean() });
export type InputState = z.infer<typeof InputState>;

export const FromExtension = z.union([Done, Refused, Notification]);
export type Reply = z.infer<typeof Done> | z.infer<typeof Refused>;
export type Notification = z.infer<typeof Notification>;
