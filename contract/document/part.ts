/** What makes a declared record a document, as far as the declaration of a directory knows it. */

/** What is special of a document beside its fields and its chart. */
export interface DocumentPart {
  /** The event that gives it its number (decision 68); `made`: it has one from its first moment. */
  readonly numbered: 'made' | (string & {});
  /** Events that wait for the open practice day of its branch; that day is the document's (V4). */
  readonly dayOpen?: readonly string[];
}

/** Calls of what hangs on a document beside its fields. */
export type AttachedCall = 'comments' | 'comment' | 'files' | 'upload' | 'deleteFile';
