/** What a step was given is in its row of the log: the reason that was asked, and what stood there before. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { actCancel, actLimit, actUpdate } from '../../contract/counting/acts.ts';
import { counterRelease, counterUpdate } from '../../contract/counting/counters.ts';
import { invoiceCancel } from '../../contract/invoices/heads.ts';
import { lineCorrect } from '../../contract/invoices/lines.ts';
import { addCounter, countingAct, openAct } from './acts.ts';
import { confirmed, draft, firstLine, line } from './invoiceKit.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();

/** What the log has of a document's last step of this name. */
async function detailsOf(documentId: number, event: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    SELECT payload FROM event_log WHERE document_id = ${documentId} AND event = ${event}
    ORDER BY id DESC LIMIT 1`.execute(server.current.db.kysely);
  return rows[0]?.payload;
}

describe('an act', () => {
  it('has the reason of its end', async () => {
    const id = await openAct(server.current);
    await server.current.do('keeper', actCancel, { params: { id }, body: { reason: 'Xato ochilgan' } });
    expect(await detailsOf(id, 'act.cancel')).toMatchObject({ reason: 'Xato ochilgan' });
  });

  it('has its words before and after they were changed', async () => {
    const id = await openAct(server.current);
    await server.current.do('keeper', actUpdate, {
      params: { id },
      body: { organization_id: ORGANIZATION, comment: 'Yillik sanoq' },
    });
    expect(await detailsOf(id, 'act.update')).toMatchObject({
      before: { comment: 'Sinov' },
      after: { comment: 'Yillik sanoq' },
    });
  });

  it('has who counted a list before and after it was given to another person', async () => {
    const id = await openAct(server.current);
    const counter = await addCounter(server.current, id, 'counter1');
    await server.current.do('keeper', counterUpdate, {
      params: { id: counter },
      body: { title: 'Ombor', user_id: PEOPLE.counter2.id },
    });
    expect(await detailsOf(id, 'counter.rename')).toMatchObject({
      before: { title: 'counter1 roʻyxati', user_id: PEOPLE.counter1.id },
      after: { title: 'Ombor', user_id: PEOPLE.counter2.id },
    });
  });

  it('has the reason that a list was ended for', async () => {
    const { id, counters } = await countingAct(server.current);
    await server.current.do('keeper', counterRelease, {
      params: { id: counters[0] ?? 0 },
      body: { reason: 'Kasal boʻlib qoldi' },
    });
    expect(await detailsOf(id, 'counter.release')).toMatchObject({ reason: 'Kasal boʻlib qoldi' });
  });

  it('has the categories that it is limited to, by name', async () => {
    const id = await openAct(server.current);
    await server.current.do('keeper', actLimit, { params: { actId: id }, body: { category_ids: [1] } });
    expect(await detailsOf(id, 'act.limit')).toMatchObject({
      before: { categories: [] },
      after: { categories: [{ id: 1 }] },
    });
  });
});

describe('an invoice', () => {
  it('has the reason and the words of its end', async () => {
    const id = await draft(server.current, [line()]);
    await server.current.do('director', invoiceCancel, {
      params: { id },
      body: { canceled_commentary: 'Kelmadi', canceled_commentary_type: 'goods_not_received' },
    });
    expect(await detailsOf(id, 'invoice.cancel')).toMatchObject({ reason: 'goods_not_received', comment: 'Kelmadi' });
  });

  it('has the figures of a line before and after its correction, and why', async () => {
    const { id } = await confirmed(server.current, [line({ count: 5, value: 10_000 })]);
    const { id: lineId } = await firstLine(server.current, id);
    await server.current.do('accountant', lineCorrect, {
      params: { id: lineId },
      body: { count: 4, value: 10_000, reason: 'Bitta kam keldi' },
    });
    expect(await detailsOf(id, 'line.correct')).toMatchObject({
      before: { count: 5 },
      after: { count: 4 },
      reason: 'Bitta kam keldi',
    });
  });
});
