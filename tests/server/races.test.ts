/** Two at once, twice the same, and who saw an older version (decision 43). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  actCancel,
  actComplete,
  actCreate,
  actForm,
  actIndex,
  actShow,
  actUpdate,
  loadResidues,
} from '../../contract/counting/acts.ts';
import { counterCreate, counterIndex, counterStart, counterUpdate } from '../../contract/counting/counters.ts';
import { listedProducts, submitList } from '../../contract/counting/entries.ts';
import { addManually, resolveMoved } from '../../contract/counting/matrix.ts';
import {
  addCounter,
  completedAct,
  countingAct,
  entry,
  fingerprintOf,
  NOTHING,
  openAct,
  save,
  stockOf,
  submit,
  taken,
} from './acts.ts';
import { type Answer, ORGANIZATION, PEOPLE, PLAIN, stockIn, withServer } from './world.ts';

const server = withServer();

const statuses = (answers: Answer<unknown>[]) => answers.map((answer) => answer.status).sort();
const times = <T>(n: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, at) => make(at)));
const acts = async () => (await server.current.do('keeper', actIndex)).meta.total ?? 0;

describe('Idempotency-Key', () => {
  const body = { organization_id: ORGANIZATION, comment: 'Bir marta' };

  it('two clicks at once make one document, and both get its answer', async () => {
    const before = await acts();
    const key = randomUUID();
    const answers = await times(5, () => server.current.call('keeper', actCreate, { body, key }));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await acts()).toBe(before + 1);
  });

  it('the same key later gives the first answer, whatever happened since', async () => {
    const key = randomUUID();
    const first = taken(await server.current.call('keeper', actCreate, { body, key }));
    await server.current.do('keeper', actCancel, { params: { id: first.data.id }, body: { reason: 'Xato' } });
    const again = taken(await server.current.call('keeper', actCreate, { body, key }));
    expect(again).toEqual(first);
  });

  it('another body, another address or another call with the same key is 409 key_reused', async () => {
    const key = randomUUID();
    const made = taken(await server.current.call('keeper', actCreate, { body, key }));
    const id = made.data.id;
    const before = await fingerprintOf(server.current);
    for (const answer of [
      await server.current.call('keeper', actCreate, { body: { ...body, comment: 'Ikki marta' }, key }),
      await server.current.call('keeper', actUpdate, { params: { id }, body, key }),
      await server.current.call('keeper', loadResidues, { params: { actId: id }, key }),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'key_reused']);
    }
    expect(await fingerprintOf(server.current)).toBe(before);
  });

  it('belongs to a person: another’s same key is another key', async () => {
    const key = randomUUID();
    const mine = taken(await server.current.call('keeper', actCreate, { body, key }));
    const theirs = taken(await server.current.call('stranger', actCreate, { body, key }));
    expect(theirs.data.id).not.toBe(mine.data.id);
  });

  it('a refused call leaves its key free', async () => {
    const id = await openAct(server.current);
    const key = randomUUID();
    const complete = () => server.current.call('keeper', actComplete, { params: { actId: id }, key });
    expect((await complete()).status).toBe(409);
    const wrong = await server.current.call('keeper', actCreate, { body: { ...body, comment: '' }, key });
    expect(wrong.status).toBe(422);
    const counter = await addCounter(server.current, id, 'counter1');
    await server.current.do('keeper', loadResidues, { params: { actId: id } });
    await server.current.do('counter1', counterStart, { params: { id: counter } });
    taken(await submit(server.current, 'counter1', counter, []));
    expect(taken(await complete()).data.status).toBe('completed');
    expect(taken(await complete()).data.status).toBe('completed');
    expect((await server.current.call('keeper', actComplete, { params: { actId: id } })).status).toBe(409);
  });

  it('a list handed in twice with one key is in once', async () => {
    const { counters } = await countingAct(server.current);
    const [id = NOTHING] = counters;
    const key = randomUUID();
    const answers = await times(3, () =>
      server.current.call('counter1', submitList, {
        params: { id },
        body: { listed_products: [{ product_variant_id: PLAIN, count: 4 }] },
        key,
      }),
    );
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const list = await server.current.do('counter1', listedProducts, { params: { id } });
    expect(list.data).toHaveLength(1);
    expect(list.data[0]).toMatchObject({ count: 4 });
    expect(list.data[0]?.entries).toHaveLength(1);
  });
});

describe('forming posts once', () => {
  it.each([
    ['one key for all', true],
    ['a key each', false],
    ['no key', undefined],
  ])('ten at once, %s', async (_, shared) => {
    const key = randomUUID();
    const before = (await stockOf(server.current)).pieces.get(PLAIN) ?? 0;
    const { id } = await completedAct(server.current, [{ product_variant_id: PLAIN, count: before + 3 }]);
    const answers = await times(10, () =>
      server.current.call('keeper', actForm, {
        params: { id },
        ...(shared === undefined ? {} : { key: shared ? key : randomUUID() }),
      }),
    );
    const taken10 = answers.filter((answer) => answer.status === 200);
    expect(taken10).toHaveLength(shared ? 10 : 1);
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.body.data.status).toBe('formed');
      else expect([answer.status, answer.error.code, answer.error.state]).toEqual([409, 'not_allowed_now', 'formed']);
    }
    expect((await stockOf(server.current)).pieces.get(PLAIN)).toBe(before + 3);
    const moves = await server.current.db.kysely
      .selectFrom('stock_move')
      .select('qty')
      .where('document_id', '=', id)
      .execute();
    expect(moves).toEqual([{ qty: 3 }]);
    const logged = await server.current.db.kysely
      .selectFrom('event_log')
      .select('event')
      .where('document_id', '=', id)
      .where('event', '=', 'act.form')
      .execute();
    expect(logged).toHaveLength(1);
  });

  it('two acts over one product at once: both differences are in the stock', async () => {
    const before = (await stockOf(server.current)).pieces.get(4) ?? 0;
    const first = await completedAct(server.current, [{ product_variant_id: 4, count: before + 2 }]);
    const second = await completedAct(server.current, [{ product_variant_id: 4, count: before + 5 }]);
    const answers = await Promise.all(
      [first, second].map(({ id }) => server.current.call('keeper', actForm, { params: { id } })),
    );
    expect(statuses(answers)).toEqual([200, 200]);
    expect((await stockOf(server.current)).pieces.get(4)).toBe(before + 7);
  });
});

describe('one after the other', () => {
  it('numbers of documents have no twin and no gap', async () => {
    const answers = await times(8, (at) =>
      server.current.call(at % 2 ? 'keeper' : 'stranger', actCreate, {
        body: { organization_id: ORGANIZATION, comment: 'Bir paytda' },
      }),
    );
    const numbers = answers.map((answer) => Number(taken(answer).data.number.split('-')[2])).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  });

  it('the last two lists at once bring the act to `counted`, once', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const answers = await Promise.all([
      submit(server.current, 'counter1', counters[0] ?? NOTHING, []),
      submit(server.current, 'counter2', counters[1] ?? NOTHING, []),
    ]);
    expect(statuses(answers)).toEqual([200, 200]);
    expect((await server.current.do('keeper', actShow, { params: { id } })).data.status).toBe('counted');
    const logged = await server.current.db.kysely
      .selectFrom('event_log')
      .select('event')
      .where('document_id', '=', id)
      .where('event', '=', 'counters.allSubmitted')
      .execute();
    expect(logged).toHaveLength(1);
  });

  it('entries and the list at once: all of them are in, or the list is refused', async () => {
    const { counters } = await countingAct(server.current);
    const [id = NOTHING] = counters;
    taken(await save(server.current, 'counter1', id, [entry(PLAIN, 5)]));
    const [saved, listed] = await Promise.all([
      save(server.current, 'counter1', id, [entry(PLAIN, 1)]),
      submit(server.current, 'counter1', id, [{ product_variant_id: PLAIN, count: 5 }]),
    ]);
    const list = await server.current.do('counter1', listedProducts, { params: { id } });
    if (listed.status === 200) {
      expect(saved.status).toBe(409);
      expect(list.data[0]?.count).toBe(5);
    } else {
      expect([saved.status, listed.error.code]).toEqual([200, 'entries_differ']);
      expect(list.data[0]?.count).toBe(6);
    }
  });

  it('one person is added as a counter once', async () => {
    const actId = await openAct(server.current);
    const answers = await times(4, () =>
      server.current.call('keeper', counterCreate, {
        params: { actId },
        body: { title: 'Bir xil', user_id: PEOPLE.counter1.id },
      }),
    );
    expect(statuses(answers)).toEqual([200, 422, 422, 422]);
    expect((await server.current.do('keeper', counterIndex, { params: { actId } })).meta.total).toBe(1);
  });

  it('completing and counting by hand at once: a completed act has the figures that it had', async () => {
    const { id, counters } = await countingAct(server.current);
    taken(await submit(server.current, 'counter1', counters[0] ?? NOTHING, [{ product_variant_id: 6, count: 10 }]));
    const [completed, byHand] = await Promise.all([
      server.current.call('keeper', actComplete, { params: { actId: id } }),
      server.current.call('deputy', addManually, {
        params: { actId: id },
        body: { product_variant_id: 6, listed_products: [{ product_variant_id: 6, count: 8 }] },
      }),
    ]);
    expect(completed.status).toBe(200);
    const result = await server.current.db.kysely
      .selectFrom('count_result')
      .select('final_count')
      .where('act_of_count_id', '=', id)
      .execute();
    expect(result).toEqual([{ final_count: byHand.status === 200 ? 8 : 10 }]);
  });
});

describe('If-Match', () => {
  it('a version that is no longer is 409 stale with what is there now, and changes nothing', async () => {
    const id = await openAct(server.current);
    const { version } = (await server.current.do('keeper', actShow, { params: { id } })).data;
    const change = (comment: string, ifMatch: number | string) =>
      server.current.call('deputy', actUpdate, {
        params: { id },
        body: { organization_id: ORGANIZATION, comment },
        ifMatch,
      });
    const first = taken(await change('Birinchi', version));
    expect(first.data.version).toBe(version + 1);
    const before = await fingerprintOf(server.current);
    const second = await change('Ikkinchi', version);
    expect([second.status, second.error.code]).toEqual([409, 'stale']);
    expect(second.error.current).toMatchObject({ id, comment: 'Birinchi', version: version + 1 });
    expect(await fingerprintOf(server.current)).toBe(before);
    // Quoted as an ETag, and any version at all.
    taken(await change('Uchinchi', `"${version + 1}"`));
    taken(await change('Toʻrtinchi', '*'));
  });

  it('of two managers at once one is first, the other sees it', async () => {
    const id = await openAct(server.current);
    const answers = await Promise.all(
      (['keeper', 'deputy'] as const).map((who) =>
        server.current.call(who, actUpdate, {
          params: { id },
          body: { organization_id: ORGANIZATION, comment: who },
          ifMatch: 1,
        }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409]);
    const [won, lost] = answers[0]?.status === 200 ? ['keeper', answers[1]] : ['deputy', answers[0]];
    expect((lost as Answer<unknown>).error.current).toMatchObject({ comment: won });
  });

  it('guards every step of an act, a counter’s own row, and the decision on a product', async () => {
    const id = await openAct(server.current);
    const counter = await addCounter(server.current, id, 'counter1');
    const stale = async (answer: Promise<Answer<unknown>>, current: object) => {
      const { status, error } = await answer;
      expect([status, error.code]).toEqual([409, 'stale']);
      expect(error.current).toMatchObject(current);
    };
    const params = { actId: id };
    await stale(server.current.call('keeper', loadResidues, { params, ifMatch: 99 }), { id });
    await stale(
      server.current.call('keeper', counterCreate, {
        params,
        body: { title: 'x', user_id: PEOPLE.counter2.id },
        ifMatch: 99,
      }),
      { id },
    );
    await stale(
      server.current.call('keeper', counterUpdate, {
        params: { id: counter },
        body: { title: 'x', user_id: PEOPLE.counter1.id },
        ifMatch: 99,
      }),
      { id: counter, version: 1 },
    );
    await server.current.do('keeper', loadResidues, { params });
    await stale(server.current.call('counter1', counterStart, { params: { id: counter }, ifMatch: 99 }), {
      id: counter,
    });
    await server.current.do('counter1', counterStart, { params: { id: counter }, ifMatch: 1 });
    await stale(
      server.current.call('counter1', submitList, {
        params: { id: counter },
        body: { listed_products: [] },
        ifMatch: 1,
      }),
      { id: counter, version: 2 },
    );
    await server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, 1, { lines: [{ variantId: 7, qty: 1 }] }));
    taken(await submit(server.current, 'counter1', counter, [{ product_variant_id: 7, count: 10 }]));
    const byHand = (count: number, ifMatch: number) =>
      server.current.call('keeper', addManually, {
        params,
        body: { product_variant_id: 7, listed_products: [{ product_variant_id: 7, count }] },
        ifMatch,
      });
    taken(await byHand(9, 0));
    await stale(byHand(8, 0), { product_variant: { id: 7 }, manual: 9, version: 1 });
    await stale(
      server.current.call('keeper', resolveMoved, {
        params,
        body: { product_variant_id: 7, keep: 'count' },
        ifMatch: 0,
      }),
      { version: 1, keep: null },
    );
    await server.current.do('keeper', resolveMoved, {
      params,
      body: { product_variant_id: 7, keep: 'count' },
      ifMatch: 1,
    });
    taken(await byHand(8, 2));
    await stale(server.current.call('keeper', actComplete, { params, ifMatch: 1 }), { id });
    await server.current.do('keeper', actComplete, { params });
    await stale(server.current.call('keeper', actForm, { params: { id }, ifMatch: 1 }), { id, status: 'completed' });
  });
});
