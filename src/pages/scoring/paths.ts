import { pathOf, withQuery } from '../../routes/registry.ts';

export const runPath = (id: number): string => withQuery(pathOf('scoringNonClients'), { run: id });
