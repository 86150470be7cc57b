/** A place where documents wait: which of them a person may move by right and branch, and how they are shown. */
import { type RawBuilder, sql } from 'kysely';
import type { Queued, QueueItem } from '../../contract/day.ts';
import { allows } from '../../contract/rules.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import type { Step } from './steps.ts';

/** Every row of the branches. */
export const EVERY = sql`true`;

/** Rows that a person may move: in these branches (`all`, or without any), and by this condition. */
export interface Reach {
  readonly branches: 'all' | 'none' | readonly number[];
  readonly where: RawBuilder<unknown>;
  /** Only what is the person's own: the column of `d` that names the person, all that `where` compares. */
  readonly own?: string;
}

export interface Found extends Pick<QueueItem, 'id' | 'of' | 'name' | 'about' | 'organization' | 'sums'> {
  readonly allowed: readonly string[];
  /** Why the step is refused for a fact. */
  readonly reason: (event: string) => Promise<Refusal | undefined>;
}

export interface QueueSource {
  readonly chart: Exclude<Queued, 'testSitting'>;
  /** Which of the tables of its chart it is, as the log names it; null where there is one. */
  readonly kind: string | null;
  readonly steps: ReadonlyMap<string, Step>;
  /** States that it leaves by what people do with another document, in whose queue that waits: `reach` says who may. */
  readonly elsewhere?: ReadonlyMap<string, Step>;
  /** The key of a step's words, where the button of its window says another thing than that of its chart. */
  readonly says?: (event: string) => string;
  /** Its table as `d`, with what its conditions need. */
  readonly from: RawBuilder<unknown>;
  /** Column of the branch, where it has one. */
  readonly branch: RawBuilder<unknown>;
  readonly reach: (user: SignedIn, state: string) => readonly Reach[];
  /** Who may move it by another event than the step: call it off, take it back. */
  readonly besides?: (user: SignedIn, state: string) => readonly Reach[];
  readonly read: (asked: Asked, ids: readonly number[]) => Promise<Found[]>;
}

/** A lifecycle as far as one that is read a row at a time needs it. */
interface Lifecycle<R, T extends string, F> {
  find(asked: Asked, id: number, lock: boolean): Promise<R>;
  facts(asked: Asked, row: R, event: T, moment: 'before'): F | Promise<F>;
  allowed(row: R, facts: F, user: SignedIn): readonly string[];
  reasonOf(asked: Asked, row: R, event: T): Promise<Refusal | undefined>;
}

export type Shown = Pick<Found, 'name'> & Partial<Found>;
export const shown = ({ id, ...rest }: Shown & { id: number }) => ({
  ...{ id, of: null, about: null, organization: null, sums: {} },
  ...rest,
});

/** Of what is few: each row by itself. */
export const oneByOne =
  <R extends { id: number }, T extends string, F>(
    lifecycle: Lifecycle<R, T, F>,
    event: T,
    show: (row: R, asked: Asked) => Shown,
  ): QueueSource['read'] =>
  (asked, ids) =>
    Promise.all(
      ids.map(async (id) => {
        const row = await lifecycle.find(asked, id, false);
        const facts = await lifecycle.facts(asked, row, event, 'before');
        return {
          ...shown({ id, ...show(row, asked) }),
          allowed: lifecycle.allowed(row, facts, asked.user),
          reason: (due: string) => lifecycle.reasonOf(asked, row, due as T),
        };
      }),
    );

export const NOTHING: readonly Reach[] = [];
export const holds = (user: SignedIn, ...rules: string[]): boolean => rules.every((rule) => allows(user.rules, rule));
export const everywhere = (where = EVERY): Reach => ({ branches: 'all', where });
export const own = (user: SignedIn): Reach => ({ branches: [user.organizationId], where: EVERY });
export const ownBy = (user: SignedIn, own: string): Reach => ({
  ...everywhere(sql`${sql.ref(`d.${own}`)} = ${user.id}`),
  own,
});
/** Who takes money, where it is owed. */
export function atDesk(user: SignedIn): readonly Reach[] {
  if (!holds(user, 'cashbox.show', 'cashbox.add')) return NOTHING;
  return user.office ? [everywhere()] : [own(user)];
}
/** What has no branch. */
export const anyhow: Reach = { branches: 'none', where: EVERY };
export const ownedBy = (user: SignedIn): Reach => ownBy(user, 'owner_id');
export const documents = (kind: string) => ({
  from: sql`(SELECT * FROM document WHERE kind = ${sql.lit(kind)}) d`,
  branch: sql`d.organization_id`,
});
