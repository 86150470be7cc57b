import { pathOf, withQuery } from '../../routes/registry.ts';

export const cardPath = (id: number): string => withQuery(pathOf('clientCard'), { id });
