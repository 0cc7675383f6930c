import * as z from 'zod';
import type { Endpoint } from '../contract/shared/endpoint.ts';
import { ApiError } from '../model/shared/failure.ts';
import type { Violation } from '../model/shared/reasons.ts';
import { nameOf, type AnyInput } from './apiOf.ts';
import { violationOf } from './violations.ts';

/** A request before it is sent. `path` starts with `/v1`; `query` is empty or starts with `?`. */
export interface RequestContext {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly query: string;
  readonly body: string | undefined;
}

/** Where the parts of a request are in the document that the user sees: prefixes of the field names. */
export interface RequestPlaces {
  readonly path?: string;
  readonly query?: string;
  readonly body?: string;
}

/** Builds the request of an endpoint, or throws the ApiError `invalid`, which names the field and what is allowed. */
export function requestOf(endpoint: Endpoint, input: AnyInput, places: RequestPlaces = {}): RequestContext {
  return {
    method: endpoint.method,
    path: fillPath(endpoint, endpoint.path, input, places.path),
    query: queryOf(endpoint, input, places.query),
    body: bodyOf(endpoint, input, places.body),
  };
}

/** The path with its parameters filled in, each as one segment. */
function fillPath(endpoint: Endpoint, path: string, input: AnyInput, place: string | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    // The URL parser resolves dot segments, so such an id would request another resource.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
      const field = place === undefined ? name : `${place}.${name}`;
      throw refused(endpoint, { field, rule: { is: value === '' ? 'notEmpty' : 'id' } });
    }
    return encodeURIComponent(value);
  });
}

function queryOf(endpoint: Endpoint, input: AnyInput, place: string | undefined): string {
  if (endpoint.query === undefined) return '';
  const names = Object.keys(endpoint.query.shape).filter((name) => input[name] !== undefined);
  const fields = Object.fromEntries(names.map((name) => [name, input[name]]));
  const encoded = z.safeEncode(endpoint.query, fields);
  if (!encoded.success) throw refused(endpoint, violationOf(encoded.error, placeIn(place)));

  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(encoded.data as Record<string, string | readonly string[]>)) {
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function bodyOf(endpoint: Endpoint, input: AnyInput, place: string | undefined): string | undefined {
  if (endpoint.body === undefined) return undefined;
  const parsed = endpoint.body.safeParse(input['body']);
  if (!parsed.success) throw refused(endpoint, violationOf(parsed.error, placeIn(place)));
  return JSON.stringify(input['body']);
}

function placeIn(place: string | undefined): string[] {
  return place === undefined ? [] : [place];
}

function refused(endpoint: Endpoint, violation: Violation): ApiError {
  return new ApiError('invalid', { code: 'notSent', violation }, { endpoint: nameOf(endpoint) });
}
