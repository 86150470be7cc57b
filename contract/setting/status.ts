/** States of a revision of a dated setting, as the lifecycle `settingRevision` has them. */
export const REVISION_STATUSES = ['draft', 'planned', 'valid', 'superseded', 'dropped'] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];
