/** What notices of records are about: how it is called, and its state now. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { requestDirectories } from '../directory/approval.ts';
import type { Served } from '../directory/serve.ts';
import { titleIn } from '../directory/targets.ts';
import { type Language, say } from '../http/messages.ts';
import { servedSettings } from '../settings/serve.ts';

export interface About {
  name: string;
  status: string;
}

const NAMED = {
  approval: sql`SELECT id, fullname AS name, status FROM black_list_entry`,
  user: sql`SELECT id, fullname AS name, status FROM app_user`,
  remark: sql`SELECT id, left(text, 60) AS name, status FROM chart_remark`,
  scoringRun: sql`SELECT id, fullname AS name, status FROM scoring_run`,
};

/** Revisions by the day from which they hold; the setting is named by its page, which the browser knows. */
const revisionsOf = (setting: string) => {
  const table = servedSettings().find((one) => one.setting.spec.name === setting)?.table.name;
  if (table === undefined) throw new Error(`no setting ${setting}`);
  return sql`SELECT id, to_char(valid_from, 'DD.MM.YYYY') AS name, status FROM ${sql.table(table)}`;
};

const requestsOf = ({ directory: { spec }, table }: Served, language: Language) =>
  sql`SELECT r.id, ${titleIn(spec.name, 'r', language)} AS name, r.status FROM ${sql.table(table.name)} r`;

/** Rows `id, name, status` of what a notice may be about. */
function rowsOf(machine: string, kind: string, language: Language): RawBuilder<unknown> {
  if (machine === 'settingRevision') return revisionsOf(kind);
  const request = requestDirectories().find(({ directory }) => directory.spec.name === kind);
  return request === undefined ? NAMED[machine as keyof typeof NAMED] : requestsOf(request, language);
}

interface Named {
  machine: string;
  kind: string | null;
  record_id: number | null;
}

const keyOf = ({ machine, kind, record_id }: Named): string => `${machine} ${kind} ${record_id}`;

/** @returns what each of the notices is about that are of no document */
export async function aboutRecords(
  db: Kysely<Schema>,
  language: Language,
  notices: readonly Named[],
): Promise<(notice: Named) => About | undefined> {
  const found = new Map<string, About>();
  const records = notices.filter(({ record_id }) => record_id !== null);
  const keys = new Set(records.map(({ machine, kind }) => JSON.stringify([machine, kind])));
  for (const key of keys) {
    const [machine, kind] = JSON.parse(key) as [string, string];
    const isRevision = machine === 'settingRevision';
    const rows = rowsOf(machine, kind, language);
    const ids = records.filter((one) => one.machine === machine && one.kind === kind).map(({ record_id }) => record_id);
    const read = await sql<About & { id: number }>`
      SELECT * FROM (${rows}) r WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    for (const { id, name, status } of read.rows)
      found.set(keyOf({ machine, kind, record_id: id }), {
        name: isRevision ? say(language, 'queue.from', { day: name }) : name,
        status,
      });
  }
  return (notice) => found.get(keyOf(notice));
}
