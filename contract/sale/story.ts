/**
 * "Why this number?": a debt, what is prepaid, what is overdue, since how many days, or what is in a cash desk, on any day, as
 * a story of documents. Pure: entries of the ledgers go in, lines come out, and their sum is the figure to the soʻm. What was
 * taken back stays in the story with its reversal; both are marked, and without them the rest makes the same sum.
 */
import { daysBetween } from './allocation.ts';

export const MONEY_FIGURES = ['owed', 'prepaid', 'overdue', 'days'] as const;
export const STORY_FIGURES = [...MONEY_FIGURES, 'cash'] as const;
export type MoneyFigure = (typeof MONEY_FIGURES)[number];
export type StoryFigure = (typeof STORY_FIGURES)[number];

/** Under what an entry was written. */
export type EntryBy = 'payment' | 'reversal' | 'prepaid_offset' | 'handover' | 'contract';

/** An entry of the ledger of clients, in the ledger's order. */
export interface LedgerEntry {
  /** Its practice day. */
  readonly day: string;
  readonly kind: 'charge' | 'payment' | 'prepaid_in' | 'prepaid_out' | 'write_off';
  readonly by: EntryBy;
  readonly document: number;
  readonly contract: number | null;
  readonly instalment: number | null;
  /** The payment that the money came with. */
  readonly source: number | null;
  readonly amount: number;
}

export interface Scheduled {
  readonly contract: number;
  readonly number: number;
  readonly due: string;
  readonly amount: number;
}

export const STORY_EVENTS = [
  /** The goods left: all of the contract is owed. */
  'charged',
  /** New money. */
  'paid',
  /** Money that lay with us. */
  'offset',
  'reversed',
  /** What was owed is given up. */
  'written_off',
  /** The day of an instalment is over. */
  'due',
  'laid',
  'used',
  /** Prepaid money that became another contract's, free, or of a contract where it was free. */
  'moved',
  'freed',
  'tied',
  'received',
  'given_back',
  /** Many documents of so many days, told in one. */
  'span',
] as const;
export type StoryEvent = (typeof STORY_EVENTS)[number];

export interface StoryLine {
  readonly day: string;
  readonly what: StoryEvent;
  readonly change: number;
  /** All lines to this one. */
  readonly balance: number;
  /** Taken back until the day of the story, or what took it back. */
  readonly undone: boolean;
  readonly document: number | null;
  readonly source: number | null;
  readonly contract: number | null;
  /** Instalments by number; 0 is the first payment. */
  readonly instalments: readonly number[];
  /** Of a span: its last day, and how many documents it has. */
  readonly until: string | null;
  readonly count: number;
}

/** What a figure is made of on its day: unpaid instalments, or payments with money that is left. */
export interface StoryPart {
  readonly contract: number | null;
  readonly instalment: number | null;
  readonly source: number | null;
  readonly due: string | null;
  readonly amount: number;
  /** Since its due date; 0 where it is not overdue. */
  readonly days: number;
}

export interface Story {
  readonly total: number;
  /** Of the lines: the total, but of days the unpaid sum that they are counted from. */
  readonly sum: number;
  /** The due date of the oldest unpaid instalment, where something is overdue. */
  readonly since: string | null;
  readonly lines: readonly StoryLine[];
  readonly parts: readonly StoryPart[];
}

export interface Scope {
  /** Contracts that count; prepaid money that is free counts with `free`. */
  readonly contracts: ReadonlySet<number>;
  readonly free: boolean;
}

type Draft = Omit<StoryLine, 'balance' | 'undone' | 'until' | 'count'>;

/** Lines of one document and source that stand together are told in one. */
function together(drafts: readonly Draft[]): Draft[] {
  const told: Draft[] = [];
  for (const draft of drafts) {
    const last = told.at(-1);
    const same =
      last !== undefined &&
      draft.what !== 'due' &&
      (['day', 'what', 'document', 'source', 'contract'] as const).every((key) => last[key] === draft[key]);
    if (!same) told.push(draft);
    else {
      const instalments = [...new Set([...last.instalments, ...draft.instalments])];
      told[told.length - 1] = { ...last, change: last.change + draft.change, instalments };
    }
  }
  return told;
}

