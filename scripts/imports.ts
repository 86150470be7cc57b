/** Which modules of the repository import which, read with the parser that builds the app. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const MODULE = /\.(?:tsx?|mjs)$/;

/** Modules below a folder, absolute paths. */
export const modulesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && MODULE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const read = new Map<string, readonly string[]>();

/** `readImports`, once a module: pages lead to the same ones over and over. */
export function importsOf(file: string): readonly string[] {
  const known = read.get(file) ?? readImports(file);
  read.set(file, known);
  return known;
}

/**
 * Relative imports of a module as absolute paths, modules or not (a stylesheet too), each once: static and lazy ones,
 * those of types, re-exports, and workers named by `new URL(…, import.meta.url)`.
 */
function readImports(file: string): string[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((error) => error.message).join('; ')}`);
  const found = new Set<string>();
  const add = (source: { type: string; value?: unknown } | null) => {
    if (source === null || source.type !== 'Literal' || typeof source.value !== 'string') return;
    if (source.value.startsWith('.')) found.add(resolve(dirname(file), source.value.replace(/\?.*$/, '')));
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    NewExpression({ callee, arguments: [source, base] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || source === undefined) return;
      if (base?.type === 'MemberExpression' && base.object.type === 'MetaProperty') add(source);
    },
  }).visit(program);
  return [...found];
}

/** Every module that a module leads to, itself included, without those that `isLeftOut`. */
export function reachedFrom(start: string, isLeftOut: (file: string) => boolean = () => false): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file) || !MODULE.test(file) || !existsSync(file) || isLeftOut(file)) return;
    reached.add(file);
    importsOf(file).forEach(visit);
  };
  visit(start);
  return reached;
}

/** Groups of modules that import each other, directly or through others (strongly connected components, Tarjan). */
export function cyclesAmong(files: readonly string[]): string[][] {
  const known = new Set(files);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string) => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    open.push(file);
    const imports = importsOf(file).filter((one) => known.has(one));
    for (const next of imports) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? own, lowest.get(next) ?? own));
    }
    if (lowest.get(file) !== own) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || imports.includes(file)) cycles.push(group.sort());
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return cycles;
}
