/**
 * What declarations cost who builds the product (issue 18): the types of 20 and of 200 more of them, which must grow by the
 * same for each; what an editor shows of a row; and what 100 more add to the first start, which is measured whole too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type AnyDirectory, defineDirectory } from '../contract/directory/directory.ts';
import { bool, code, date, oneOf, quantity, ref, sum, text } from '../contract/directory/fields.ts';

const FEW = 20;
const MANY = 200;
/** Of one more among many, in what one more among few costs. */
const GROWTH = 1.1;
const ADDED = 100;
const ADDED_MS = 2_000;
const FIRST_START_MS = 15_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/declarations');

const declaration = (n: number) => `
import { bool, code, date, oneOf, quantity, ref, sum, text } from '../../../../contract/directory/fields.ts';
import { type DirectoryBody, type DirectoryRow, defineDirectory } from '../../../../contract/directory/directory.ts';
export const made${n} = defineDirectory({
  name: 'made${n}', service: 'cash', rule: 'bank', label: 'name',
  fields: {
    name: text(200, { search: true, sort: true }), code${n}: code(20, { unique: true }), price: sum({ optional: true }),
    count: quantity({ max: 9 }), kind: oneOf(['one', 'two'], { filter: true }), begins: date({ sort: true }),
    own: bool({ filter: true }), organization: ref('organization', { scope: true, filter: true }),
  },
});
export type Row${n} = DirectoryRow<typeof made${n}>;
export const words${n} = (row: Row${n}, body: DirectoryBody<typeof made${n}>) => [row.code${n}, row.organization.title, body.price];
`;

/** Instantiations that the compiler makes for so many declarations. */
function instantiations(count: number): number {
  const at = join(folder, String(count));
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  for (let n = 0; n < count; n += 1) writeFileSync(join(at, `made${n}.ts`), declaration(n));
  // what a hover shows is what a declaration file has
  if (count === FEW)
    writeFileSync(
      join(at, 'shown.ts'),
      `import type { Row1 } from './made1.ts';\ndeclare const row: Row1;\nexport const shown = row;\n`,
    );
  writeFileSync(join(at, 'kit.ts'), `export { defineDirectory } from '../../../../contract/directory/directory.ts';\n`);
  const compilerOptions = {
    ...{
      incremental: false,
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      outDir: 'out',
      rootDir: root,
    },
    ...{ tsBuildInfoFile: null, types: ['node'] },
  };
  writeFileSync(
    join(at, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.json', compilerOptions, include: ['*.ts'], exclude: [] }),
  );
  const said = execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', at, '--extendedDiagnostics'], {
    encoding: 'utf8',
  });
  return Number(/Instantiations:\s+(\d+)/.exec(said)?.[1]);
}

/** Milliseconds that a server takes to its first answer with so many more declarations, in this process. */
async function startWith(count: number): Promise<number> {
  const { directories } = await import('../contract/directories/index.ts');
  for (let n = 0; n < count; n += 1)
    (directories as unknown as AnyDirectory[]).push(
      defineDirectory({
        ...({ name: `made${n}`, service: 'cash', rule: 'bank', label: 'name' } as const),
        fields: {
          ...{ name: text(200, { search: true, sort: true }), code: code(20, { unique: true }) },
          ...{ price: sum({ optional: true }), count: quantity({ max: 9 }), begins: date({ sort: true }) },
          ...{ kind: oneOf(['one', 'two'], { filter: true }), own: bool({ filter: true }) },
          organization: ref('organization', { scope: true, filter: true }),
        },
      }) as unknown as AnyDirectory,
    );
  const begun = performance.now();
  // these read the list of declarations as they are loaded
  const [{ createApp }, { openDatabase }, { migrate }, { driftOf }, { servedDirectories }] = await Promise.all([
    import('../server/app.ts'),
    import('../server/db/open.ts'),
    import('../server/db/migrations/index.ts'),
    import('../server/directory/drift.ts'),
    import('../server/directory/serve.ts'),
  ]);
  const database = await openDatabase({ memory: true });
  await migrate(database.kysely);
  for (const { directory, table } of servedDirectories()) {
    if (!directory.spec.name.startsWith('made')) continue;
    const { statements } = await driftOf(database.kysely, directory, table);
    for (const statement of statements) await sql.raw(statement).execute(database.kysely);
  }
  await createApp({ database, production: true, log: () => undefined }).request('/healthz');
  const took = performance.now() - begun;
  await database.close();
  return took;
}

const startedWith = (count: number): number =>
  Number(
    execFileSync(join(root, 'node_modules/.bin/tsx'), [fileURLToPath(import.meta.url), 'start', String(count)], {
      encoding: 'utf8',
    }),
  );

async function types(): Promise<void> {
  const none = instantiations(0);
  const few = instantiations(FEW);
  const many = instantiations(MANY);
  const each = (few - none) / FEW;
  process.stdout.write(`  instantiations: ${none} without, ${few} with ${FEW}, ${many} with ${MANY}\n`);
  const rest = (many - few) / (MANY - FEW);
  const grows = rest <= each * GROWTH;
  process.stdout.write(
    `${grows ? '✓' : '✗'} one more declaration: ${each.toFixed(0)} instantiations among ${FEW}, ${rest.toFixed(0)} among ${MANY}\n`,
  );
  const shown = readFileSync(
    join(folder, String(FEW), 'out/node_modules/.cache/declarations', String(FEW), 'shown.d.ts'),
    'utf8',
  );
  const isPlain = /code1: string/.test(shown) && !/Flat<|Answered<|DirectoryRow<|Listed</.test(shown);
  process.stdout.write(
    `${isPlain ? '✓' : '✗'} an editor shows a row as a plain object: ${shown.replace(/\s+/g, ' ')}\n`,
  );
  if (!grows || !isPlain) process.exitCode = 1;
}

/** A port that is free now. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

async function starts(): Promise<void> {
  const { report, timed } = await import('./kit.ts');
  startedWith(0);
  const added = Math.max(1, startedWith(ADDED) - startedWith(0));
  report(`${ADDED} declarations with their tables, more at a first start`, added, ADDED_MS, 1, 'the limit');
  const data = mkdtempSync(join(tmpdir(), 'idora-first-start-'));
  const port = await freePort();
  const started = await timed(async () => {
    const app = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: data },
      stdio: 'ignore',
    });
    for (let ready = false; !ready; ) {
      await new Promise((done) => setTimeout(done, 50));
      ready = await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }
    app.kill();
  });
  rmSync(data, { recursive: true, force: true, maxRetries: 20 });
  report('first start on an empty folder, the demo chain in it', started, FIRST_START_MS, 1, 'the limit');
}

const [role, count] = process.argv.slice(2);
if (role === 'start') process.stdout.write(String(await startWith(Number(count))));
else {
  await types();
  await starts();
}
