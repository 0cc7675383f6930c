import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { contract } from '../contract/contract.ts';
import type { Deprecation, Endpoint } from '../contract/shared/endpoint.ts';
import { ApiError } from '../model/shared/failure.ts';
import type { Api, CallOptions } from './api.ts';
import type { AnyInput } from './apiOf.ts';
import { requestOf } from './requestOf.ts';
import { masked, secretsOf } from './secrets.ts';

/** An endpoint, for choosing one. */
export interface EndpointSummary {
  /** Group and name in the contract: `spaces.update`. */
  readonly id: string;
  readonly method: Endpoint['method'];
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly string[];
  /** True where the API document leaves it out, so that a server may lack it. */
  readonly isOptional: boolean;
  /** Where a server may drop it: `successor` is the id of the endpoint to use instead. */
  readonly deprecated: Deprecation | undefined;
}

/** What an endpoint is asked, as a person writes it. */
export interface EndpointRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: AnyInput;
  readonly body?: unknown;
}

export interface EndpointCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onReply?: ((reply: EndpointReply) => void) | undefined;
}

/** What a user sees of a reply besides its content. */
export interface EndpointReply {
  /** `200 OK` */
  readonly status: string;
  /** In bytes. */
  readonly size: number;
}

/** Any endpoint of the contract, by its id. All functions throw for an id that is none. */
export interface EndpointCalls {
  all(): readonly EndpointSummary[];
  /** The form of a request as JSON Schema (draft-07). */
  schemaOf(id: string): object;
  /** A request to begin with: what is known of the path, and the fields that query and body must have. */
  draftOf(id: string, known: Readonly<Record<string, string>>): EndpointRequest;
  /** Rejects with an ApiError. The reply's secrets are left out. `onReply` is called with the reply, also when the call then rejects. */
  call(id: string, request: EndpointRequest, options?: EndpointCallOptions): Promise<unknown>;
  /**
   * The same request for a shell, with `$TOKEN` for the token and without other secrets. Throws an ApiError `invalid`. Quoted
   * text contains no quotes, because shells differ in how they read those.
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
      const sent = writtenSecrets(input);
      let isReported = false;
      const report: CallOptions['onReply'] = ({ status, bytes }) => {
        // A reply to the question whether the server has the endpoint may follow.
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
      const secrets = writtenSecrets(input);
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

/** The names in a request document. */
const places = { path: 'path', query: 'query', body: 'body' } as const;

function endpointOf(id: string): Endpoint {
  const endpoint = endpoints.get(id);
  if (!endpoint) throw new ApiError('invalid', `There is no endpoint ${id}.`);
  return endpoint;
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

function inputOf({ path, query, body }: EndpointRequest): AnyInput {
  return { ...query, ...path, ...(body !== undefined && { body }) };
}

/** The secrets of a request in each form in which it, or its reply, may have them: bare, in an address, and in JSON. */
function writtenSecrets(input: AnyInput): string[] {
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
          properties: Object.fromEntries(parameters.map((name) => [name, { type: 'string', minLength: 1 }])),
        },
      }),
      // As it is written in code, a number for a limit, not as it travels.
      ...(query && { query: jsonSchema(query, 'output') }),
      ...(body && { body: jsonSchema(body) }),
    },
    required: [...(parameters.length > 0 ? ['path'] : []), ...(body ? ['body'] : [])],
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

/** The fields that must be there, empty. */
function beginning({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, empty(properties[name])]));
}

function empty(schema: JsonSchema | undefined): unknown {
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
  /** Addresses of share links are secrets as a whole (section 2.12), also where their `object` is left out. */
  readonly isShareLink: boolean;
  /** What was sent and is a secret: a reply may have it in it. */
  readonly sent: readonly string[];
}

/** Who has a token that signs its bearer in, or the key of a share link, reads what is private: they are shown to nobody. */
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
