/** Where a fact of a way is looked after: pages beside the document's own window. */
import { pathOf, withQuery } from '../../routes/registry.ts';

const MATRIX = (filter: string) => (id: number) => withQuery(pathOf('act', { actId: id }), { view: 'matrix', filter });
const DAY = (_: number, branch: number) => withQuery(pathOf('managePracticeDay'), { organization_id: branch });
const LISTED = () => pathOf('blackList');
const LOCKED = () => pathOf('inactiveProducts');
const DESK = () => pathOf('cashboxClients');

type Places = Readonly<Record<string, (id: number, branch: number) => string>>;

const PLACES: Readonly<Record<string, Places>> = {
  countingAct: {
    noDisagreements: MATRIX('disagreements'),
    nothingMoved: MATRIX('moved'),
    nothingElsewhere: MATRIX('elsewhere'),
  },
  contract: { firstPaid: DESK, settled: DESK },
};
const EVERYWHERE: Places = {
  ...{ openDay: DAY, nothingBlocks: DAY, notListed: LISTED },
  // what the server refuses beside the charts, by the names of its texts
  ...{ client_listed: LISTED, products_locked: LOCKED },
};

/** The page of a fact; undefined: it is looked after in the window itself. */
export const placeOfFact = (machine: string, fact: string, id: number, branch: number): string | undefined =>
  (PLACES[machine]?.[fact] ?? EVERYWHERE[fact])?.(id, branch);

/** Pages of the documents by whose steps a way goes on. */
const PAGES: Readonly<Record<string, () => string>> = {
  cashDocument: DESK,
  output: () => pathOf('repositoryOutput'),
  contract: () => pathOf('contracts'),
};
export const pageOfMachine = (machine: string): string | undefined => PAGES[machine]?.();
