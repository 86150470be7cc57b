/** Kinds of requests (P1) in the log: entries of the black list, and the directories that are declared with `approvalOf`. */
export const REQUESTS = ['black_list_entry', 'unblockRequest', 'fondProduct', 'clientIncome', 'clientChange'] as const;
