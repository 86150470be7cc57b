/** Documents have lifecycles that the server keeps; the rest is of one page, or of the shell around all of them. */
export const GROUPS = ['document', 'page', 'shell'] as const;
export type Group = (typeof GROUPS)[number];
