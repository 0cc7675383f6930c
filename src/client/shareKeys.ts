import { contract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/shared/endpoint.ts';
import type { Api, CallOptions } from './api.ts';
import { apiOf, type AnyInput } from './apiOf.ts';

/** The share key that the user entered for a site, if any. */
export type ShareKeyOf = (siteId: string) => Promise<string | undefined>;

/**
 * Adds the entered share key to calls of endpoints with a `shareKey` (section 5), for the site and the spaces that it
 * shows. A key in the call takes precedence.
 */
export function withShareKeys(api: Api, keyOf: ShareKeyOf): Api {
  const siteOfSpace = new Map<string, string>();

  function learn(reply: unknown, siteId: string): void {
    if (typeof reply !== 'object' || reply === null) return;
    const { space } = reply as { readonly space?: { readonly id?: unknown } | null };
    if (typeof space?.id === 'string') siteOfSpace.set(space.id, siteId);
    for (const field of ['items', 'structure', 'sections', 'siteSpaces']) {
      const below = (reply as Readonly<Record<string, unknown>>)[field];
      if (Array.isArray(below)) for (const item of below) learn(item, siteId);
      else learn(below, siteId);
    }
  }

  return apiOf(contract, (group, name) => async (endpoint, input, options) => {
    const call = callOf(api, group, name);
    if (!takesKey(endpoint) || input['shareKey'] !== undefined) return call(input, options);
    const { siteId = siteOfSpace.get(String(input['spaceId'])) } = input;
    const shareKey = typeof siteId === 'string' ? await keyOf(siteId) : undefined;
    if (typeof siteId !== 'string' || shareKey === undefined) return call(input, options);
    const reply = await call({ ...input, shareKey }, options);
    if ('siteId' in input) learn(reply, siteId);
    return reply;
  });
}

function takesKey({ query }: Endpoint): boolean {
  return query !== undefined && 'shareKey' in query.shape;
}

type AnyCall = (input: AnyInput, options: CallOptions) => Promise<unknown>;

function callOf(api: Api, group: string, name: string): AnyCall {
  return (api as unknown as Record<string, Record<string, AnyCall>>)[group]?.[name] as AnyCall;
}
