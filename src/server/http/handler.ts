import type { AnswerOf, BodyOf, Contract, Endpoint, PathParameters, QueryOf } from '../../contract/shared/endpoint.ts';
import type { Addresses } from './addresses.ts';
import type { Database } from '../database/database.ts';
import type { ReplyDocuments } from '../pages/markdown/replyDocuments.ts';
import type { Web } from './web.ts';

/** The user who sent the request. */
export interface Caller {
  readonly id: string;
}

/** What a handler can use besides its input. */
export interface Context {
  readonly database: Database;
  readonly caller: Caller;
  readonly addresses: Addresses;
  /** In ms since the epoch. */
  readonly now: number;
  /** A secret: a signed statement of who the caller is, for an organization's sites. */
  readonly visitorClaims: (organizationId: string) => string;
  /** Makes the documents of the reply. */
  readonly documents: ReplyDocuments;
  readonly web: Web;
  /** Time limit for reading an import after its download, in ms. */
  readonly importTime: number;
  /** Reads the source URL of a pending OpenAPI spec once this call is done. */
  readonly readSpec: (specId: string) => void;
}

/** One call of an endpoint, decoded and within the documented limits. */
export type Call<E extends Endpoint> = Context & {
  readonly parameters: PathParameters<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
};

/** A success with another status than the endpoint's own, without content. */
export class Empty {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}

/** A success (201) of an updating endpoint that had to create the resource. */
export class Created<Reply> {
  readonly reply: Reply;

  constructor(reply: Reply) {
    this.reply = reply;
  }
}

/**
 * An answer that waits for something outside of the database. `prepare` runs in no transaction, so that nobody waits
 * for it. The function that it returns runs like a handler in a write transaction, and must check the state again. The
 * signal aborts if the caller has disconnected: then nothing is applied.
 */
export class Deferred<Reply> {
  readonly prepare: (signal: AbortSignal) => Promise<() => Reply>;

  constructor(prepare: (signal: AbortSignal) => Promise<() => Reply>) {
    this.prepare = prepare;
  }
}

/** The reply to the deletion of something that doesn't exist. */
export const nothingToDelete = new Empty(204);

/**
 * Answers one endpoint, or throws a Problem. It runs inside one transaction, a write transaction unless the method is
 * GET, so that a refused call leaves nothing behind.
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Deferred<Answer<E>>;
export type Answer<E extends Endpoint> = AnswerOf<E> | Created<AnswerOf<E>> | Empty;

export type GroupHandlers<G> = { readonly [E in keyof G]: G[E] extends Endpoint ? Handler<G[E]> : never };
export type Handlers<C extends Contract> = { readonly [G in keyof C]: GroupHandlers<C[G]> };
