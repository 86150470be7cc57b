/** The lifecycle of a file that is read into a directory, over HTTP. What it finds in rows is tested in `imports.test.ts`. */
import { sql } from 'kysely';
import { bank } from '../../../contract/directories/bank.ts';
import {
  importAdd,
  importCheck,
  importChoose,
  importConfirm,
  importCreate,
  importNext,
  importShow,
  importStop,
  importTakeBack,
} from '../../../contract/imports.ts';
import { importMachine } from '../../../machines/import/import.machine.ts';
import { importOracle } from '../../oracle/import.ts';
import { withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const HASH = 'a'.repeat(64);

let made = 0;
const nextMfo = () => {
  made += 1;
  return String(70_000 + made);
};

runApiLayer({
  machine: importMachine,
  oracle: importOracle,
  server,
  kind: 'import',
  async open({ server: on }) {
    const mfo = nextMfo();
    const { data: record } = await on.do('director', bank.calls.create, { body: { name: `Bank ${mfo}`, mfo } });
    const columns = [
      { title: 'Nomi', part: 'name' },
      { title: 'MFO', part: 'mfo' },
    ];
    const file = { directory: 'bank', file_name: 'banklar.xlsx', file_hash: HASH, exported_at: null, columns, rows: 1 };
    const { data: begun } = await on.do('director', importCreate, { body: file });
    const params = { id: begun.id };
    const other = nextMfo();
    const rows = [{ row: 2, key: `${record.id}.${record.version}`, cells: [`Yangi ${mfo}`, other] }];
    const verbs: Record<string, () => Promise<unknown>> = {
      'sends rows': () => on.call('director', importAdd, { params, body: { rows } }),
      checks: () => on.call('director', importCheck, { params }),
      'is checked': () => on.call('director', importNext, { params }),
      chooses: () =>
        on.call('director', importChoose, { params, body: { choices: [{ row: 2, field: 'name', take: 'file' }] } }),
      writes: () => on.call('director', importConfirm, { params, body: { file_hash: HASH, without_bad: false } }),
      'writes without bad rows': () =>
        on.call('director', importConfirm, { params, body: { file_hash: HASH, without_bad: true } }),
      'is written': () => on.call('director', importNext, { params }),
      async 'finds a row changed'() {
        await on.do('director', bank.calls.update, {
          params: { id: record.id },
          body: { name: `Boshqa ${mfo}`, mfo },
        });
        return on.call('director', importNext, { params });
      },
      async 'is refused a row'() {
        await on.do('director', bank.calls.create, { body: { name: `Raqib ${mfo}`, mfo: other } });
        return on.call('director', importNext, { params });
      },
      'takes it back': () => on.call('director', importTakeBack, { params }),
      stops: () => on.call('director', importStop, { params }),
    };
    const write = (statement: ReturnType<typeof sql>) => on.db.tx((trx) => statement.execute(trx));
    return {
      id: begun.id,
      send: (verb) => verbs[verb]?.() as never,
      async look() {
        const { data: whole } = await on.do('director', importShow, { params });
        const { received, fresh, changed, moved, bad, undecided } = whole.figures;
        const facts = {
          complete: received >= whole.rows,
          changes: fresh + changed + moved > 0,
          clean: bad === 0,
          decided: undecided === 0,
          recent: whole.until === null || Date.parse(whole.until) > Date.now(),
        };
        return { state: whole.status, version: whole.version, facts, whole };
      },
      async make(facts) {
        for (const verb of ['sends rows', 'checks', 'is checked']) await verbs[verb]?.();
        const its = sql`import_id = ${begun.id}`;
        if (facts.recent === false) {
          for (const verb of ['writes', 'is written']) await verbs[verb]?.();
          await write(sql`UPDATE import SET written_at = written_at - interval '8 days' WHERE id = ${begun.id}`);
        } else if (facts.changes === false)
          await write(sql`UPDATE import_row SET kind = 'same', fields = '{}' WHERE ${its}`);
        else if (facts.clean === false)
          await write(sql`INSERT INTO import_row (import_id, row, cells, kind, faults)
            VALUES (${begun.id}, 3, '["", ""]', 'bad', '[{"part": "name", "key": "required"}]')`);
        else {
          const offer = { field: 'name', exported: 'A', now: 'B', file: 'C', sent: 'C', by: null, at: null };
          const conflicts = JSON.stringify([{ ...offer, import_id: null, take: null }]);
          await write(sql`UPDATE import_row SET kind = 'moved', conflicts = ${conflicts}::jsonb WHERE ${its}`);
        }
      },
    };
  },
});
