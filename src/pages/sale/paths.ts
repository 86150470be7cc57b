import { pathOf, withQuery } from '../../routes/registry.ts';

export const orderPath = (id: number): string => withQuery(pathOf('createOrder'), { row: id });
export const newOrderPath = (client: number): string => withQuery(pathOf('createOrder'), { client });
export const contractPath = (id: number): string => withQuery(pathOf('contracts'), { row: id });
/** Where a draft is written on. */
export const draftPath = (id: number): string => withQuery(pathOf('createContract'), { row: id });
