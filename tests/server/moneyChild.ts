/** Run by moneyRaces.test.ts: a second server process on the same database, or one that uses prepaid money and is killed. */
import { serve } from '@hono/node-server';
import { createApp } from '../../server/app.ts';
import { openDatabase } from '../../server/db/open.ts';
import { offsetDue } from '../../server/sale/offsets.ts';

const [databaseUrl = '', work = 'serve'] = process.argv.slice(2);

async function main(): Promise<void> {
  const database = await openDatabase({ databaseUrl });
  if (work === 'serve') {
    const app = createApp({ database, production: false, log: () => {} });
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      process.stdout.write(`${port}\n`),
    );
    process.once('SIGTERM', () => listening.close(() => process.exit(0)));
    return;
  }
  // asked before each client
  await offsetDue(database, () => {
    process.stdout.write('client\n');
    return false;
  });
  process.stdout.write('done\n');
  await database.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
