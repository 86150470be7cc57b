/** What the year holds of each client, without ids: two replays of the same year, whole or in part, must agree on it. */
import type { Part } from './dump.ts';

type Row = Readonly<Record<string, string | null>>;

/** The new rows of a table. */
function rowsOf(parts: readonly Part[], name: string): Row[] {
  const part = parts.find(({ table }) => table === name);
  if (part === undefined) return [];
  return Array.from({ length: part.added }, (_, at) =>
    Object.fromEntries(part.columns.map((column, place) => [column, part.values[place]?.[at] ?? null])),
  );
}

const grouped = (rows: readonly Row[], column: string): Map<string | null, Row[]> => {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) groups.set(row[column] ?? null, [...(groups.get(row[column] ?? null) ?? []), row]);
  return groups;
};

export interface Figures {
  readonly clients: number;
  readonly contracts: number;
  readonly payments: number;
}

export function figuresOf(parts: readonly Part[]): Figures {
  const signed = rowsOf(parts, 'contract').filter((row) => row.signed_on !== null);
  const payments = rowsOf(parts, 'cash_document').filter((row) => row.type === 'payment');
  return { clients: rowsOf(parts, 'client').length, contracts: signed.length, payments: payments.length };
}

/** By PINFL: contracts with their schedules and what is paid of them, money that came, decisions of the scoring. */
export function factsOf(parts: readonly Part[]): Map<string, string[]> {
  const documents = new Map(rowsOf(parts, 'document').map((row) => [row.id, row]));
  const contracts = grouped(rowsOf(parts, 'contract'), 'client_id');
  const instalments = grouped(rowsOf(parts, 'instalment'), 'contract_id');
  const money = grouped(rowsOf(parts, 'cash_document'), 'client_id');
  const runs = grouped(rowsOf(parts, 'scoring_run'), 'pinfl');
  const of = (row: Row, columns: string) =>
    columns
      .split(' ')
      .map((column) => row[column] ?? '–')
      .join(' ');
  // ids say in which order things came, and that depends on who else was there
  const scheduled = (contract: Row): string =>
    [
      `${documents.get(contract.id ?? null)?.status} ${of(contract, 'signed_on goods first_payment term markup total charged_on closed_on oldest_due')}`,
      ...(instalments.get(contract.id ?? null) ?? []).map((one) => of(one, 'number due amount paid')),
    ].join(', ');
  const paid = (one: Row): string => {
    const document = documents.get(one.id ?? null);
    return `${document?.practice_day_id} ${of(one, 'type channel amount tendered reason')} ${document?.status}`;
  };
  return new Map(
    rowsOf(parts, 'client').map((client) => [
      client.pinfl ?? '',
      [
        of(client, 'fullname birth_date last_event'),
        ...(contracts.get(client.id ?? null) ?? []).map(scheduled).sort(),
        ...(money.get(client.id ?? null) ?? []).map(paid).sort(),
        ...(runs.get(client.pinfl ?? null) ?? [])
          .map((run) => of(run, 'decided_on status decision score credit_limit'))
          .sort(),
      ],
    ]),
  );
}