function withBalances(drafts: readonly Draft[], reversed: ReadonlySet<number | null>): StoryLine[] {
  let balance = 0;
  return together(drafts)
    .filter(({ change }) => change !== 0)
    .map((draft) => {
      balance += draft.change;
      return { ...draft, balance, undone: reversed.has(draft.source), until: null, count: 1 };
    });
}

const draftOf = (entry: LedgerEntry, what: StoryEvent, change: number): Draft => ({
  ...{ day: entry.day, what, change, document: entry.document, source: entry.source, contract: entry.contract },
  instalments: entry.instalment === null ? [] : [entry.instalment],
});

/** What takes from a debt: money, or that it is given up. */
function takenBy(entry: LedgerEntry): Draft {
  if (entry.kind === 'write_off') return draftOf(entry, 'written_off', -entry.amount);
  const what = entry.amount < 0 ? 'reversed' : entry.by === 'prepaid_offset' ? 'offset' : 'paid';
  return draftOf(entry, what, -entry.amount);
}

/** Prepaid money that goes out and comes in again under another name in one entry after the other. */
function isMoved(out: LedgerEntry | undefined, into: LedgerEntry | undefined): boolean {
  if (out?.kind !== 'prepaid_out' || into?.kind !== 'prepaid_in') return false;
  return out.source === into.source && out.document === into.document && out.amount === into.amount;
}

/** What becomes of prepaid money that goes from one owner to another; null: it is free. */
const passing = (from: number | null, to: number | null): StoryEvent =>
  to === null ? 'freed' : from === null ? 'tied' : 'moved';

function prepaidDrafts(entries: readonly LedgerEntry[], isIn: (contract: number | null) => boolean): Draft[] {
  return entries.flatMap((entry, at) => {
    if (!entry.kind.startsWith('prepaid') || !isIn(entry.contract)) return [];
    const [before, after] = [entries[at - 1], entries[at + 1]];
    const other = isMoved(entry, after) ? after : isMoved(before, entry) ? before : undefined;
    // from one of the contracts in question to another: nothing changes
    if (other !== undefined && isIn(other.contract)) return [];
    if (entry.kind === 'prepaid_in')
      return [draftOf(entry, other === undefined ? 'laid' : passing(other.contract, entry.contract), entry.amount)];
    const what = other === undefined ? 'used' : passing(entry.contract, other.contract);
    return [draftOf(entry, entry.by === 'reversal' ? 'reversed' : what, -entry.amount)];
  });
}

/** The entries until a day, and the payments of them that were taken back until then. */
function until(entries: readonly LedgerEntry[], day: string) {
  const known = entries.filter((entry) => entry.day <= day);
  const back = known.filter(({ by }) => by === 'reversal').map(({ source }) => source);
  return { known, reversed: new Set(back) };
}

/** What is unpaid of each instalment of the contracts that were handed over. */
function unpaidOf(known: readonly LedgerEntry[], schedule: readonly Scheduled[], { contracts }: Scope, day: string) {
  const charged = new Set(known.filter(({ kind }) => kind === 'charge').map(({ contract }) => contract));
  const taken = new Map<string, number>();
  for (const { contract, instalment, amount } of known) {
    const key = `${contract} ${instalment}`;
    if (instalment !== null) taken.set(key, (taken.get(key) ?? 0) + amount);
  }
  return schedule
    .filter(({ contract }) => contracts.has(contract) && charged.has(contract))
    .map((one) => ({ ...one, left: one.amount - (taken.get(`${one.contract} ${one.number}`) ?? 0) }))
    .filter(({ left }) => left > 0)
    .sort((one, other) =>
      one.due === other.due ? one.contract - other.contract || one.number - other.number : one.due < other.due ? -1 : 1,
    )
    .map((one) => ({ ...one, days: Math.max(0, daysBetween(one.due, day)) }));
}

type Unpaid = ReturnType<typeof unpaidOf>[number];

/** An instalment that fell due, and what was paid of it or given up. */
const dueDrafts = (known: readonly LedgerEntry[], { contract, number, due, amount }: Unpaid): Draft[] => [
  { ...{ day: due, what: 'due', change: amount, document: null, source: null, contract }, instalments: [number] },
  ...known.filter((entry) => entry.contract === contract && entry.instalment === number).map(takenBy),
];

const unpaidPart = ({ contract, number, due, left, days }: Unpaid): StoryPart => ({
  ...{ contract, instalment: number, source: null, due, amount: left, days },
});

