/** `npm start`: settings from the environment, one process, a sentence when it cannot run. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolderInUse } from './db/open.ts';
import { loadSecretKeys, WrongSecretKey } from './secrets/keys.ts';
import { DEMO_PASSWORD, demoUsers, holdsDemo, isEmpty } from './seed/index.ts';
import { type Started, startServer } from './start.ts';

const env = process.env;
const here = dirname(fileURLToPath(import.meta.url));
/** Built: dist/server/main.js beside dist/client; in development Vite serves the app. */
const client = [join(here, '..', 'client'), join(here, '..', 'dist', 'client')].find((dir) =>
  existsSync(join(dir, 'index.html')),
);

/**
 * The demo data as packed by the build: a first start unpacks them instead of replaying every call. They lie beside the
 * built server; `npm run dev` sets where they are.
 */
const packed = env.DEMO_DATA ?? join(here, '..', 'demo.tar.gz');

function limitsFromEnvironment() {
  const perName = Number(env.SIGN_IN_LIMIT_NAME);
  const perAddress = Number(env.SIGN_IN_LIMIT_ADDRESS);
  return perName > 0 && perAddress > 0 ? { signInLimits: { perName, perAddress } } : {};
}

async function run(): Promise<Started> {
  const port = Number(env.PORT ?? 4173);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be 0 to 65535, not "${env.PORT}".`);
  const dataDir = env.DATA_DIR ?? './data';
  return startServer({
    port,
    ...(env.HOST ? { host: env.HOST } : {}),
    database: {
      ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
      dataDir,
      ...(env.DEMO !== 'off' && existsSync(packed) ? { template: packed } : {}),
    },
    production: env.NODE_ENV === 'production',
    demo: env.DEMO !== 'off',
    logLevel: env.LOG_LEVEL ?? 'warn',
    hosts: {
      BASE_HOST: env.BASE_HOST ?? '',
      STATISTICS_HOST: env.STATISTICS_HOST ?? '',
      DELIVERY_HOST: env.DELIVERY_HOST ?? '',
    },
    inspector: env.INSPECTOR === 'on',
    secretKeys: loadSecretKeys({ env, dataDir }),
    outside: { allowPrivate: env.PRIVATE_ADDRESSES === 'on' },
    ...(env.ALLOWED_ORIGINS ? { allowedOrigins: env.ALLOWED_ORIGINS.split(',').map((origin) => origin.trim()) } : {}),
    ...(client && env.NODE_ENV !== 'development' ? { staticDir: client } : {}),
    ...limitsFromEnvironment(),
  });
}

try {
  const started = await run();
  const lines = [
    '',
    `  Idora: ${started.url}`,
    `  Database: ${started.database.engine === 'embedded' ? `embedded, in ${env.DATA_DIR ?? './data'}` : 'PostgreSQL server'}`,
  ];
  const { kysely } = started.database;
  if (await isEmpty(kysely)) lines.push('', '  Nobody can sign in yet: stop, and run npm run setup.');
  // a database that npm run setup has filled has none of them
  else if (env.DEMO !== 'off' && (await holdsDemo(kysely))) {
    lines.push('', `  Demo users, all with the password ${DEMO_PASSWORD}`);
    for (const user of demoUsers()) lines.push(`    ${user.username.padEnd(14)} ${user.position}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
  const stop = (signal: NodeJS.Signals) => {
    process.stdout.write(`  ${signal}: finishing.\n`);
    void started.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  const problem = error as NodeJS.ErrnoException;
  const sentence =
    problem.code === 'EADDRINUSE'
      ? `Port ${env.PORT ?? 4173} is taken by another program; set PORT to a free one.`
      : error instanceof FolderInUse || error instanceof WrongSecretKey
        ? error.message
        : (problem.stack ?? String(error));
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
