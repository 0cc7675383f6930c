/**
 * What an OpenAPI document (2.0 to 3.2) may hold, by the kind of object. A kind with `[]` is a list of them, with `{}` an
 * object of them, and with `!` it must be there. Names besides these are reported, unless the object is `open`.
 */
const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: {
    ...of('any', 'openapi swagger'),
    ...{ info: 'info!', paths: 'path{}', webhooks: 'path{}', components: 'components', tags: 'tag[]' },
    ...of('object[]', 'servers security'),
    ...of('text', 'host basePath jsonSchemaDialect $self'),
    ...of('text[]', 'schemes consumes produces'),
    ...{ definitions: 'schema{}', parameters: 'parameter{}', responses: 'response{}' },
    ...of('object', 'securityDefinitions externalDocs'),
  },
  info: {
    ...of('text!', 'title version'),
    ...of('text', 'summary description termsOfService'),
    ...of('object', 'contact license'),
  },
  tag: { name: 'text!', ...of('text', 'summary description parent kind'), externalDocs: 'object' },
  components: {
    open: 'any',
    ...{ schemas: 'schema{}', parameters: 'parameter{}', responses: 'response{}', requestBodies: 'body{}' },
    ...{ pathItems: 'path{}', headers: 'object{}', examples: 'object{}', securitySchemes: 'object{}' },
  },
  path: {
    ...of('text', '$ref summary description'),
    ...of('operation', 'get put post delete options head patch trace query'),
    ...{ parameters: 'parameter[]', servers: 'object[]', additionalOperations: 'operation{}' },
  },
  operation: {
    ...of('text', 'summary description operationId'),
    ...of('text[]', 'tags schemes consumes produces'),
    ...of('object[]', 'servers security'),
    ...of('object', 'externalDocs callbacks'),
    ...{ parameters: 'parameter[]', requestBody: 'body', responses: 'response{}', deprecated: 'flag' },
  },
  parameter: {
    ...of('text!', 'name in'),
    ...of('text', 'description style type format collectionFormat pattern'),
    ...of('flag', 'required deprecated allowEmptyValue explode allowReserved uniqueItems'),
    ...{ schema: 'schema', content: 'media{}', items: 'schema', enum: 'any[]' },
    ...of('any', 'default example examples multipleOf maximum minimum exclusiveMaximum exclusiveMinimum'),
    ...of('any', 'maxLength minLength maxItems minItems'),
  },
  body: { description: 'text', content: 'media{}!', required: 'flag' },
  media: {
    ...of('schema', 'schema itemSchema'),
    ...of('any', 'example examples encoding prefixEncoding itemEncoding'),
  },
  response: {
    ...of('text', 'summary description'),
    ...{ content: 'media{}', schema: 'schema', headers: 'object', links: 'object', examples: 'any' },
  },
  schema: {
    open: 'any',
    ...of('text', 'title description format'),
    ...of('schema{}', 'properties patternProperties'),
    ...of('schema[]', 'allOf anyOf oneOf'),
    ...{ required: 'text[]', enum: 'any[]', not: 'schema', additionalProperties: 'schema' },
  },
};

function of(kind: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** How many problems of a document are reported. */
export const mostProblems = 50;

/** Where a value has another form than OpenAPI says, and names that are used twice, as sentences. */
export function shapeProblems(document: Record<string, unknown>): string[] {
  const problems: string[] = [];
  const seen = new Set<unknown>();
  const operations = new Map<unknown, string>();
  const report = (place: readonly string[], what: string) => {
    if (problems.length < mostProblems) problems.push(`${place.join(' › ')}: ${what}.`);
  };
  const visit = (value: unknown, written: string, place: readonly string[]): void => {
    if (written.endsWith('!')) return visit(value, written.slice(0, -1), place);
    const [kind, many] = [written.replace(/\[\]$|\{\}$/, ''), /\[\]$|\{\}$/.exec(written)?.[0]];
    const expected = many === '[]' ? 'list' : many === '{}' || !(kind in words) ? 'object' : kind;
    const isFlexible = kind === 'schema' && many === undefined && typeof value === 'boolean';
    if (expected === 'any' || isFlexible) return;
    const found = formOf(value);
    if (found !== expected) return report(place, `must be ${words[expected]}, but is ${words[found]}`);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (many !== undefined)
      for (const [name, item] of Object.entries(value))
        if (!name.startsWith('x-')) visit(item, kind, [...place, many === '[]' ? String(Number(name) + 1) : name]);
    if (many !== undefined || !Object.hasOwn(kinds, kind)) return;
    visitFields(value as Record<string, unknown>, kind, place);
  };
  const visitFields = (value: Record<string, unknown>, kind: string, place: readonly string[]): void => {
    if (typeof value['$ref'] === 'string' && kind !== 'path') return;
    const fields = kinds[kind]!;
    for (const [name, field] of Object.entries(fields))
      if (field.endsWith('!') && value[name] === undefined) report([...place, name], 'is missing');
    for (const [name, field] of Object.entries(value)) {
      const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (known !== undefined) visit(field, known, [...place, name]);
      else if (!name.startsWith('x-') && !('open' in fields)) report([...place, name], "isn't known in OpenAPI");
    }
    const { operationId: id } = value;
    if (kind !== 'operation' || id === undefined) return;
    const first = operations.get(id);
    if (first !== undefined) report([...place, 'operationId'], `is also that of ${first}`);
    else operations.set(id, place.join(' › '));
  };
  visit(document, 'document', []);
  const tags = new Set<unknown>();
  for (const tag of Array.isArray(document['tags']) ? document['tags'] : []) {
    const { name } = Object(tag) as { name?: unknown };
    if (typeof name === 'string' && tags.has(name)) report(['tags', name], 'is there twice');
    tags.add(name);
  }
  return problems;
}

const words: Readonly<Record<string, string>> = {
  ...{ any: '', list: 'a list', object: 'an object', text: 'text', flag: 'true or false' },
  ...{ number: 'a number', nothing: 'empty' },
};

function formOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  return { string: 'text', boolean: 'flag', number: 'number' }[typeof value as string] ?? 'object';
}

/** What a value is, in words. */
export function formInWords(value: unknown): string {
  return words[formOf(value)] ?? '';
}
