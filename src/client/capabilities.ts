import * as z from 'zod';
import { contract, type PlatformContract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/shared/endpoint.ts';
import { ApiError, isKind } from '../model/shared/failure.ts';
import type { Api, CallOptions } from './api.ts';
import { apiOf, nameOf, type AnyInput } from './apiOf.ts';

/** Endpoints that a server lacks: `METHOD /path`, and when that was detected, in ms since the epoch. */
export type Lacking = Readonly<Record<string, number>>;

/** Where they are stored for one account. The result of `get` is validated because it may be anything. */
export interface LackingStorage {
  get(): unknown;
  set(lacking: Lacking): void | PromiseLike<void>;
}

export interface Capabilities {
  /** The API, in which calls of endpoints known to be lacking reject with `unsupported` without a request. */
  readonly api: Api;
  /** True if the endpoint is known to be lacking, so that its features aren't offered. */
  readonly lacks: <G extends keyof PlatformContract>(group: G, name: keyof PlatformContract[G]) => boolean;
  /** An ability that isn't an endpoint, such as an operation: whoever tries it reports that the server lacks it. */
  readonly ability: (name: string) => Ability;
  /** Call it on sign-in, so that every endpoint is tried again. */
  readonly forget: () => void;
}

export interface Ability {
  readonly isLacking: () => boolean;
  readonly learnLacking: () => void;
}

const day = 24 * 60 * 60 * 1000;
const Stored = z.record(z.string(), z.number()).catch({});

/**
 * Detects which of the contract's optional endpoints this server lacks. It lacks an endpoint that it refuses outright
 * (405, 501), or that is missing (404) below two different parents that exist. For an endpoint whose path ends in an
 * id, a 404 is normal, so only the outright refusal counts.
 */
export function withCapabilities(
  api: Api,
  options: { readonly storage: LackingStorage; readonly now?: () => number },
): Capabilities {
  const { storage, now = Date.now } = options;
  /** Paths that have answered. A 404 there means that the resource is missing, not the endpoint. */
  const working = new Set<string>();
  /** Parents below which an endpoint was missing, by the endpoint's name. */
  const missingBelow = new Map<string, Set<string>>();
  /**
   * Whether something below a parent answers, by the parent's path: then the parent exists and needn't be requested.
   */
  const answersBelow = new Map<string, Promise<boolean>>();

  function lacking(): Lacking {
    const known = Object.entries(Stored.parse(storage.get()));
    return Object.fromEntries(known.filter(([, at]) => at <= now() && now() - at < day));
  }

  function learn(name: string): void {
    void storage.set({ ...lacking(), [name]: now() });
  }

  /** Tells what the failure of an optional endpoint means. */
  async function judge(error: unknown, endpoint: Endpoint, input: AnyInput, call: CallOptions): Promise<unknown> {
    if (isKind(error, 'unsupported')) {
      learn(nameOf(endpoint));
      return error;
    }
    const isMissing = error instanceof ApiError && error.details.status === 404;
    if (!isMissing || working.has(endpoint.path) || endpoint.path.endsWith('}')) return error;

    const parents = missingBelow.get(nameOf(endpoint)) ?? new Set<string>();
    // Stored while still empty, because another call may be judged in the meantime.
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
    if (parents.size >= (endpoint.path.includes('{') ? 2 : 1)) learn(nameOf(endpoint));
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
    ability: (name) => ({ isLacking: () => name in lacking(), learnLacking: () => learn(name) }),
    forget() {
      working.clear();
      missingBelow.clear();
      answersBelow.clear();
      void storage.set({});
    },
  };
}

function unsupported(endpoint: Endpoint): ApiError {
  return new ApiError('unsupported', { code: 'unsupported' }, { endpoint: nameOf(endpoint) });
}

type AnyCall = (input: AnyInput, options: CallOptions) => Promise<unknown>;

function callOf(api: Api, group: string, name: string): AnyCall {
  return (api as unknown as Record<string, Record<string, AnyCall>>)[group]?.[name] as AnyCall;
}

/** The endpoint's path with its parameters filled in, for comparison. */
function placeOf({ path }: Endpoint, input: AnyInput): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => JSON.stringify(input[name]));
}

interface Parent {
  readonly group: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The nearest parent that every server can be asked for; the organizations if there is none. */
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
