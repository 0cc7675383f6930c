import type { Api } from '../../src/client/api.ts';
import { apiOf, type AnyInput } from '../../src/client/apiOf.ts';
import { contract } from '../../src/contract/contract.ts';

type Call = (input: AnyInput, options: unknown) => Promise<unknown>;

/**
 * The same calls, with frozen replies: trees compare objects by identity, so replies must never be changed in place.
 */
export function frozenReplies(api: Api): Api {
  return apiOf(contract, (group, name) => {
    const call = Reflect.get(Reflect.get(api, group) as object, name) as Call;
    return async (_, input, options) => frozen(await call(input, options));
  });
}

function frozen(reply: unknown): unknown {
  // Uses a stack of its own, because pages may be nested deeper than the call stack.
  const open = [reply];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue;
    open.push(...(Object.values(Object.freeze(value)) as unknown[]));
  }
  return reply;
}
