/**
 * `npm run directory:sql [-- name …]`: what the database lacks of the declared directories and dated settings, as SQL for a
 * migration. Prints nothing once it is migrated; a fault that no statement mends is printed to the error output, exit 1.
 */
import { fieldsOf } from '../contract/setting/setting.ts';
import { migrate } from '../server/db/migrations/index.ts';
import { openDatabase } from '../server/db/open.ts';
import { driftOf, driftOfTable } from '../server/directory/drift.ts';
import { servedDirectories } from '../server/directory/serve.ts';
import { servedSettings } from '../server/settings/serve.ts';
import { REVISION_COLUMNS } from '../server/settings/table.ts';
import '../server/directories/index.ts';
import '../server/settings/index.ts';

const wanted = process.argv.slice(2);
const db = await openDatabase({ memory: true });
await migrate(db.kysely);
const declared = [
  ...servedDirectories().map(({ directory, table }) => ({
    name: directory.spec.name,
    drift: () => driftOf(db.kysely, directory, table),
  })),
  ...servedSettings().map(({ setting, table }) => ({
    name: setting.spec.name,
    drift: () => driftOfTable(db.kysely, table, REVISION_COLUMNS, fieldsOf(setting.spec)),
  })),
];
let failed = false;
for (const { name, drift } of declared) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { statements, faults } = await drift();
  if (statements.length > 0) process.stdout.write(`-- ${name}\n${statements.join('\n')}\n`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  failed ||= faults.length > 0;
}
await db.close();
process.exit(failed ? 1 : 0);
