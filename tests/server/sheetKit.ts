/** Lists as files of Excel that tests read back, through the same code as the browser's. */
import { readFileSync } from 'node:fs';
import { importAdd, importCheck, importCreate, importNext } from '../../contract/imports.ts';
import type { Sheet } from '../../contract/sheet.ts';
import { arrange, type RawCell } from '../../src/directory/sheet/read.ts';
import { fileColumns, MARK, type Row } from '../../src/directory/sheet/values.ts';
import type { Tongue } from '../../src/directory/sheet/words.ts';
import type { Server } from './world.ts';

type Language = 'uz' | 'ru';

const textsOf = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'));

function tongueOf({ name, texts }: Sheet, language: Language): Tongue {
  const { from, source, planned } = textsOf(language, 'setting');
  const shared = { ...textsOf(language, 'directory'), fields: { valid_from: from }, source, planned };
  return { language, own: textsOf(language, `${texts}/${name}`), shared };
}

/** The sheet as Excel gives it back. @param change what the person changes, by the key of the column */
export function exportOf(sheet: Sheet, language: Language, rows: readonly Row[], change: Record<string, RawCell> = {}) {
  const columns = fileColumns(sheet, tongueOf(sheet, language));
  const cellOf = (value: string | number | null, kind: string | undefined): RawCell =>
    typeof value === 'number' ? { n: String(value) } : kind === 'date' && value !== null ? new Date(value) : value;
  return [
    [...columns.map(({ title }) => title), `${MARK}${sheet.name}:2026-11-20T08:00:00.000Z`],
    ...rows.map((row) => [
      ...columns.map(({ key, kind, value }) => (key in change ? change[key] : cellOf(value(row), kind))),
      row.key,
    ]),
  ];
}

/** A file up to the end of its check by the director. */
export async function readAgain(on: Server, sheet: Sheet, raw: readonly (readonly RawCell[])[]) {
  const tongues = (['uz', 'ru'] as const).map((one) => tongueOf(sheet, one));
  const { columns, rows, exportedAt } = arrange(sheet, tongues, raw);
  const { data: begun } = await on.do('director', importCreate, {
    body: {
      directory: sheet.name,
      file_name: 'a.xlsx',
      file_hash: 'b'.repeat(64),
      exported_at: exportedAt,
      columns: [...columns],
      rows: rows.length,
    },
  });
  const params = { id: begun.id };
  await on.do('director', importAdd, {
    params,
    body: { rows: rows.map((row) => ({ ...row, cells: [...row.cells] })) },
  });
  await on.do('director', importCheck, { params });
  return (await on.do('director', importNext, { params })).data;
}
