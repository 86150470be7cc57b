/** What the state and the effects of components still decide, by page: each page with the files that it alone needs. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { modulesIn, reachedFrom } from './imports.ts';
import { root } from './machines.ts';

export interface Found {
  readonly file: string;
  readonly line: number;
  readonly kind: 'state' | 'effect';
  /** What the state is called; of an effect what it is run for. */
  readonly name: string;
}

export interface FlowRow {
  readonly name: string;
  readonly found: readonly Found[];
  readonly machines: readonly string[];
}

const STATE = /const \[(\w+)?[^\]]*\] = useState\b|\buseReducer\(/;
const EFFECT = /\buse(?:Layout)?Effect\(/;

function foundIn(file: string): Found[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, at): Found[] => {
      const place = { file: relative(root, file), line: at + 1 };
      const state = STATE.exec(text);
      if (state !== null) return [{ ...place, kind: 'state', name: state[1] ?? 'reducer' }];
      return EFFECT.test(text) ? [{ ...place, kind: 'effect', name: text.trim() }] : [];
    });
}

const machinesIn = (files: Iterable<string>): string[] =>
  [...files].flatMap((file) => /machines\/\w+\/(\w+)\.machine\.ts$/.exec(file)?.[1] ?? []);

const LOADERS = ['loaders.ts', 'publicLoaders.ts'].map((name) => resolve(root, 'src/routes', name));
const isLoader = (file: string) => LOADERS.includes(file);
/** Pages that are nothing but declarations; to what one of them adds by a hook no import leads, it is found by its name. */
const DECLARED = resolve(root, 'src/routes/declared.ts');

/**
 * A row for each page with code of its own, by name; then what several of them share, what only declared pages need, and
 * what is around every page. Each module of the app is in one row.
 */
export function flowRows(): FlowRow[] {
  const shell = reachedFrom(resolve(root, 'src/main.tsx'), (file) => isLoader(file) || file === DECLARED);
  const behindOf = (start: string) => new Set([...reachedFrom(start, isLoader)].filter((file) => !shell.has(file)));
  const behind = new Map(
    LOADERS.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): .*\bimport\('([^']+)'\)/gm)]).map(
      ([, id = '', path = '']) => [id, behindOf(resolve(root, 'src/routes', path))] as const,
    ),
  );
  const declared = behindOf(DECLARED);
  const uses = new Map<string, number>();
  for (const file of [...behind.values(), declared].flatMap((files) => [...files]))
    uses.set(file, (uses.get(file) ?? 0) + 1);

  const isOwn = (files: ReadonlySet<string>, file: string) => files.has(file) && uses.get(file) === 1;
  const modules = modulesIn(resolve(root, 'src'));
  const row = (name: string, isIn: (file: string) => boolean, machines: readonly string[]): FlowRow => ({
    name,
    found: modules.filter(isIn).flatMap(foundIn),
    machines,
  });
  return [
    ...[...behind]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([id, files]) => row(id, (file) => isOwn(files, file), machinesIn(files))),
    row('shared', (file) => (uses.get(file) ?? 0) > 1, []),
    row('declared', (file) => !shell.has(file) && (uses.get(file) === undefined || isOwn(declared, file)), []),
    row('shell', (file) => shell.has(file), machinesIn(shell)),
  ];
}
