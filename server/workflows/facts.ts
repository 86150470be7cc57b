/** What the guards of a record's chart read now, of any workflow whose documents have a log. */
import type { Replayed } from '../../contract/workflows.ts';
import { ANNOUNCEMENTS } from '../announcements/announcements.ts';
import { CASH } from '../cash/cashDocuments.ts';
import { BLACK_LIST } from '../clients/blackList.ts';
import { GUARANTEES } from '../contracts/guarantees.ts';
import { CONTRACTS } from '../contracts/lifecycle.ts';
import { ACTS, COUNTERS } from '../counting/answers.ts';
import { servedDirectories } from '../directory/serve.ts';
import { IMPORTS } from '../import/imports.ts';
import { INVOICES } from '../invoices/answers.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { SESSIONS } from '../myid/sessions.ts';
import { ORDERS } from '../orders/lifecycle.ts';
import { OUTPUTS } from '../outputs/answers.ts';
import { DAYS } from '../practiceDay/days.ts';
import { MONTHS } from '../practiceDay/months.ts';
import { RUNS } from '../scoring/runs.ts';
import { servedSettings } from '../settings/serve.ts';
import { TESTS } from '../staffTests/authors.ts';
import { SITTINGS } from '../staffTests/sittings.ts';

type Moment = 'before' | 'after';

/** A lifecycle as far as its facts go. */
interface Lifecycle<R, T extends string> {
  find(asked: Asked, id: number, lock: boolean): Promise<R>;
  facts(asked: Asked, row: R, event: T, moment: Moment): unknown;
}

type Reads = (asked: Asked, id: number) => Promise<unknown>;

/** As after a step: read anew and whole, where before one only what its event asks is found. */
const read =
  <R, T extends string>(lifecycle: Lifecycle<R, T>, event: T, moment: Moment = 'after'): Reads =>
  async (asked, id) =>
    lifecycle.facts(asked, await lifecycle.find(asked, id, false), event, moment);

const READS: Readonly<Partial<Record<Replayed, Reads>>> = {
  countingAct: read(ACTS, 'act.complete'),
  invoice: read(INVOICES, 'invoice.send'),
  output: read(OUTPUTS, 'output.cancel'),
  saleOrder: read(ORDERS, 'order.cancel'),
  // what signing waits for is found before it alone
  contract: read(CONTRACTS, 'contract.sign', 'before'),
  cashDocument: read(CASH, 'cash.confirm'),
  practiceDay: read(DAYS, 'day.reopen'),
  practiceMonth: read(MONTHS, 'month.close'),
  announcement: read(ANNOUNCEMENTS, 'announcement.publish'),
  testSitting: read(SITTINGS, 'attempt.give'),
  staffTest: read(TESTS, 'test.publish'),
  import: read(IMPORTS, 'import.check'),
  scoringRun: read(RUNS, 'run.start'),
  myIdSession: read(SESSIONS, 'myid.start'),
  guarantee: read(GUARANTEES, 'guarantee.sign'),
};

function readsOf(machine: Replayed, kind: string | null): Reads | undefined {
  if (machine === 'settingRevision') {
    const setting = servedSettings().find((one) => one.setting.spec.name === kind);
    return setting && read(setting.revisions, 'revision.plan');
  }
  if (kind === BLACK_LIST.kind) return read(BLACK_LIST, 'request.send');
  const directory = servedDirectories().find(({ directory: { spec } }) =>
    kind === null ? spec.chart?.machine === machine : spec.name === kind,
  );
  return READS[machine] ?? (directory && read(directory.lifecycle, 'record.update'));
}

export interface StandingChart {
  readonly machine: Replayed;
  readonly state: string;
  readonly facts: unknown;
}

/** The chart that a record belongs to as a part: it takes the part's events too, and its guards read what the part's do not. */
export async function chartOfWhole(
  asked: Asked,
  { machine, id }: { machine: Replayed; id: number },
): Promise<StandingChart | null> {
  if (machine !== 'counter') return null;
  const { act } = await COUNTERS.find(asked, id, false);
  return { machine: 'countingAct', state: act.status, facts: await ACTS.facts(asked, act, 'act.complete', 'after') };
}

/** Facts of a record; none where its chart reads none. @throws Refusal 404 where the person may not see it */
export async function factsOfRecord(
  asked: Asked,
  { machine, kind, id }: { machine: Replayed; kind: string | null; id: number },
): Promise<unknown> {
  return (await readsOf(machine, kind)?.(asked, id)) ?? {};
}
