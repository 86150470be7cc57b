/**
 * What the server was heard to answer: the API layer of each lifecycle keeps it below `tests/server/lifecycles/__answers__`
 * (`vitest -u` writes it; read the difference), and the charts take it along, so that a matrix shows where a table says
 * another reason. Lines of what was asked stand under the row of the table that they were asked in.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answered } from '../machines/kit/release.ts';

const FOLDER = resolve(import.meta.dirname, '../tests/server/lifecycles/__answers__');

/** In place of a row: cases that are refused while no practice day is open. */
export const WITHOUT_DAY = '(no open day)';
/** In place of a lifecycle: what the server refuses though the charts accept it. */
export const BEYOND = 'beyond';

type Rows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export const answersFile = (name: string): string => resolve(FOLDER, `${name}.txt`);

export const writtenAnswers = (rows: Rows): string =>
  Object.entries(rows)
    .map(([row, cases]) =>
      [row, ...Object.entries(cases).map(([name, heard]) => `  ${name}: ${heard.join(' ')}`)].join('\n'),
    )
    .map((part) => `${part}\n`)
    .join('');

/** A lifecycle that several directories have was asked in each of them, which have words of their own: a file for each. */
const filesOf = (name: string): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.startsWith(`${name}.`))
    .sort();

function readAnswers(name: string): Rows {
  const rows: Record<string, Record<string, string[]>> = {};
  for (const file of filesOf(name)) {
    let cases: Record<string, string[]> = {};
    for (const line of readFileSync(resolve(FOLDER, file), 'utf8').split('\n').filter(Boolean)) {
      const [, asked, heard = ''] = /^ {2}(.+): (.+)$/.exec(line) ?? [];
      if (asked === undefined) {
        rows[line] ??= {};
        cases = rows[line];
      } else cases[asked] = [...new Set([...(cases[asked] ?? []), ...heard.split(' ')])];
    }
  }
  return rows;
}

/** What was heard of a lifecycle. */
export function answeredOf(name: string): Answered {
  const { [WITHOUT_DAY]: day = {}, ...rows } = readAnswers(name);
  return { rows, day: Object.keys(day), beyond: readAnswers(BEYOND)[name] ?? {} };
}
