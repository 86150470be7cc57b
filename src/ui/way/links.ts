/** Where a fact of a way is looked after: pages beside the document's own window. */
import { pathOf, withQuery } from '../../routes/registry.ts';

const MATRIX = (filter: string) => (id: number) => withQuery(pathOf('act', { actId: id }), { view: 'matrix', filter });
const DAY = () => pathOf('managePracticeDay');
const LISTED = () => pathOf('blackList');
const DESK = () => pathOf('cashboxClients');

type Places = Readonly<Record<string, (id: number) => string>>;

const PLACES: Readonly<Record<string, Places>> = {
  countingAct: {
    noDisagreements: MATRIX('disagreements'),
    nothingMoved: MATRIX('moved'),
    nothingElsewhere: MATRIX('elsewhere'),
  },
  contract: { firstPaid: DESK, settled: DESK },
};
const EVERYWHERE: Places = { openDay: DAY, nothingBlocks: DAY, notListed: LISTED };

/** The page of a fact; undefined: it is looked after in the window itself. */
export const placeOfFact = (machine: string, fact: string, id: number): string | undefined =>
  (PLACES[machine]?.[fact] ?? EVERYWHERE[fact])?.(id);

/** Pages of the documents by whose steps a way goes on. */
const PAGES: Readonly<Record<string, () => string>> = {
  cashDocument: DESK,
  output: () => pathOf('repositoryOutput'),
  contract: () => pathOf('contracts'),
};
export const pageOfMachine = (machine: string): string | undefined => PAGES[machine]?.();
