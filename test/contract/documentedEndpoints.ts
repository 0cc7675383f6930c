/**
 * The endpoints of the API document's tables (its sections 4.2 to 4.19), one per line: `METHOD path ?query,names
 * {body,fields} status`, names in alphabetical order, `!` after required ones.
 */
export function documentedEndpoints(document: string): string[] {
  const sections = document.split(/^### /m).filter((section) => /^4\.(?:[2-9]|1\d) /.test(section));
  return sections.flatMap(endpointsOf);
}

/** `METHOD path` of the endpoints that are deprecated in the tables, with their named successors. */
export function deprecatedEndpoints(document: string): string[] {
  const sections = document.split(/^### /m).filter((section) => /^4\.(?:[2-9]|1\d) /.test(section));
  return sections.flatMap((section) => {
    const rows = rowsOf(section).map((row) => row.join(' '));
    return endpointsOf(section).flatMap((line, index) => {
      const remark = /\(deprecated(?:; use (\w+))?\)/.exec(rows[index] ?? '');
      return remark ? [[...line.split(' ').slice(0, 2), ...(remark[1] ? [remark[1]] : [])].join(' ')] : [];
    });
  });
}

/** `METHOD path` of the known endpoints that aren't in the document. */
export function undocumentedEndpoints(gaps: string): string[] {
  const table = gaps.split('## Endpoints that the document leaves out')[1] ?? '';
  const known: string[] = [];
  return rowsOf(table).flatMap(([cell = '']) => {
    const found: string[] = [];
    let first: string | undefined;
    for (const match of cell.matchAll(
      /((?:GET|POST|PUT|PATCH|DELETE)(?:, (?:GET|POST|PUT|PATCH|DELETE))*)|`([/…][^`]*)`/g,
    )) {
      const [, methods, path] = match;
      if (methods !== undefined) found.push(methods);
      if (path === undefined) continue;
      const whole = path.startsWith('/') ? path : wholePath(path.slice(1), first, known);
      first ??= whole;
      known.unshift(whole);
      found.push(whole);
    }
    let methods: string[] = [];
    return found.flatMap((one) => {
      if (one.startsWith('/')) return methods.map((method) => `${method} ${one}`);
      methods = one.split(', ');
      return [];
    });
  });
}

/** One endpoint in the form of the list. Fields are in any order, required ones end in `!`. */
export function lineOf(
  method: string,
  path: string,
  query: readonly string[],
  body: readonly string[],
  status: number,
): string {
  const parts = [
    method,
    path,
    ...(query.length > 0 ? [`?${query.toSorted().join(',')}`] : []),
    ...(body.length > 0 ? [`{${body.toSorted().join(',')}}`] : []),
    String(status),
  ];
  return parts.join(' ');
}

function endpointsOf(section: string): string[] {
  const [header = [], , ...rows] = rowsOf(section, true);
  const base = /^Base: `([^`]+)`/m.exec(section)?.[1];
  const column = (row: readonly string[], name: string) => row[header.findIndex((one) => one.startsWith(name))] ?? '';
  const known: string[] = [];
  return rows.map((row) => {
    const path = pathIn(column(row, 'Path'), base, known);
    known.unshift(path);
    const method = column(row, 'Method');
    return lineOf(
      method,
      path,
      namesIn(column(row, 'Query')),
      fieldsIn(column(row, 'Body')),
      statusIn(column(row, 'Response'), method),
    );
  });
}

function rowsOf(text: string, withHeader = false): string[][] {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return withHeader ? rows : rows.slice(2);
}

function pathIn(cell: string, base: string | undefined, known: readonly string[]): string {
  const path = /`([^`]+)`/.exec(cell)?.[1];
  if (path === undefined) return /^same/.test(cell) ? (known[0] ?? '') : (base ?? '');
  if (path.startsWith('...')) return wholePath(path.slice(3), undefined, known);
  return path.startsWith('/v1') ? path : `${base}${path}`;
}

/** A path without its beginning: it continues an earlier path from the same segment, else the first path of its row. */
function wholePath(rest: string, first: string | undefined, known: readonly string[]): string {
  const [, name = '', identifier = ''] = rest.split('/');
  const overlap = identifier.startsWith('{') ? `/${name}/${identifier}` : `/${name}`;
  const candidates = identifier.startsWith('{') || first === undefined ? known : [first];
  const like = candidates.find((path) => `${path}/`.includes(`${overlap}/`));
  if (like !== undefined) return `${like.slice(0, `${like}/`.indexOf(`${overlap}/`))}${rest}`;
  const near = first ?? known[0] ?? '';
  return near.endsWith('}') ? `${near}${rest}` : `${near.slice(0, near.lastIndexOf('/'))}${rest}`;
}

/** Names in a cell, without those in remarks and of nested fields. */
function namesIn(cell: string): string[] {
  const outside = cell.replace(/\{[^}]*\}/g, '');
  return [...outside.matchAll(/`(\w+)`(\s*[\w[\]]*\s*\(([^)]*)\))?|\([^)]*\)/g)]
    .filter(([, name]) => name !== undefined)
    .map(([, name, , remark = '']) => (/\brequired\b/.test(remark) ? `${name}!` : `${name}`));
}

/** If a row says that a collection is also accepted but doesn't name the field, it has the name used in a move. */
function fieldsIn(cell: string): string[] {
  if (/^customization settings/.test(cell)) return customization;
  if (/^override settings/.test(cell)) return customization.filter((field) => !notOverridden.has(field));
  if (/another organization, collection or both/.test(cell)) return [...namesIn(cell), 'parent'];
  return /^none\b/.test(cell) ? [] : namesIn(cell);
}

/** The fields of section 2.11, which the tables don't repeat. */
const customization = [
  ...['title', 'styling', 'internationalization', 'favicon', 'header', 'footer', 'announcement', 'themes', 'pdf'],
  ...['feedback', 'aiSearch', 'ai', 'advancedCustomization', 'pagination', 'trademark', 'git', 'externalLinks'],
  ...['privacyPolicy', 'socialPreview', 'insights'],
];
const notOverridden = new Set(['ai', 'advancedCustomization', 'insights']);

/** Statuses that the tables leave open: 200, and 205 for the delete. */
function statusIn(cell: string, method: string): number {
  const reported = /^(\d{3})\b/.exec(cell)?.[1];
  return reported === undefined ? (method === 'DELETE' ? 205 : 200) : Number(reported);
}
