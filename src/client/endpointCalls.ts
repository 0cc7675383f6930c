import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { contract } from '../contract/contract.ts';
import type { Deprecation, Endpoint } from '../contract/shared/endpoint.ts';
import { ApiError } from '../model/shared/failure.ts';
import type { Api, CallOptions } from './api.ts';
import type { AnyInput } from './apiOf.ts';
import { requestOf } from './requestOf.ts';
import { masked, secretsOf } from './secrets.ts';

/** An endpoint to choose from a list. */
export interface EndpointSummary {
  /** Group and name in the contract: `spaces.update`. */
  readonly id: string;
  readonly method: Endpoint['method'];
  /** The path with its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly string[];
  /** True if the API document leaves it out, so that a server may lack it. */
  readonly isOptional: boolean;
  /** Set if a server may drop it: `successor` is the id of the endpoint to use instead. */
  readonly deprecated: Deprecation | undefined;
}

/** The input of an endpoint, as a person writes it. */
export interface EndpointRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: AnyInput;
  readonly body?: unknown;
}

export interface EndpointCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onReply?: ((reply: EndpointReply) => void) | undefined;
}

/** The part of a reply besides its content that the user sees. */
export interface EndpointReply {
  /** Such as `200 OK`. */
  readonly status: string;
  /** In bytes. */
  readonly size: number;
}

/** Calls any endpoint of the contract by its id. All functions throw for an unknown id. */
export interface EndpointCalls {
  all(): readonly EndpointSummary[];
  /** JSON Schema (draft-07) of a request. */
  schemaOf(id: string): object;
  /** A request to start with: the known path parameters, and the required fields of query and body. */
  draftOf(id: string, known: Readonly<Record<string, string>>): EndpointRequest;
  /**
   * Rejects with an ApiError. Secrets are removed from the reply. `onReply` is called with the reply, even if the call
   * then rejects.
   */
  call(id: string, request: EndpointRequest, options?: EndpointCallOptions): Promise<unknown>;
  /**
   * The same request as a shell command, with `$TOKEN` for the token and without other secrets. Throws the ApiError
   * `invalid`. Quoted strings contain no quotes, because shells treat those differently.
   */
  curlOf(id: string, request: EndpointRequest): string;
}

const endpoints = new Map<string, Endpoint>(
  Object.entries(contract).flatMap(([group, each]) =>
    Object.entries(each).map(([name, endpoint]) => [`${group}.${name}`, endpoint as Endpoint] as const),
  ),
);

