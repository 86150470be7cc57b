/**
 * `npm run directory:sql [-- name …]`: what the database lacks of the declared directories, as SQL for a migration. Prints
 * nothing once it is migrated; a fault that no statement mends is printed to the error output, exit 1.
 */
import { migrate } from '../server/db/migrations/index.ts';
import { openDatabase } from '../server/db/open.ts';
import { driftOf } from '../server/directory/drift.ts';
import { servedDirectories } from '../server/directory/serve.ts';
import '../server/directories/index.ts';

const wanted = process.argv.slice(2);
const db = await openDatabase({ memory: true });
await migrate(db.kysely);
let failed = false;
for (const { directory, table } of servedDirectories()) {
  if (wanted.length > 0 && !wanted.includes(directory.spec.name)) continue;
  const { statements, faults } = await driftOf(db.kysely, directory, table);
  if (statements.length > 0) process.stdout.write(`-- ${directory.spec.name}\n${statements.join('\n')}\n`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  failed ||= faults.length > 0;
}
await db.close();
process.exit(failed ? 1 : 0);
