import * as z from 'zod';
import { contract, type PlatformContract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/shared/endpoint.ts';
import { ApiError, isKind } from '../model/shared/failure.ts';
import type { Api, CallOptions } from './api.ts';
import { apiOf, nameOf, type AnyInput } from './apiOf.ts';

/** What a server lacks: `METHOD /path` of the endpoint, and when that was learned, in ms since the epoch. */
export type Lacking = Readonly<Record<string, number>>;

/** Where it is remembered, for one account. What `get` gives is checked: it may be anything. */
export interface LackingStorage {
  get(): unknown;
  set(lacking: Lacking): void | PromiseLike<void>;
}

export interface Capabilities {
  /** The api, whose calls of an endpoint known to be lacking reject with `unsupported` without a request. */
  readonly api: Api;
  /** True when the endpoint is known to be lacking, so that it need not be offered. */
  readonly lacks: <G extends keyof PlatformContract>(group: G, name: keyof PlatformContract[G]) => boolean;
  /** To be called on sign-in: everything is tried anew. */
  readonly forget: () => void;
}

const day = 24 * 60 * 60 * 1000;
const Stored = z.record(z.string(), z.number()).catch({});

/**
 * Learns which of the contract's optional endpoints this server lacks. It lacks one that it refuses outright (405, 501), or
 * that is missing (404) below two different parents which are there. An endpoint whose path ends in an id is missing
 * naturally, so only the outright refusal counts there.
 */
export function withCapabilities(
  api: Api,
  options: { readonly storage: LackingStorage; readonly now?: () => number },
): Capabilities {
  const { storage, now = Date.now } = options;
  /** Paths that have answered: what is missing there is the thing, not the endpoint. */
  const working = new Set<string>();
  /** Parents below which an endpoint was missing, by the endpoint's name. */
  const missingBelow = new Map<string, Set<string>>();
  /** Whether something below a parent answers, by the parent's place: then the parent is there, and need not be asked for. */
  const answersBelow = new Map<string, Promise<boolean>>();

  function lacking(): Lacking {
    const known = Object.entries(Stored.parse(storage.get()));
    return Object.fromEntries(known.filter(([, at]) => at <= now() && now() - at < day));
  }

  function learn(endpoint: Endpoint): void {
    void storage.set({ ...lacking(), [nameOf(endpoint)]: now() });
  }

  /** What the failure of an optional endpoint means. */
  async function judge(error: unknown, endpoint: Endpoint, input: AnyInput, call: CallOptions): Promise<unknown> {
    if (isKind(error, 'unsupported')) {
      learn(endpoint);
      return error;
    }
    const isMissing = error instanceof ApiError && error.details.status === 404;
    if (!isMissing || working.has(endpoint.path) || endpoint.path.endsWith('}')) return error;

    const parents = missingBelow.get(nameOf(endpoint)) ?? new Set<string>();
    // Kept before there is anything in it: another call may be judged meanwhile.
    missingBelow.set(nameOf(endpoint), parents);
    const parent = parentOf(endpoint);
    const below = placeOf(parent.endpoint, input);
    if (!parents.has(below)) {
      try {
        if (!(await answersBelow.get(below))) await callOf(api, parent.group, parent.name)(input, call);
      } catch (failure) {
        return isKind(failure, 'cancelled') ? failure : error;
      }
      parents.add(below);
    }
    if (parents.size >= (endpoint.path.includes('{') ? 2 : 1)) learn(endpoint);
    return unsupported(endpoint);
  }

  function witness(reply: Promise<unknown>, endpoint: Endpoint, input: AnyInput): void {
    const answers = reply.then(
      () => true,
      () => false,
    );
    const below = placeOf(parentOf(endpoint).endpoint, input);
    const before = answersBelow.get(below);
    answersBelow.set(below, before ? Promise.all([before, answers]).then((all) => all.includes(true)) : answers);
  }

  return {
    api: apiOf(contract, (group, name) => async (endpoint, input, call) => {
      if (!endpoint.optional) {
        const reply = callOf(api, group, name)(input, call);
        witness(reply, endpoint, input);
        return reply;
      }
      if (nameOf(endpoint) in lacking()) throw unsupported(endpoint);
      try {
        const reply = await callOf(api, group, name)(input, call);
        working.add(endpoint.path);
        return reply;
      } catch (error) {
        throw await judge(error, endpoint, input, call);
      }
    }),
    lacks: (group, name) => nameOf(contract[group][name] as Endpoint) in lacking(),
    forget() {
      working.clear();
      missingBelow.clear();
      answersBelow.clear();
      void storage.set({});
    },
  };
}

function unsupported(endpoint: Endpoint): ApiError {
  return new ApiError('unsupported', 'This server does not offer this.', { endpoint: nameOf(endpoint) });
}

type AnyCall = (input: AnyInput, options: CallOptions) => Promise<unknown>;

function callOf(api: Api, group: string, name: string): AnyCall {
  return (api as unknown as Record<string, Record<string, AnyCall>>)[group]?.[name] as AnyCall;
}

/** The endpoint's path with its parameters filled in, for comparing. */
function placeOf({ path }: Endpoint, input: AnyInput): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => JSON.stringify(input[name]));
}

interface Parent {
  readonly group: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The nearest thing above that every server can be asked for; the organizations for what stands alone. */
function parentOf(endpoint: Endpoint): Parent {
  let parent: Parent = { group: 'organizations', name: 'list', endpoint: contract.organizations.list };
  let longest = 0;
  for (const [group, endpoints] of Object.entries<Readonly<Record<string, Endpoint>>>(contract)) {
    for (const [name, candidate] of Object.entries(endpoints)) {
      if (candidate.method !== 'GET' || candidate.optional || candidate.path.length <= longest) continue;
      if (!endpoint.path.startsWith(`${candidate.path}/`)) continue;
      longest = candidate.path.length;
      parent = { group, name, endpoint: candidate };
    }
  }
  return parent;
}
