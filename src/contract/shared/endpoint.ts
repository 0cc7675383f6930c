import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query: named fields, each with its encoding (text) and its type in code. */
export type QuerySchema = z.ZodObject;

/**
 * One endpoint of the API, as data. The typed client, the local platform's routing and validation, and the tests are
 * all derived from it.
 * - `path` has its parameters in braces: `/v1/spaces/{spaceId}`.
 * - `reply` is absent if the success status has no content (204, 205).
 * - `optional` marks endpoints that the API document leaves out and some servers lack.
 * - `deprecated` marks endpoints that a server may drop (section 9).
 */
export interface Endpoint<
  Path extends string = string,
  Query extends QuerySchema | undefined = QuerySchema | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Reply extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly status: number;
  readonly optional: boolean;
  readonly deprecated?: Deprecation;
}

export interface Deprecation {
  /** Group and name of the endpoint that replaces it, such as `sites.sort`. The document doesn't name one for each. */
  readonly successor?: string;
}

/**
 * Endpoints by name, in groups by name: the shape of the contract, of the client and of the local platform's handlers.
 */
export type Group = Readonly<Record<string, Endpoint>>;
export type Contract = Readonly<Record<string, Group>>;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

export type PathParameters<E extends Endpoint> = { readonly [Name in Names<E['path']>]: string };
export type QueryOf<E extends Endpoint> = E['query'] extends QuerySchema ? z.output<E['query']> : unknown;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined;

/** Input of a call: path parameters and query fields side by side, and the body under its own name. */
export type InputOf<E extends Endpoint> = PathParameters<E> &
  QueryOf<E> &
  (E['body'] extends z.ZodType ? { readonly body: z.input<E['body']> } : unknown);

/** Result of a call: the parsed reply, or nothing. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : void;

/** Result of the local platform's handler. */
export type AnswerOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : void;

interface Parts<Query, Body, Reply> {
  readonly query?: Query;
  readonly body?: Body;
  readonly reply?: Reply;
  /** The success status by section 4 of the API document; 200 by default. */
  readonly status?: number;
}

type Builder = <
  const Path extends string,
  Query extends QuerySchema | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Reply extends z.ZodType | undefined = undefined,
>(
  path: Path,
  parts: Parts<Query, Body, Reply>,
) => Endpoint<Path, Query, Body, Reply>;

export const get = builder('GET');
export const post = builder('POST');
export const put = builder('PUT');
export const patch = builder('PATCH');
export const remove = builder('DELETE');

/** The same endpoint, marked as one that a server of this API may lack. */
export function optional<E extends Endpoint>(endpoint: E): E {
  return { ...endpoint, optional: true };
}

/** The same endpoint, marked as deprecated. */
export function deprecated<E extends Endpoint>(endpoint: E, by: Deprecation = {}): E {
  return { ...endpoint, deprecated: by };
}

function builder(method: Method): Builder {
  return (path, parts) => ({
    method,
    path,
    query: parts.query as never,
    body: parts.body as never,
    reply: parts.reply as never,
    status: parts.status ?? 200,
    optional: false,
  });
}
