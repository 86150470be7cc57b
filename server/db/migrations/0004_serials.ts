/**
 * Serial numbers in their one form (contract/serial.ts): `abc12345` and `ABC12345` were two units before. In code, so
 * that the form is that of the one function.
 */
import { type Kysely, type Migration, sql } from 'kysely';
import { serialKey } from '../../../contract/serial.ts';

/** What the one form may change: small letters, and whatever is not a plain printed character. */
const odd = (column: string) => sql`(${sql.ref(column)} ~ '[a-z]' OR ${sql.ref(column)} ~ '[^!-~]')`;

interface Code {
  serial_id: number;
  code: string;
  in_stock: boolean;
}

/**
 * A unit that was in stock under two spellings stays two rows of the ledger: the one that came later is the ghost of a
 * count and gets a number that is on no box, so that the next count writes it off.
 */
async function mendUnits(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Code>`SELECT serial_id, code, in_stock FROM serial_code WHERE ${odd('code')}`.execute(db);
  if (rows.length === 0) return;
  const forms = [...new Set(rows.map(({ code }) => serialKey(code)))];
  const plain = await sql<Code>`SELECT serial_id, code, in_stock FROM serial_code
    WHERE code = ANY(${forms}::text[])`.execute(db);
  const codes = [...plain.rows, ...rows].sort((one, other) => one.serial_id - other.serial_id);
  const holders = new Map<string, number>();
  const written = new Set<string>();
  const mended = codes.map((one) => {
    const form = serialKey(one.code);
    const holder = holders.get(form) ?? one.serial_id;
    if (one.in_stock) holders.set(form, holder);
    const fresh = one.in_stock && holder !== one.serial_id ? `${form}/${one.serial_id}` : form;
    const twice = written.has(`${one.serial_id} ${fresh}`);
    written.add(`${one.serial_id} ${fresh}`);
    return { ...one, fresh, twice };
  });
  const list = (which: typeof mended) => sql`unnest(${which.map((one) => one.serial_id)}::integer[],
    ${which.map((one) => one.code)}::text[], ${which.map((one) => one.fresh)}::text[]) AS m (serial_id, code, fresh)`;
  await sql`UPDATE serial_number s SET serial_number = m.fresh FROM ${list(mended)}
    WHERE s.id = m.serial_id AND s.serial_number = m.code AND m.fresh <> m.code`.execute(db);
  await sql`DELETE FROM serial_code c USING ${list(mended.filter((one) => one.twice))}
    WHERE c.serial_id = m.serial_id AND c.code = m.code`.execute(db);
  // The later ones first: the number that they leave is taken by the earlier ones.
  for (const ghosts of [true, false]) {
    const own = mended.filter((one) => !one.twice && (one.fresh !== serialKey(one.code)) === ghosts);
    await sql`UPDATE serial_code c SET code = m.fresh FROM ${list(own)}
      WHERE c.serial_id = m.serial_id AND c.code = m.code AND m.fresh <> m.code`.execute(db);
  }
}

/** What was counted twice under two spellings is taken back once where the count still goes on. */
async function mendCounts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ serial_number: string }>`
    SELECT DISTINCT serial_number FROM count_entry WHERE ${odd('serial_number')}`.execute(db);
  if (rows.length > 0) {
    const before = rows.map((row) => row.serial_number);
    const forms = before.map(serialKey);
    await sql`ALTER TABLE count_entry DISABLE TRIGGER count_entry_append_only`.execute(db);
    await sql`UPDATE count_entry e SET serial_number = m.fresh
      FROM unnest(${before}::text[], ${forms}::text[]) AS m (code, fresh) WHERE e.serial_number = m.code`.execute(db);
    await sql`ALTER TABLE count_entry ENABLE TRIGGER count_entry_append_only`.execute(db);
    await sql`INSERT INTO count_entry (entry_id, computing_act_user_id, product_variant_id, count, serial_number, source, entered_at)
      SELECT gen_random_uuid(), e.computing_act_user_id, e.product_variant_id, -1, e.serial_number, 'hand', e.last
      FROM (
        SELECT e.computing_act_user_id, e.product_variant_id, e.serial_number, sum(e.count) AS n, max(e.entered_at) AS last
        FROM count_entry e
        JOIN computing_act_user c ON c.id = e.computing_act_user_id
        JOIN document d ON d.id = c.act_of_count_id AND d.status IN ('counting', 'counted')
        WHERE e.serial_number = ANY(${forms}::text[])
        GROUP BY 1, 2, 3
      ) e, generate_series(2, e.n)`.execute(db);
  }
  const decided = await sql<{ act: number; variant: number; serials: string[] }>`
    SELECT act_of_count_id AS act, product_variant_id AS variant, manual_serials AS serials FROM count_decision
    WHERE EXISTS (SELECT 1 FROM unnest(manual_serials) AS u (code) WHERE ${odd('u.code')})`.execute(db);
  for (const { act, variant, serials } of decided.rows) {
    const forms = [...new Set(serials.map(serialKey))].sort();
    await sql`UPDATE count_decision SET manual_serials = ${forms}::text[], manual_count = ${forms.length}
      WHERE act_of_count_id = ${act} AND product_variant_id = ${variant}`.execute(db);
  }
}

const columns = [
  ['serial_number', 'serial_number'],
  ['serial_code', 'code'],
  ['count_entry', 'serial_number'],
] as const;

export const serials0004: Migration = {
  async up(db: Kysely<unknown>) {
    await mendUnits(db);
    await mendCounts(db);
    for (const [table, column] of columns) {
      await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table}_one_form`)}
        CHECK (${sql.ref(column)} !~ '[a-z ]')`.execute(db);
    }
  },
};
