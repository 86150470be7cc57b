/**
 * Mutants of a machine's own file: constants, payloads of effects, conjuncts of guards, inputs of actors, the initial
 * context and state. What a definition does not show (what a guard compares with, what an effect carries) is in the
 * text, so they are made there: one place replaced, named by its line.
 */
import { parseAst } from 'vite';

export const SOURCE_KINDS = ['constant', 'payload', 'conjunct', 'input', 'context', 'initial'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface SourceMutant {
  readonly kind: SourceKind;
  /** `41: 1_800_000 → 1_860_000`, and a number behind it where a line has several alike. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An ESTree node as far as it is asked here; the parser's own types differ for each kind. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const partsOf = (node: Node): [key: string, child: Node][] =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child): [string, Node] => [key, child]),
  );

const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  const { name, value } = node;
  return typeof name === 'string' ? name : typeof value === 'string' ? value : undefined;
};

const properties = (node: Node): Node[] =>
  ((node.properties as unknown[] | undefined) ?? []).filter(isNode).filter(({ type }) => type === 'Property');

/** The object literals that an expression may give: itself, or what a function of it returns. */
function objectsIn(node: Node): Node[] {
  switch (node.type) {
    case 'ObjectExpression':
      return [node];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return objectsIn(node.expression as Node);
    case 'ConditionalExpression':
      return [...objectsIn(node.consequent as Node), ...objectsIn(node.alternate as Node)];
    case 'ArrowFunctionExpression':
      return objectsIn(node.body as Node);
    case 'BlockStatement':
      return (node.body as unknown[]).filter(isNode).flatMap(objectsIn);
    case 'ReturnStatement':
      return isNode(node.argument) ? objectsIn(node.argument) : [];
    case 'IfStatement':
      return [node.consequent, node.alternate].filter(isNode).flatMap(objectsIn);
    default:
      return [];
  }
}

/** Another value of the same sort, as text. */
function otherThan(value: Node, text: string): string {
  if (value.type === 'Literal') {
    if (value.value === null) return "'mutant'";
    if (typeof value.value === 'boolean') return String(!value.value);
    if (typeof value.value === 'number') return String(value.value + 1);
    if (typeof value.value === 'string') return value.value === 'mutant' ? "''" : "'mutant'";
  }
  if (value.type === 'ArrayExpression' && text.replace(/\s/g, '') === '[]') return "['mutant']";
  if (value.type === 'ObjectExpression' && text.replace(/\s/g, '') === '{}') return '{ mutant: 1 }';
  return 'undefined';
}

/** `event.type === '…'`, `'key' in event`, `typeof one === '…'`, `one !== null`: narrows its type. */
function isNarrowing(node: Node): boolean {
  if (node.type === 'LogicalExpression') return isNarrowing(node.left as Node) && isNarrowing(node.right as Node);
  if (node.type === 'UnaryExpression') return isNarrowing(node.argument as Node);
  if (node.type === 'ParenthesizedExpression') return isNarrowing(node.expression as Node);
  if (node.type !== 'BinaryExpression') return false;
  const [left, right] = [node.left, node.right] as [Node, Node];
  if (node.operator === 'in') return left.type === 'Literal';
  if (!['===', '!=='].includes(String(node.operator))) return false;
  if (left.type === 'UnaryExpression' && left.operator === 'typeof') return true;
  if (right.type === 'Literal' && right.value === null) return true;
  return left.type === 'MemberExpression' && nameOf(left.property) === 'type' && nameOf(left.object) === 'event';
}

const TYPED = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/;

/** Every mutant of a machine's file, in the order of its text. */
export function sourceMutantsOf(source: string): SourceMutant[] {
  const found: Omit<SourceMutant, 'name'>[] = [];
  const text = (node: Node) => source.slice(node.start, node.end);
  const add = (kind: SourceKind, node: Node, replacement: string) => {
    if (text(node) === replacement) return;
    if (found.some((one) => one.start === node.start && one.end === node.end && one.text === replacement)) return;
    found.push({ kind, start: node.start, end: node.end, text: replacement });
  };
  // the type is needed where a value goes away
  const gone = (node: Node) => `${otherThan(node, text(node))} as never`;

  /** Values of the object that is given: a payload, an input, a context. A spread is given nothing. */
  const alter = (kind: SourceKind, node: Node) => {
    for (const object of objectsIn(node)) {
      for (const property of properties(object)) {
        const value = property.value as Node;
        if (nameOf(property.key) === 'type' || property.kind !== 'init') continue;
        if (property.shorthand === true) add(kind, property, `${text(property)}: undefined as never`);
        else if (value.type === 'ArrowFunctionExpression') add(kind, value.body as Node, '(undefined as never)');
        else add(kind, value, gone(value));
      }
      for (const spread of ((object.properties as unknown[]) ?? []).filter(isNode)) {
        if (spread.type === 'SpreadElement') add(kind, spread, '...{}');
      }
    }
  };

  const visit = (node: Node, within: readonly string[]): void => {
    if (TYPED.test(node.type) || node.type === 'ImportDeclaration') return;
    if (node.type === 'Literal' && typeof node.value === 'number' && !within.includes('meta'))
      add('constant', node, String(node.value + (node.value >= 1_000 ? Math.ceil(node.value / 30) : 1)));
    if (node.type === 'LogicalExpression' && node.operator !== '??') {
      const [left, right] = [node.left, node.right] as [Node, Node];
      add('conjunct', node, text(left));
      // a narrowing is there for the compiler: the guard is asked of that event alone
      if (!isNarrowing(left)) add('conjunct', node, text(right));
    }
    if (node.type === 'CallExpression') {
      const callee = nameOf(node.callee);
      const given = (node.arguments as unknown[]).filter(isNode);
      const [first] = given;
      if ((callee === 'and' || callee === 'or') && first?.type === 'ArrayExpression') {
        const parts = (first.elements as unknown[]).filter(isNode);
        for (const [at] of parts.entries())
          add('conjunct', first, `[${parts.flatMap((part, index) => (index === at ? [] : [text(part)])).join(', ')}]`);
      }
      if ((callee === 'assign' || callee === 'emit' || callee === 'raise' || callee === 'sendTo') && first)
        for (const one of given) alter('payload', one);
    }
    if (node.type === 'Property' && isNode(node.value)) {
      const name = nameOf(node.key);
      if (name === 'params') alter('payload', node.value);
      if (name === 'input' && within.includes('invoke')) {
        alter('input', node.value);
        if (objectsIn(node.value).length === 0) add('input', node.value, '() => ({}) as never');
      }
      if (name === 'context' && within.length === 1 && within[0] === 'createMachine') alter('context', node.value);
      if (name === 'initial') {
        const beside = (siblings.get(node) ?? []).find((one) => one !== nameOf(node.value));
        if (beside !== undefined) add('initial', node.value, `'${beside}'`);
      }
    }
    const inner = (() => {
      if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression') {
        const method = nameOf(node.callee.property);
        if (method === 'createMachine') return [...within, 'createMachine'];
      }
      if (node.type === 'Property') return [...within, nameOf(node.key) ?? ''];
      return within;
    })();
    for (const [part, child] of partsOf(node)) {
      // what is written before `.createMachine` is the setup, not the machine
      const place = part === 'callee' && node.type === 'CallExpression' ? within : inner;
      visit(child, place);
    }
  };

  /** The states beside an `initial`, by that property. */
  const siblings = new Map<Node, string[]>();
  const lookForStates = (node: Node): void => {
    if (node.type === 'ObjectExpression') {
      const own = properties(node);
      const initial = own.find((one) => nameOf(one.key) === 'initial');
      const states = own.find((one) => nameOf(one.key) === 'states')?.value;
      if (initial && isNode(states))
        siblings.set(
          initial,
          properties(states).map((one) => nameOf(one.key) ?? ''),
        );
    }
    for (const [, child] of partsOf(node)) lookForStates(child);
  };

  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  lookForStates(program);
  visit(program, []);

  const names = new Map<string, number>();
  const short = (words: string) => (words.length > 60 ? `${words.slice(0, 57)}…` : words).replace(/\s+/g, ' ');
  return found
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map((mutant) => {
      const line = source.slice(0, mutant.start).split('\n').length;
      const was = short(source.slice(mutant.start, mutant.end));
      const name = `${line}: ${was} → ${short(mutant.text.replace(/ as never/g, ''))}`;
      const before = names.get(`${mutant.kind} ${name}`) ?? 0;
      names.set(`${mutant.kind} ${name}`, before + 1);
      return { ...mutant, name: before === 0 ? name : `${name} (${before + 1})` };
    });
}

export const mutatedSource = (source: string, { start, end, text }: SourceMutant): string =>
  source.slice(0, start) + text + source.slice(end);
