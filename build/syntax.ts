// Syntax trees of our own files. The parser is the one that Vitest runs on: TypeScript 7 has none for other programs.
import { parseSync, type ESTree } from 'rolldown/utils';

/** A node of a syntax tree. Only the program has no `parent`. */
export type Node = ESTree.Node;

export interface SyntaxTree {
  readonly program: ESTree.Program;
  /** The code of a node. */
  readonly codeOf: (node: Node) => string;
  /** The line that a node starts in; the first one is 1. */
  readonly lineOf: (node: Node) => number;
}

/** Parentheses aren't nodes. Throws if the code isn't TypeScript, or JavaScript in a file with that extension. */
export function parse(file: string, code: string): SyntaxTree {
  const { program, errors } = parseSync(file, code, { preserveParens: false });
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  setParents(program);
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return {
    program,
    codeOf: ({ start, end }) => code.slice(start, end),
    lineOf: (node) => lineStarts.findLastIndex((start) => start <= node.start) + 1,
  };
}

/** Visits the nodes right below a node in the order of the code, with the name of the part that each one is of it. */
export function forEachChild(node: Node, visit: (child: Node, part: string) => void): void {
  for (const part in node) {
    if (part === 'parent') continue;
    const value: unknown = node[part as keyof Node];
    if (isNode(value)) visit(value, part);
    else if (Array.isArray(value)) for (const child of value) if (isNode(child)) visit(child, part);
  }
}

/** The text of a string, or the texts of a template between its values. Undefined for any other node. */
export function textsOf(node: Node): string[] | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '') : undefined;
}

/** The text of a string, or of a template without values. */
export function textOf(node: Node): string | undefined {
  const texts = textsOf(node);
  return texts?.length === 1 ? texts[0] : undefined;
}

/** Whether nothing of it is left at run time. */
export function isType({ type }: Node): boolean {
  return /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(type);
}

function setParents(node: Node): void {
  forEachChild(node, (child) => {
    child.parent = node;
    setParents(child);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
