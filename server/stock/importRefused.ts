export interface ImportProblem {
  line: number;
  message: string;
}

/** The file or the place is not fit for an import at all. */
export class ImportRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefused';
  }
}
