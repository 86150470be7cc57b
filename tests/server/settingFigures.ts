/** Figures that refusals of settings ask for, beside what their kinds say: the generated tests need a right revision of each. */
import { sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { modelTrialStart } from '../../contract/modelTrials.ts';
import type { Database } from '../../server/db/open.ts';
import { tryModels } from '../../server/scoring/trials.ts';
import { bodyOf, type Referred } from './directoryKit.ts';
import type { PersonName } from './world.ts';

type Body = Record<string, unknown>;

interface World {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any call
  readonly done: (who: PersonName, one: Call, options?: object) => Promise<any>;
  /** A number that was not given before. */
  readonly next: () => number;
  readonly referred: Referred;
  readonly db: () => Database;
}

export function ownFigures({ done, next, referred, db }: World): Readonly<Record<string, () => Body | Promise<Body>>> {
  /** A criterion that gives points since March. */
  async function scoredCriterion(): Promise<number> {
    const id = await referred('scoringCriterion', next());
    await sql`INSERT INTO criterion_condition (criterion_id, at_least, score, stop, valid_from, status)
      VALUES (${id}, 0, 10, false, '2026-03-01', 'valid')`.execute(db().kysely);
    return id;
  }
  /** A terminal of the director's branch. */
  async function terminal(): Promise<number> {
    const body = {
      ...(await bodyOf(cashAccount as unknown as AnyDirectory, next(), referred)),
      kind: 'terminal',
      bank_id: null,
      account: null,
    };
    return (await done('director', cashAccount.calls.create, { body })).id;
  }
  return {
    aloqabankAccount: async () => ({ terminal_id: await terminal() }),
    carBasePrice: () => ({ price: 50_000_000 + next() }),
    categoryBrandLimitation: () => ({ allowed: true, max_quantity: 10 + next() }),
    criterionSetting: async () => ({ manual_from: 40, approve_from: 60, criteria: [await scoredCriterion()] }),
    initiativeSetting: () => ({ fee_kind: 'sum', amount: 50_000 + next() }),
    masterFee: () => ({ fee: 150_000 + next(), percent: null }),
    matrixItem: () => ({ max: 1000 + next() }),
    moneyValue: () => ({ value: 1 + next() }),
    pledgeSetting: () => ({ min_year: String(2000 + (next() % 20)) }),
    productLimit: () => ({ max: 1000 + next() }),
    ramadanSetting: () => ({ discount: 1 + (next() % 50) }),
  };
}

/** What has to be done with a draft before it is settled. */
export function ownSteps({
  done,
  db,
}: Pick<World, 'done' | 'db'>): Readonly<Record<string, (id: number) => Promise<void>>> {
  return {
    async criterionSetting(id) {
      await done('director', modelTrialStart, { params: { id } });
      while (await tryModels(db()));
    },
  };
}
