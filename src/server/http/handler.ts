import type { AnswerOf, BodyOf, Contract, Endpoint, PathParameters, QueryOf } from '../../contract/shared/endpoint.ts';
import type { Addresses } from './addresses.ts';
import type { Database } from '../database/database.ts';
import type { Web } from './web.ts';

/** Who asks. */
export interface Caller {
  readonly id: string;
}

/** What a handler works with besides its input. */
export interface Context {
  readonly database: Database;
  readonly caller: Caller;
  readonly addresses: Addresses;
  /** ms since the epoch. */
  readonly now: number;
  /** A secret: a signed statement of who the caller is, for an organization's sites. */
  readonly visitorClaims: (organizationId: string) => string;
  readonly web: Web;
  /** The most that reading an import may take, in ms, once it is here. */
  readonly importTime: number;
  /** Has the address that a pending OpenAPI spec has as its source read when this call is done. */
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

/** A success of an endpoint that updates, where it had to make the thing: 201. */
export class Created<Reply> {
  readonly reply: Reply;

  constructor(reply: Reply) {
    this.reply = reply;
  }
}

/**
 * An answer that waits for what is outside of the data. `prepare` runs in no transaction, so that nobody waits for it; what
 * it gives runs as a handler does, in a writing one, and must look again whether all is as it was. The signal aborts when the
 * caller has gone: then nothing happens.
 */
export class Deferred<Reply> {
  readonly prepare: (signal: AbortSignal) => Promise<() => Reply>;

  constructor(prepare: (signal: AbortSignal) => Promise<() => Reply>) {
    this.prepare = prepare;
  }
}

/** A delete of something that does not exist. */
export const nothingToDelete = new Empty(204);

/**
 * Answers one endpoint, or throws a Problem. It runs inside one transaction, a writing one unless the method is GET, so
 * that a refused call leaves nothing behind.
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Deferred<Answer<E>>;
export type Answer<E extends Endpoint> = AnswerOf<E> | Created<AnswerOf<E>> | Empty;

export type GroupHandlers<G> = { readonly [E in keyof G]: G[E] extends Endpoint ? Handler<G[E]> : never };
export type Handlers<C extends Contract> = { readonly [G in keyof C]: GroupHandlers<C[G]> };
