import type { PageDeclaration } from './page.ts';

/** What a page without a loader shows, in the order of its tabs. */
export const tabsOf = ({ declared = [], dated = [] }: Pick<PageDeclaration, 'declared' | 'dated'>) => [
  ...[declared].flat().map((name) => ({ name, dated: false })),
  ...[dated].flat().map((name) => ({ name, dated: true })),
];
