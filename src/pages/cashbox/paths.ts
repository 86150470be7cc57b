import { pathOf, withQuery } from '../../routes/registry.ts';

export const paymentPath = (client: number): string => withQuery(pathOf('paymentWindow'), { client });
export const documentPath = (id: number): string => withQuery(pathOf('cashOperations'), { row: id });
