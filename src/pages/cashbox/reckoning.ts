/** What a payment would do, by the rules that the server asks too (`contract/sale/allocation.ts`), from the same book. */
import type { Desk, DeskContract } from '../../../contract/cashDocuments.ts';
import { beginDay, mostFor, overdueOf, owedBy, pay, prepaidOf, unpaidOf } from '../../../contract/sale/allocation.ts';

/** The money that is put on the counter now: later than every payment that is there. */
const NOW = Number.MAX_SAFE_INTEGER;

export interface Presets {
  /** Unpaid with a due date before the day. */
  overdue: number;
  /** Unpaid with a due date up to the day; of a contract that waits its first payment. */
  due: number;
  all: number;
}

/** By contract, as the day begins: unpaid with a due date up to the day, less what is prepaid for it. */
export function duesOf(desk: Desk): ReadonlyMap<number, number> {
  const { book } = beginDay(desk, desk.as_of);
  return new Map(
    book.contracts.map(({ id, over, charged, debts }) => {
      const due = debts.filter((debt) => !over && debt.due <= desk.as_of && (charged || debt.number === 0));
      const owed = due.reduce((total, debt) => total + unpaidOf(debt), 0);
      return [id, Math.max(0, owed - prepaidOf(book, id))];
    }),
  );
}

/** What may be taken for contracts, less what is prepaid for them. */
export function presetsOf(desk: Desk, ticked: readonly number[], dues: ReadonlyMap<number, number>): Presets {
  const { book } = beginDay(desk, desk.as_of);
  const chosen = book.contracts.filter(({ id, over }) => ticked.includes(id) && !over);
  return {
    overdue: chosen.reduce((total, contract) => total + overdueOf(contract, desk.as_of).sum, 0),
    due: chosen.reduce((total, { id }) => total + (dues.get(id) ?? 0), 0),
    all: mostFor(book, ticked),
  };
}

export interface Row {
  key: string;
  contract: DeskContract;
  /** Null: prepaid of the contract. */
  instalment: { number: number; due: string } | null;
  before: number;
  taken: number;
  /** Of it prepaid money that was there. */
  prepaid: number;
  /** What remains to be paid; null where the rows of its instalments say it. */
  after: number | null;
}

export interface Reckoning {
  rows: readonly Row[];
  /** Of the chosen contracts, after it. */
  owed: number;
  prepaid: number;
  overdueDays: number;
  closed: readonly DeskContract[];
  /** So much more pays a contract whole. */
  closes: { contract: DeskContract; more: number } | null;
}

/** Null where no such sum may be taken. */
export function reckon(desk: Desk, ticked: readonly number[], amount: number): Reckoning | null {
  const most = mostFor(beginDay(desk, desk.as_of).book, ticked);
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > most) return null;
  const { book, closed } = pay(desk, { source: NOW, contracts: ticked, amount }, desk.as_of);
  const contractOf = (id: number) => desk.contracts.find((one) => one.id === id) as DeskContract;
  const chosen = book.contracts.filter(({ id }) => ticked.includes(id));
  const rows = chosen.flatMap((contract): Row[] => {
    const was = contractOf(contract.id);
    const paid = contract.debts.flatMap((debt, place): Row[] => {
      const before = was.debts[place];
      const left = before === undefined ? 0 : unpaidOf(before);
      if (left === 0 || !contract.charged) return [];
      const fresh = debt.parts.reduce((sum, part) => (part.source === NOW ? sum + part.amount : sum), 0);
      const after = unpaidOf(debt);
      return [
        {
          key: `${contract.id} ${debt.number}`,
          ...{ contract: was, instalment: { number: debt.number, due: debt.due } },
          ...{ before: left, taken: fresh, prepaid: left - after - fresh, after },
        },
      ];
    });
    const kept = book.prepaid.find(({ source, contract: of }) => source === NOW && of === contract.id)?.amount ?? 0;
    if (kept === 0) return paid;
    // before the hand-over no instalment is owed: all that the contract lacks remains
    const after = contract.charged ? null : owedBy(contract) - prepaidOf(book, contract.id);
    return [
      ...paid,
      { key: `${contract.id} prepaid`, contract: was, instalment: null, before: 0, taken: kept, prepaid: 0, after },
    ];
  });
  rows.sort((one, other) => order(one) - order(other) || dueOf(one).localeCompare(dueOf(other)));
  const open = chosen.filter(({ charged, over }) => charged && !over);
  const nearest = open
    .map((contract) => ({ contract, more: owedBy(contract) - prepaidOf(book, contract.id) }))
    .sort((one, other) => one.more - other.more)[0];
  return {
    rows,
    owed: open.reduce((sum, contract) => sum + owedBy(contract), 0),
    prepaid: chosen.reduce((sum, { id }) => sum + prepaidOf(book, id), 0),
    overdueDays: Math.max(0, ...chosen.map((contract) => overdueOf(contract, desk.as_of).days)),
    closed: closed.map(contractOf),
    closes: nearest === undefined ? null : { contract: contractOf(nearest.contract.id), more: nearest.more },
  };
}

const order = ({ instalment }: Row): number => (instalment === null ? 1 : 0);
const dueOf = ({ instalment }: Row): string => instalment?.due ?? '';