/** Payments of which prepaid money is left. */
function prepaidParts(known: readonly LedgerEntry[], isIn: (contract: number | null) => boolean): StoryPart[] {
  const left = new Map<string, StoryPart>();
  for (const { kind, contract, source, amount } of known) {
    if (!kind.startsWith('prepaid') || !isIn(contract)) continue;
    const key = `${source} ${contract}`;
    const before = left.get(key)?.amount ?? 0;
    const now = before + (kind === 'prepaid_in' ? amount : -amount);
    left.set(key, { ...{ contract, instalment: null, source, due: null, days: 0 }, amount: now });
  }
  return [...left.values()].filter(({ amount }) => amount !== 0);
}

/** The story of a figure of a client on a day. */
export function tellMoney(
  figure: MoneyFigure,
  entries: readonly LedgerEntry[],
  schedule: readonly Scheduled[],
  scope: Scope,
  day: string,
): Story {
  const { known, reversed } = until(entries, day);
  const isIn = (contract: number | null) => (contract === null ? scope.free : scope.contracts.has(contract));
  if (figure === 'prepaid') {
    const lines = withBalances(prepaidDrafts(known, isIn), reversed);
    const sum = lines.at(-1)?.balance ?? 0;
    return { total: sum, sum, since: null, lines, parts: prepaidParts(known, isIn) };
  }
  const unpaid = unpaidOf(known, schedule, scope, day);
  const late = unpaid.filter(({ days }) => days > 0);
  const since = late[0]?.due ?? null;
  if (figure === 'owed') {
    const moved = known.filter((entry) => isIn(entry.contract) && !entry.kind.startsWith('prepaid'));
    const drafts = moved.map((entry) =>
      entry.kind === 'charge' ? draftOf(entry, 'charged', entry.amount) : takenBy(entry),
    );
    const lines = withBalances(drafts, reversed);
    const sum = lines.at(-1)?.balance ?? 0;
    return { total: sum, sum, since, lines, parts: unpaid.map(unpaidPart) };
  }
  const counted = figure === 'days' ? late.slice(0, 1) : late;
  const lines = withBalances(
    counted.flatMap((one) => dueDrafts(known, one)),
    reversed,
  );
  const sum = lines.at(-1)?.balance ?? 0;
  return { total: figure === 'days' ? (late[0]?.days ?? 0) : sum, sum, since, lines, parts: counted.map(unpaidPart) };
}

/** What came into a cash desk or left it: a document, or many of some days before in one sum. */
export interface CashMove {
  readonly day: string;
  readonly until: string | null;
  readonly amount: number;
  readonly count: number;
  readonly document: number | null;
  /** The payment that is received or given back. */
  readonly source: number | null;
  /** Taken back until the day of the story, or what took it back. */
  readonly undone: boolean;
}

export function tellCash(moves: readonly CashMove[]): Story {
  let balance = 0;
  const lines = moves.map((move): StoryLine => {
    balance += move.amount;
    const what = move.document === null ? 'span' : move.amount > 0 ? 'received' : 'given_back';
    return {
      ...{ day: move.day, what, change: move.amount, balance, undone: move.undone },
      ...{ document: move.document, source: move.source, contract: null, instalments: [] },
      ...{ until: move.until, count: move.count },
    };
  });
  return { total: balance, sum: balance, since: null, lines, parts: [] };
}

/** What a figure is of: a contract, all of a client, what is free of a client at a desk, a cash account. */
export const SUBJECTS = ['contract', 'client', 'free', 'account'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** So many lines are read one by one. */
export const MOST_LINES = 30;

/** Months of a long story, each with its lines. */
export function monthsOf(lines: readonly StoryLine[]): { month: string; lines: StoryLine[]; change: number }[] {
  const months: { month: string; lines: StoryLine[]; change: number }[] = [];
  for (const line of lines) {
    const month = line.day.slice(0, 7);
    const last = months.at(-1);
    if (last?.month === month) {
      last.lines.push(line);
      last.change += line.change;
    } else months.push({ month, lines: [line], change: line.change });
  }
  return months;
}

/** What the lines make without those that were taken back. */
export const sumWithout = (lines: readonly StoryLine[]): number =>
  lines.reduce((sum, { undone, change }) => (undone ? sum : sum + change), 0);
