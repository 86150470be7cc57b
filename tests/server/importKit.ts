/** Files of Excel that tests read into a directory. */
import {
  type Import,
  importAdd,
  importCheck,
  importConfirm,
  importCreate,
  importNext,
  type SheetCell,
} from '../../contract/imports.ts';
import type { PersonName, Server } from './world.ts';

export const HASH = 'c'.repeat(64);
/** Columns of banks. */
export const BANKS = [
  { title: 'Nomi', part: 'name' },
  { title: 'MFO', part: 'mfo' },
];

export type Line = readonly SheetCell[] | { key: string; cells: readonly SheetCell[] };
interface File {
  directory?: string;
  columns?: readonly { title: string; part: string | null }[];
  who?: PersonName;
}

export const faultsOf = ({ faults }: Pick<Import, 'faults'>) =>
  faults.map(({ part, rows, text }) => [part, rows, text]);

/** Reads and writes files on the test's server. */
export function importsOf(server: { readonly current: Server }) {
  /** A file up to the end of its check; its rows begin under the head. */
  async function check(lines: readonly Line[], { directory = 'bank', columns = BANKS, who = 'director' }: File = {}) {
    const on = server.current;
    const { data } = await on.do(who, importCreate, {
      body: {
        directory,
        file_name: 'fayl.xlsx',
        file_hash: HASH,
        exported_at: null,
        columns: [...columns],
        rows: lines.length,
      },
    });
    const params = { id: data.id };
    const rows = lines.map((line, at) => ({
      row: at + 2,
      key: 'key' in line ? line.key : null,
      cells: [...('key' in line ? line.cells : line)],
    }));
    await on.do(who, importAdd, { params, body: { rows } });
    await on.do(who, importCheck, { params });
    return (await on.do(who, importNext, { params })).data;
  }

  async function write(id: number, without_bad = false, who: PersonName = 'director') {
    const on = server.current;
    const params = { id };
    await on.do(who, importConfirm, { params, body: { file_hash: HASH, without_bad } });
    return (await on.do(who, importNext, { params })).data;
  }

  return { check, write };
}