export function createEndpointCalls({ api, base }: { readonly api: Api; readonly base: string }): EndpointCalls {
  return {
    all: () =>
      [...endpoints].map(([id, { method, path, optional, deprecated }]) => ({
        id,
        method,
        path,
        parameters: parametersOf(path),
        isOptional: optional,
        deprecated,
      })),
    schemaOf: (id) => schemaOf(endpointOf(id)),
    draftOf(id, known) {
      const { path, query, body } = endpointOf(id);
      const parameters = parametersOf(path);
      return {
        ...(parameters.length > 0 && { path: Object.fromEntries(parameters.map((name) => [name, known[name] ?? ''])) }),
        ...(query && { query: beginning(jsonSchema(query, 'output')) }),
        ...(body && { body: beginning(jsonSchema(body)) }),
      };
    },
    async call(id, request, { signal, onReply } = {}) {
      const input = inputOf(request);
      requestOf(endpointOf(id), input, places);
      const [group = '', name = ''] = id.split('.');
      const calls = api[group as keyof Api] as unknown as Record<
        string,
        (input: AnyInput, options: CallOptions) => Promise<unknown>
      >;
      const sent = typedSecrets(input);
      let isReported = false;
      const report: CallOptions['onReply'] = ({ status, bytes }) => {
        // A second reply may follow, to the check whether the server has the endpoint.
        if (!isReported) onReply?.({ status: `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), size: bytes });
        isReported = true;
      };
      return withoutSecrets(await calls[name]?.(input, { signal, onReply: report }), {
        isShareLink: group === 'shareLinks',
        sent,
      });
    },
    curlOf(id, request) {
      const endpoint = endpointOf(id);
      const input = inputOf(request);
      const { method, path, query, body } = requestOf(endpoint, input, places);
      const secrets = typedSecrets(input);
      const hidden = (text: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
      return [
        `curl -X ${method}`,
        `-H "Authorization: Bearer $TOKEN"`,
        ...(body === undefined
          ? []
          : [`-H 'Content-Type: application/json'`, `-d '${hidden(body).replaceAll("'", '\\u0027')}'`]),
        `'${`${base}${path}${hidden(query)}`.replaceAll("'", '%27')}'`,
      ].join(' ');
    },
  };
}

/** Names of the parts in a request document. */
const places = { path: 'path', query: 'query', body: 'body' } as const;

function endpointOf(id: string): Endpoint {
  const endpoint = endpoints.get(id);
  if (!endpoint) throw new ApiError('invalid', { code: 'unknownEndpoint', id });
  return endpoint;
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

function inputOf({ path, query, body }: EndpointRequest): AnyInput {
  return { ...query, ...path, ...(body !== undefined && { body }) };
}

/**
 * The secrets of a request in each form in which the request or its reply may contain them: raw, URL-encoded, and in
 * JSON.
 */
function typedSecrets(input: AnyInput): string[] {
  const { others = [] } = secretsOf(undefined, input);
  const forms = others.flatMap((secret) => {
    const inQuery = new URLSearchParams([['', secret]]).toString().slice(1);
    return [secret, inQuery, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
  });
  return [...new Set(forms)].filter((form) => form !== '').sort((one, other) => other.length - one.length);
}

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
}

function schemaOf({ path, query, body }: Endpoint): object {
  const parameters = parametersOf(path);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...(parameters.length > 0 && {
        path: {
          type: 'object',
          additionalProperties: false,
          required: parameters,
          properties: Object.fromEntries(parameters.map((name) => [name, { type: 'string' }])),
        },
      }),
      // Describes a field as in code, such as a number for a limit, instead of as sent.
      ...(query && { query: acceptingEmpty(jsonSchema(query, 'output')) }),
      ...(body && { body: acceptingEmpty(jsonSchema(body)) }),
    },
    required: [...(parameters.length > 0 ? ['path'] : []), ...(body ? ['body'] : [])],
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

/** Without the rules that the empty fields of a draft would break: when it is sent, the user learns what is missing. */
function acceptingEmpty(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const fields = required.map((name): [string, JsonSchema] => {
    const rules = { minLength: undefined, minItems: undefined, pattern: undefined, format: undefined };
    return [name, acceptingEmpty({ ...properties[name], ...rules })];
  });
  return { ...schema, ...(required.length > 0 && { properties: { ...properties, ...Object.fromEntries(fields) } }) };
}

/** The required fields, empty, or with the first of the allowed values. */
function beginning({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, empty(properties[name])]));
}

function empty(schema: JsonSchema | undefined): unknown {
  if (schema?.enum) return schema.enum[0];
  switch (schema?.type) {
    case 'object':
      return beginning(schema);
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return 0;
    default:
      return '';
  }
}

interface ReplySecrets {
  /** URLs of share links are secrets as a whole (section 2.12), even if their `object` is missing. */
  readonly isShareLink: boolean;
  /** Secrets of the request, because a reply may repeat them. */
  readonly sent: readonly string[];
}

/** Tokens that sign their bearer in and keys of share links give access to private content, so they are never shown. */
function withoutSecrets(reply: unknown, { isShareLink, sent }: ReplySecrets): unknown {
  if (reply === undefined) return undefined;
  const hidden = (text: string): string => sent.reduce((shown, secret) => shown.replaceAll(secret, '…'), plain(text));
  return JSON.parse(
    JSON.stringify(reply, (name, value: unknown) => {
      if (secretFields.has(name)) return value === null ? null : '…';
      if (typeof value === 'string') return hidden(value);
      return isRecord(value) && (isShareLink || value['object'] === 'share-link') ? withoutAddresses(value) : value;
    }),
  ) as unknown;
}

const secretFields = new Set(['serviceVisitorClaims', 'shareKey', 'secrets']);

function withoutAddresses(link: Readonly<Record<string, unknown>>): object {
  const { urls } = link;
  if (!isRecord(urls)) return link;
  const shown = Object.entries(urls).map(([name, url]) => [
    name,
    typeof url === 'string' ? masked(url, { token: undefined }) : url,
  ]);
  return { ...link, urls: Object.fromEntries(shown) as object };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(text: string): string {
  return /^eyJ[\w-]{5,}\.[\w-]+/.test(text) || /[?&]shareKey=/.test(text) ? masked(text, { token: undefined }) : text;
}
