import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { forEachChild, parse, textOf, type Node } from '../build/syntax.ts';

/** One import: from a file to a file (`src/…`) or a package (`zod`; `node` for all of Node's own modules). */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** True if nothing of it is left at run time. `import { type X }` doesn't count: it still loads the module. */
  readonly typeOnly: boolean;
}

/** All imports of the TypeScript files of a folder. */
export function importsIn(folder: string): Import[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = posix.join(folder, name.replaceAll('\\', '/'));
      return importsOf(file, readFileSync(file, 'utf8'));
    });
}

/** The imports of one file: static, re-exported, dynamic, and in types. */
export function importsOf(file: string, source: string): Import[] {
  const imports: Import[] = [];
  const add = (specifier: Node | null, typeOnly: boolean) => {
    const name = specifier ? textOf(specifier) : undefined;
    if (name !== undefined) imports.push({ from: file, to: targetOf(file, name), typeOnly });
  };
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') {
      add(node.source, node.importKind === 'type');
    } else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') {
      add(node.source, node.exportKind === 'type');
    } else if (node.type === 'ImportExpression') {
      add(node.source, false);
    } else if (node.type === 'TSImportType') {
      add(node.source, true);
    }
    forEachChild(node, visit);
  };
  visit(parse(file, source).program);
  return imports;
}

/** The cycles among the files. For each one, the files in order, ending with the first. */
export function cyclesAmong(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) return void cycles.push([...way.slice(start), file]);
    if (done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('node:')) return 'node';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
