/**
 * Once a run of Vitest on a PostgreSQL server: the world in a database of its own, which test files copy
 * (`CREATE DATABASE … TEMPLATE`) and nobody connects to. On the embedded database there is nothing to do.
 */
import pg from 'pg';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  // every run of Vitest reads this file, few need the server's code
  const [{ openDatabase }, { buildWorld }] = await Promise.all([
    import('../../server/db/open.ts'),
    import('./world.ts'),
  ]);
  const name = `idora_template_${process.pid}`;
  const onServer = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = await openDatabase({ databaseUrl: url.href });
  try {
    await buildWorld(db);
  } finally {
    await db.close();
  }
  process.env.TEST_TEMPLATE_DATABASE = name;
  return () => onServer(`DROP DATABASE ${name} WITH (FORCE)`);
}
