/** Among the sentences of workflows, by this name: what the other lists of the page answer. */
export const LISTED = 'lists';
