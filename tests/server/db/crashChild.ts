/** Run by crash.test.ts and killed by it: prints each id only after its commit was acknowledged. */
import { note, openFolder } from './folders.ts';

const [dataDir = '', first = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
  const db = await openFolder(dataDir);
  process.stdout.write('open\n');
  for (let id = Number(first); ; id++) {
    await note(db, id);
    process.stdout.write(`${id}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`);
  process.exit(1);
});
