import type { PlatformContract } from '../contract/contract.ts';
import type { Contract, Endpoint, InputOf, ReplyOf } from '../contract/shared/endpoint.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each reply, whatever its status. A call with this option never shares the reply of another call. */
  readonly onReply?: ((reply: { readonly status: number; readonly bytes: number }) => void) | undefined;
}

/** Calls one endpoint; rejects with an ApiError. */
export type Call<E extends Endpoint> = (input: InputOf<E>, options?: CallOptions) => Promise<ReplyOf<E>>;

export type ApiOf<C extends Contract> = { readonly [G in keyof C]: { readonly [E in keyof C[G]]: Call<C[G][E]> } };

/** The API as typed calls: `api.spaces.get({ spaceId })`. */
export type Api = ApiOf<PlatformContract>;
