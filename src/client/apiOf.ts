import type { Contract, Endpoint } from '../contract/shared/endpoint.ts';
import type { ApiOf, CallOptions } from './api.ts';

/** Input of any endpoint without its specific type: path parameters, query fields, and the body under its own name. */
export type AnyInput = Readonly<Record<string, unknown>>;

/** One function that can call all endpoints. */
export type CallAny = (endpoint: Endpoint, input: AnyInput, options: CallOptions) => Promise<unknown>;

/** Typed calls in the shape of the contract, all made by one function. */
export function apiOf<C extends Contract>(contract: C, call: (group: string, name: string) => CallAny): ApiOf<C> {
  const groups = Object.entries(contract).map(([group, endpoints]) => {
    const calls = Object.entries(endpoints).map(([name, endpoint]) => {
      const callEndpoint = call(group, name);
      return [
        name,
        (input: AnyInput = {}, options: CallOptions = {}) => callEndpoint(endpoint, input, options),
      ] as const;
    });
    return [group, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(groups) as unknown as ApiOf<C>;
}

/** `METHOD /path` with unfilled parameters: the endpoint's name in errors and logs. */
export function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}
