/**
 * What a criterion of the scoring may look at: a closed list (decision 75). Each fact comes from one source; those of the
 * application follow from what is asked for.
 */
export const SOURCES = ['application', 'myid', 'incomes', 'tax', 'credit_bureau', 'prizma', 'own_contracts'] as const;
export type Source = (typeof SOURCES)[number];

export const FACTS = [
  'first_share',
  'load',
  'guarantor',
  'age',
  'experience',
  'income',
  'checked_income',
  'other_debts',
  'open_loans',
  'bureau_late_days',
  'prizma_rating',
  'late_days',
  'discipline',
  'closed_contracts',
] as const;
export type Fact = (typeof FACTS)[number];

export const SOURCE_OF: Readonly<Record<Fact, Source>> = {
  first_share: 'application',
  load: 'application',
  guarantor: 'application',
  age: 'myid',
  experience: 'tax',
  income: 'tax',
  checked_income: 'incomes',
  other_debts: 'credit_bureau',
  open_loans: 'credit_bureau',
  bureau_late_days: 'credit_bureau',
  prizma_rating: 'prizma',
  late_days: 'own_contracts',
  discipline: 'own_contracts',
  closed_contracts: 'own_contracts',
};

/** What sources said; a fact that none said is missing. */
export type Facts = Readonly<Partial<Record<Fact, number>>>;

/** Sources that are asked; the application is what was written. */
export type Asked = Exclude<Source, 'application'>;
/** Without it nobody is scored: who the person is. */
export const NEEDED: Asked = 'myid';
/** Facts of the application are computed of what these say. */
const ALSO: Readonly<Partial<Record<Fact, readonly Asked[]>>> = { load: ['incomes', 'tax', 'credit_bureau'] };

/** The sources that a version of the model asks, in their order; MyID always. */
export function sourcesOf(facts: Iterable<Fact>): Asked[] {
  const needed = new Set<Source>([NEEDED]);
  for (const fact of facts) for (const one of [SOURCE_OF[fact], ...(ALSO[fact] ?? [])]) needed.add(one);
  return SOURCES.filter((one): one is Asked => one !== 'application' && needed.has(one));
}

/** Points of a criterion at most. */
export const MOST_POINTS = 100;

/** What is asked for. Sums are whole soʻm. */
export interface Application {
  /** P: the goods after discounts. */
  readonly goods: number;
  /** F */
  readonly firstPayment: number;
  /** n, months. */
  readonly term: number;
  readonly guarantor: boolean;
}

/** Terms that may be agreed on: months, and the markup of each in percent. */
export interface Offer {
  readonly term: number;
  readonly markup: number;
}
