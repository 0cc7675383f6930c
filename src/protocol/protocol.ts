import type * as z from 'zod/mini';

/**
 * The messages between a webview and the extension: the webview sends requests, the extension answers them and sends
 * notifications. Each side parses the other's messages with these schemas.
 */
export interface Protocol {
  readonly requests: Readonly<Record<string, { readonly params: z.ZodMiniType; readonly result: z.ZodMiniType }>>;
  readonly notifications: Readonly<Record<string, z.ZodMiniType>>;
}

export type RequestName<P extends Protocol> = keyof P['requests'] & string;
export type NotificationName<P extends Protocol> = keyof P['notifications'] & string;

/** The sender's type: the input of the schema. */
export type ParamsGiven<P extends Protocol, Name extends RequestName<P>> = z.input<P['requests'][Name]['params']>;
export type ResultGiven<P extends Protocol, Name extends RequestName<P>> = z.input<P['requests'][Name]['result']>;
export type NewsGiven<P extends Protocol, Name extends NotificationName<P>> = z.input<P['notifications'][Name]>;

/** The receiver's type: the output of the schema. */
export type ReceivedParams<P extends Protocol, Name extends RequestName<P>> = z.output<P['requests'][Name]['params']>;
export type ReceivedResult<P extends Protocol, Name extends RequestName<P>> = z.output<P['requests'][Name]['result']>;
export type ReceivedNotification<P extends Protocol, Name extends NotificationName<P>> = z.output<
  P['notifications'][Name]
>;
