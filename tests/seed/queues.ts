/**
 * The queue of twenty people over the demo's data is what reading every document one by one gives: those whose
 * `allowed_events` hold the step that moves the state on.
 */
import { sql } from 'kysely';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { announcementIndex } from '../../contract/announcements.ts';
import { blackListIndex } from '../../contract/blackList.ts';
import { cashDocumentIndex, cashDocumentShow } from '../../contract/cashDocuments.ts';
import { actIndex } from '../../contract/counting/acts.ts';
import { counterShow } from '../../contract/counting/counters.ts';
import { myDay } from '../../contract/day.ts';
import type { unblockRequest } from '../../contract/directories/unblockRequest.ts';
import { invoiceIndex } from '../../contract/invoices/heads.ts';
import { outputIndex, outputShow } from '../../contract/outputs.ts';
import { practiceDayIndex, practiceMonthIndex } from '../../contract/practiceDay.ts';
import { allows } from '../../contract/rules.ts';
import { contractIndex } from '../../contract/sale/contracts.ts';
import { orderIndex } from '../../contract/sale/orders.ts';
import { scoringRunIndex, scoringRunShow } from '../../contract/scoringRuns.ts';
import { withServerSide } from '../../contract/server.ts';
import type { priceMarkup } from '../../contract/settings/priceMarkup.ts';
import { testIndex, testShow } from '../../contract/testAuthors.ts';
import { requestDirectories } from '../../server/directory/approval.ts';
import { personOfToken, type SignedIn } from '../../server/http/auth.ts';
import { declaredDocuments } from '../../server/queue/sources.ts';
import { call, type Desk, personOf } from '../../server/seed/desk.ts';
import { demoPeople } from '../../server/seed/people.ts';
import { servedSettings } from '../../server/settings/serve.ts';

/** What moves each state on: specification 4 "Counting act", "Invoice"; areas 3.2, 3.4, 3.5, P2. */
const STEPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  countingAct: { created: 'residues.load', counted: 'act.complete', completed: 'act.form' },
  counter: { assigned: 'counter.start', counting: 'counter.submit' },
  invoice: { draft: 'invoice.send', sent: 'invoice.confirm' },
  practiceDay: { open: 'day.startClosing', closing: 'day.close' },
  practiceMonth: { open: 'month.close' },
  announcement: { draft: 'announcement.publish' },
  approval: { draft: 'request.send', sent: 'request.approve' },
  staffTest: { draft: 'test.publish' },
  settingRevision: { draft: 'revision.plan' },
  appeal: { new: 'appeal.assign', assigned: 'appeal.answer', answered: 'appeal.close' },
  output: { draft: 'output.pick', picking: 'output.handOver' },
  cashDocument: { draft: 'cash.confirm' },
  contractError: { found: 'error.take', fixing: 'error.accept' },
  questionnaire: { draft: 'questionnaire.submit', manual_review: 'review.approve' },
  paymentCertificate: { draft: 'certificate.issue' },
  saleOrder: { draft: 'order.reserve', reserved: 'order.convert' },
  contract: { draft: 'contract.sign' },
  scoringRun: { decided: 'run.review' },
  initiativeClient: { new: 'lead.call', client: 'lead.reward' },
  pledgeEvaluation: { draft: 'pledge.inspect', inspected: 'pledge.value', valued: 'pledge.approve' },
};

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly allowed_events: readonly string[];
}

type Place = Pick<SignedIn, 'rules' | 'office' | 'organizationId'>;

