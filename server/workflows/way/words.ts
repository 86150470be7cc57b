/** What the parts of a way have in common. */

export type Row = { readonly id: number };

/** Records where facts of a document are changed. */
export type Beside = Readonly<Record<string, number>>;

/** A condition that is not met, as a refusal says it. */
export interface Said {
  readonly messageKey: string;
  readonly values: Readonly<Record<string, string | number>>;
}
