import type * as z from 'zod';

/**
 * What one webview and the extension say to each other: the webview asks, the extension answers, and tells of news. Each
 * side parses what the other says by these schemas.
 */
export interface Protocol {
  readonly requests: Readonly<Record<string, { readonly params: z.ZodType; readonly result: z.ZodType }>>;
  readonly notifications: Readonly<Record<string, z.ZodType>>;
}

export type RequestName<P extends Protocol> = keyof P['requests'] & string;
export type NotificationName<P extends Protocol> = keyof P['notifications'] & string;

/** What is said: by the sender, as the schema takes it. */
export type ParamsGiven<P extends Protocol, Name extends RequestName<P>> = z.input<P['requests'][Name]['params']>;
export type ResultGiven<P extends Protocol, Name extends RequestName<P>> = z.input<P['requests'][Name]['result']>;
export type NewsGiven<P extends Protocol, Name extends NotificationName<P>> = z.input<P['notifications'][Name]>;

/** What is heard: by the receiver, as the schema gives it. */
export type ReceivedParams<P extends Protocol, Name extends RequestName<P>> = z.output<P['requests'][Name]['params']>;
export type ReceivedResult<P extends Protocol, Name extends RequestName<P>> = z.output<P['requests'][Name]['result']>;
export type ReceivedNotification<P extends Protocol, Name extends NotificationName<P>> = z.output<
  P['notifications'][Name]
>;
