/** What a mutant of the server's step is: one place of a file, replaced. */
export const STEP_KINDS = ['right', 'state', 'version', 'day', 'effect', 'facts', 'log', 'posting'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export interface StepMutant {
  readonly kind: StepKind;
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  /** Files below `tests/server` that have to see it; without any the API layers of all lifecycles are asked. */
  readonly of?: readonly string[];
}