/** Every document that the person's own calls show, with what they allow. */
async function everything(desk: Desk, who: string, place: Place): Promise<[chart: string, seen: Seen][]> {
  const { rules } = place;
  const may = (one: Parameters<typeof withServerSide>[0]) => allows(rules, withServerSide(one).rule);
  const found: [string, Seen][] = [];
  const take = (chart: string, rows: readonly Seen[]) =>
    found.push(...rows.map((row) => [chart, row] as [string, Seen]));
  const query = { per_page: 100 } as const;
  if (may(actIndex)) {
    const { data } = await call(desk, who, actIndex, { query });
    take('countingAct', data);
    for (const { counters } of data)
      for (const { id } of counters.filter(({ mine }) => mine))
        take('counter', [(await call(desk, who, counterShow, { params: { id } })).data.counter]);
  }
  if (may(invoiceIndex)) take('invoice', (await call(desk, who, invoiceIndex, { query })).data);
  if (may(practiceDayIndex))
    for (const status of ['open', 'closing'] as const)
      take('practiceDay', (await call(desk, who, practiceDayIndex, { query: { ...query, status } })).data);
  if (may(practiceMonthIndex)) take('practiceMonth', (await call(desk, who, practiceMonthIndex, { query })).data);
  if (may(announcementIndex)) take('announcement', (await call(desk, who, announcementIndex, { query })).data);
  if (may(blackListIndex)) take('approval', (await call(desk, who, blackListIndex, { query })).data);
  for (const { directory } of requestDirectories()) {
    const { index, show } = directory.calls as unknown as typeof unblockRequest.calls;
    if (!may(index)) continue;
    // of a year there are thousands that were answered
    for (const status of ['draft', 'sent'] as const)
      for (const { id } of (await call(desk, who, index, { query: { ...query, status } })).data) {
        const { data } = await call(desk, who, show, { params: { id } });
        take(`approval ${directory.spec.name}`, [data as Seen]);
      }
  }
  for (const { directory } of declaredDocuments()) {
    const { index, show } = directory.calls as unknown as typeof unblockRequest.calls;
    if (!may(index)) continue;
    for (const { id } of (await call(desk, who, index, { query })).data) {
      const { data } = await call(desk, who, show, { params: { id } });
      take(directory.spec.name, [data as Seen]);
    }
  }
  // of a year there are thousands that nothing moves on any more
  if (may(outputIndex))
    for (const status of ['draft', 'picking'] as const)
      for (const { id } of (await call(desk, who, outputIndex, { query: { ...query, status } })).data)
        take('output', [(await call(desk, who, outputShow, { params: { id } })).data]);
  if (may(contractIndex)) {
    const draft = { query: { ...query, status: 'draft' } } as const;
    take('contract', (await call(desk, who, contractIndex, draft)).data);
    take('saleOrder', (await call(desk, who, orderIndex, draft)).data);
    const { data: kept } = await call(desk, who, orderIndex, { query: { ...query, status: 'reserved' } });
    // a contract is written over what is kept, in the own branch, by another call than one of the order
    const free = kept.filter(
      ({ contract, organization_id, reserved_until }) =>
        (contract === null || contract.status === 'cancelled') &&
        reserved_until !== null &&
        Date.parse(reserved_until) > Date.now() &&
        allows(rules, 'contract.add') &&
        (place.office || place.organizationId === organization_id),
    );
    take(
      'saleOrder',
      free.map((one) => ({ ...one, allowed_events: ['order.convert'] })),
    );
  }
  if (may(scoringRunIndex))
    for (const { id } of (
      await call(desk, who, scoringRunIndex, { query: { ...query, status: 'decided', decision: 'manual' } })
    ).data)
      take('scoringRun', [(await call(desk, who, scoringRunShow, { params: { id } })).data]);
  if (may(cashDocumentIndex))
    for (const { id } of (await call(desk, who, cashDocumentIndex, { query: { ...query, status: 'draft' } })).data)
      take('cashDocument', [(await call(desk, who, cashDocumentShow, { params: { id } })).data]);
  if (may(testIndex))
    for (const { id } of (await call(desk, who, testIndex, { query })).data)
      take('staffTest', [(await call(desk, who, testShow, { params: { id } })).data]);
  for (const { setting, table } of servedSettings()) {
    const revisions = setting.calls.revisions as typeof priceMarkup.calls.revisions;
    if (!may(revisions)) continue;
    const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table.name)} WHERE status = 'draft'`.execute(
      desk.db.kysely,
    );
    for (const { id } of rows) {
      // one that is of a branch which the person does not see is not there for him
      const seen = await call(desk, who, revisions, { params: { id } }).catch(() => ({ data: [] as Seen[] }));
      take(
        `settingRevision ${setting.spec.name}`,
        (seen.data as readonly Seen[]).filter((one) => one.id === id),
      );
    }
  }
  return found;
}

/** One of each position first, then others, so that every set of rights is among them. */
function twenty(): string[] {
  const people = demoPeople();
  const ofPosition = new Map(people.map((one) => [one.position, one.username]));
  return [...new Set([...ofPosition.values(), ...people.map(({ username }) => username)])].slice(0, 20);
}

/** Compares for twenty people. @throws where a queue is not what was found one by one, or the demo has too little to compare. */
export async function compareQueues(desk: Desk): Promise<void> {
  const named = new Set<string>();
  for (const who of twenty()) {
    const { token } = await personOf(desk, who);
    const user = await personOfToken(desk.db.kysely, token, new Date());
    const brute = (await everything(desk, who, user as Place))
      .filter(([chart, { status, allowed_events }]) =>
        allowed_events.includes(STEPS[chart.split(' ')[0] ?? '']?.[status] ?? '-'),
      )
      .map(([chart, { id, status }]) => `${chart} ${status} ${id}`);
    // a browser refuses an answer that its schema does not know
    const { queue, more } = z.parse(myDay.response, await call(desk, who, myDay, {})).data;
    expect(more, who).toEqual([]);
    const ours = queue.filter(({ chart }) => chart !== 'testSitting');
    const setting = (kind: string | null) => (kind === null ? '' : ` ${kind}`);
    expect(ours.map(({ chart, kind, state, id }) => `${chart}${setting(kind)} ${state} ${id}`).sort(), who).toEqual(
      brute.sort(),
    );
    for (const { chart, state, event } of ours) {
      expect(event).toBe(STEPS[chart]?.[state]);
      named.add(`${chart} ${state}`);
    }
    // late first, the oldest on top of each
    const order = queue.map(({ late, since }) => `${late === null} ${late !== 'minutes'} ${since}`);
    expect(order, who).toEqual([...order].sort());
  }
  // the demo has something to move of most kinds; else nothing would have been compared
  expect([...named]).toEqual(
    expect.arrayContaining([
      'countingAct created',
      'countingAct counted',
      'invoice draft',
      'invoice sent',
      'practiceDay open',
    ]),
  );
}
