/**
 * `npm run flows`: what the state and the effects of components still decide, page by page, beside the workflows that a
 * page runs. `npm run flows -- <page>` names each of them with its place.
 *
 * A page is counted with the files that it alone needs; what several pages share is in a row of its own.
 */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pages } from '../src/routes/registry.ts';
import { reachedFrom } from './imports.ts';
import { root } from './machines.ts';

const say = (words: string) => process.stdout.write(`${words}\n`);
const LOADERS_FILE = resolve(root, 'src/routes/loaders.ts');
const isLoader = (file: string) => file === LOADERS_FILE || file === resolve(root, 'src/routes/publicLoaders.ts');

interface Found {
  readonly file: string;
  readonly line: number;
  readonly kind: 'state' | 'effect';
  /** What the state is called; of an effect what it is run for. */
  readonly name: string;
}

const STATE = /const \[(\w+)?[^\]]*\] = useState\b|\buseReducer\(/;
const EFFECT = /\buse(?:Layout)?Effect\(/;

const known = new Map<string, readonly Found[]>();

function foundIn(file: string): readonly Found[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const found = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, at): Found[] => {
      const place = { file: relative(root, file), line: at + 1 };
      const state = STATE.exec(text);
      if (state !== null) return [{ ...place, kind: 'state', name: state[1] ?? 'reducer' }];
      return EFFECT.test(text) ? [{ ...place, kind: 'effect', name: text.trim() }] : [];
    });
  known.set(file, found);
  return found;
}

const machinesIn = (files: Iterable<string>): string[] =>
  [...files].flatMap((file) => /machines\/\w+\/(\w+)\.machine\.ts$/.exec(file)?.[1] ?? []);

const shell = reachedFrom(resolve(root, 'src/main.tsx'), isLoader);
const behind = new Map(
  [...readFileSync(LOADERS_FILE, 'utf8').matchAll(/(\w+): \(\) => import\('([^']+)'\)/g)].map(
    ([, id = '', path = '']) => {
      const files = [...reachedFrom(resolve(root, 'src/routes', path), isLoader)].filter((file) => !shell.has(file));
      return [id, new Set(files)] as const;
    },
  ),
);
const uses = new Map<string, number>();
for (const files of behind.values()) for (const file of files) uses.set(file, (uses.get(file) ?? 0) + 1);

const inSources = (files: Iterable<string>) => [...files].filter((file) => file.startsWith(resolve(root, 'src')));
const ownOf = (files: ReadonlySet<string>) => inSources(files).filter((file) => uses.get(file) === 1);
const count = (files: readonly string[], kind: Found['kind']) =>
  files.flatMap(foundIn).filter((one) => one.kind === kind).length;

const row = (name: string, files: readonly string[], machines: readonly string[]) =>
  say(
    `${name.padEnd(30)} ${String(count(files, 'state')).padStart(5)} ${String(count(files, 'effect')).padStart(7)}  ${machines.join(', ')}`,
  );

const [asked, ...more] = process.argv.slice(2);
if (more.length > 0) {
  process.stderr.write('flows: one page at a time\n');
  process.exit(2);
}
if (asked !== undefined) {
  const files = behind.get(asked);
  if (files === undefined) {
    process.stderr.write(`flows: no page ${asked}; npm run flows lists them\n`);
    process.exit(2);
  }
  for (const { file, line, kind, name } of ownOf(files).flatMap(foundIn)) say(`${file}:${line} ${kind} ${name}`);
} else {
  say(`${'page'.padEnd(30)} state effects  workflows`);
  for (const [id, files] of [...behind].sort(([one], [other]) => one.localeCompare(other)))
    row(id, ownOf(files), machinesIn(files));
  const shared = inSources(uses.keys()).filter((file) => (uses.get(file) ?? 0) > 1);
  row('shared by pages', shared, []);
  row('shell', inSources(shell), machinesIn(shell));
  const declared = pages.filter(({ declared: one, dated }) => one !== undefined || dated !== undefined).length;
  say(
    `\n${behind.size} pages with files of their own; ${declared} declared pages are drawn by two of the shared ones.`,
  );
}
