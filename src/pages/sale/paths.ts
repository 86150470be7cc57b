import { pathOf, withQuery } from '../../routes/registry.ts';

/** @param terms that its contract is to begin with */
export const orderPath = (id: number, terms: { first?: number | undefined; term?: number | undefined } = {}): string =>
  withQuery(pathOf('createOrder'), { row: id, ...terms });
export const newOrderPath = (client: number): string => withQuery(pathOf('createOrder'), { client });
export const contractPath = (id: number): string => withQuery(pathOf('contracts'), { row: id });
/** Where a draft is written on. */
export const draftPath = (id: number): string => withQuery(pathOf('createContract'), { row: id });
