/** The database cannot take this work now; the same work may succeed later. */
export class DatabaseUnavailable extends Error {
  readonly code: 'disk_full' | 'restarting' | 'busy';

  constructor(code: 'disk_full' | 'restarting' | 'busy', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/** Another process (or another open handle of this one) holds the data folder. */
export class FolderInUse extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`The data folder ${folder} is already in use by another Idora process; stop that process first.`);
    this.name = 'FolderInUse';
    this.folder = folder;
  }
}

/** A mistake in the calling code: the outer query builder was used where only the transaction may be. */
export class NestedUse extends Error {
  constructor() {
    super(
      'db.kysely (or db.tx) was used inside db.tx: with one session it would wait for itself for ever. ' +
        'Pass the trx of the open transaction down instead.',
    );
    this.name = 'NestedUse';
  }
}

/** Commits would not reach the disk, so the server must not go on. */
export class NotDurable extends Error {
  constructor(folder: string) {
    super(
      `A commit in ${folder} caused no fsync, so a power cut could lose acknowledged work; ` +
        'Idora refuses to run like this (set DATABASE_URL to use a PostgreSQL server instead).',
    );
    this.name = 'NotDurable';
  }
}
