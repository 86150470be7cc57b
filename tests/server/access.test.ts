/** Who may see and do what (decision 18): exactly 200, 403 or 404; and a counter counts blind, whatever is called. */
import { describe, expect, it } from 'vitest';
import { type Call, paramNames } from '../../contract/call.ts';
import { choiceCalls, organizationGetAll, userGetAll } from '../../contract/choices.ts';
import {
  actCancel,
  actComplete,
  actCreate,
  actForm,
  actHistory,
  actIndex,
  actLimit,
  actShow,
  actUpdate,
  actUploadFile,
  fileDownload,
  loadResidues,
} from '../../contract/counting/acts.ts';
import { addCommentary, commentaryIndex, editCommentary } from '../../contract/counting/comments.ts';
import {
  counterCreate,
  counterCreateMany,
  counterDelete,
  counterIndex,
  counterProposals,
  counterRelease,
  counterShow,
  counterStart,
  counterUpdate,
} from '../../contract/counting/counters.ts';
import { counterProducts, listedProducts, saveEntries, submitList } from '../../contract/counting/entries.ts';
import { countingCalls } from '../../contract/counting/index.ts';
import {
  addManually,
  downloadExcel,
  productInformation,
  resolveMoved,
  rowsShow,
} from '../../contract/counting/matrix.ts';
import { productBarcode } from '../../contract/directories/productBarcode.ts';
import { calls } from '../../contract/index.ts';
import { addCounter, countingAct, entry, NOTHING, openAct, save, submit, taken } from './acts.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import {
  ORGANIZATION,
  OTHER_ORGANIZATION,
  PEOPLE,
  type PersonName,
  PHONE,
  PLAIN,
  type Sent,
  serialOf,
  stockIn,
  withServer,
} from './world.ts';

const server = withServer();
const png = () => new Uint8Array(PNG);

const WHO = ['keeper', 'deputy', 'viewer', 'counter1', 'counter2', 'stranger', 'nobody'] as const;
type Who = (typeof WHO)[number];

/** What each gets, in the order of `WHO`: creator, deputy, viewer, this counter, another counter, stranger, nobody. */
const MANAGERS = [200, 200, 403, 403, 403, 404, 403];
const READERS = [200, 200, 200, 403, 403, 404, 403];
const ITSELF = [403, 403, 403, 200, 403, 404, 403];
const ITSELF_AND_READERS = [200, 200, 200, 200, 403, 404, 403];
const EVERY_SIGHT = [200, 200, 200, 200, 200, 404, 403];
const ANY_SHOW = [200, 200, 200, 200, 200, 200, 403];

interface Place {
  id: number;
  counter: number;
  other: number;
  comment: number;
  file: number;
}

type Stage = 'created' | 'assigned' | 'counting' | 'counted' | 'completed';

/** An act made by the keeper, with counter1 and counter2, brought to a stage. */
async function place(stage: Stage): Promise<Place> {
  const on = server.current;
  const id = await openAct(on);
  const comment = await on.do('keeper', addCommentary, {
    form: fileForm({ act_of_count_id: String(id), comment: 'Boshlandi' }, png()),
  });
  const at: Place = {
    id,
    counter: NOTHING,
    other: NOTHING,
    comment: comment.data.id,
    file: comment.data.file?.id ?? 0,
  };
  at.counter = await addCounter(on, id, 'counter1');
  at.other = await addCounter(on, id, 'counter2');
  if (stage === 'created') return at;
  await on.do('keeper', loadResidues, { params: { actId: id } });
  if (stage === 'assigned') return at;
  await on.do('counter1', counterStart, { params: { id: at.counter } });
  await on.do('counter2', counterStart, { params: { id: at.other } });
  if (stage === 'counting') return at;
  taken(await submit(on, 'counter2', at.other, []));
  if (stage === 'counted' || stage === 'completed') taken(await submit(on, 'counter1', at.counter, []));
  if (stage === 'completed') await on.do('keeper', actComplete, { params: { actId: id } });
  return at;
}

/** A call as one would send it to a place where its state allows it. */
interface Row<C extends Call = Call> {
  call: C;
  expected: readonly number[];
  stage: Stage;
  send: (at: Place) => Sent<C>;
}

const row = <C extends Call>(call: C, stage: Stage, expected: readonly number[], send: (at: Place) => Sent<C>): Row =>
  ({ call, stage, expected, send }) as unknown as Row;

const act = ({ id }: Place) => ({ params: { id } });
const actId = ({ id }: Place) => ({ params: { actId: id } });
const counter = ({ counter: id }: Place) => ({ params: { id } });

const TABLE: Row[] = [
  row(actShow, 'counting', READERS, act),
  row(actHistory, 'counting', READERS, act),
  row(rowsShow, 'counting', READERS, actId),
  row(downloadExcel, 'counting', READERS, actId),
  row(commentaryIndex, 'counting', READERS, actId),
  row(productInformation, 'counting', READERS, ({ id }) => ({
    query: { act_of_count_id: id, product_variant_id: PLAIN },
  })),
  // any signed-in person may ask for a file, so who may not see it learns nothing
  row(fileDownload, 'counting', [200, 200, 200, 403, 403, 404, 404], ({ file }) => ({ params: { id: file } })),
  row(counterIndex, 'counting', EVERY_SIGHT, actId),
  row(counterShow, 'counting', ITSELF_AND_READERS, counter),
  row(counterProducts, 'counting', ITSELF_AND_READERS, counter),
  row(listedProducts, 'counting', ITSELF_AND_READERS, counter),
  row(actIndex, 'created', ANY_SHOW, () => ({})),
  row(userGetAll, 'created', ANY_SHOW, () => ({})),
  row(organizationGetAll, 'created', ANY_SHOW, () => ({})),
  row(actCreate, 'created', [200, 403, 403, 403, 403, 200, 403], () => ({
    body: { organization_id: ORGANIZATION, comment: 'Yangi' },
  })),
  row(actUpdate, 'counting', MANAGERS, ({ id }) => ({
    params: { id },
    body: { organization_id: ORGANIZATION, comment: 'Yangi' },
  })),
  row(actLimit, 'created', MANAGERS, ({ id }) => ({ params: { actId: id }, body: { category_ids: [1] } })),
  row(counterCreate, 'counting', MANAGERS, ({ id }) => ({
    params: { actId: id },
    body: { title: 'Uchinchi', user_id: PEOPLE.counter3.id },
  })),
  row(counterCreateMany, 'counting', MANAGERS, ({ id }) => ({
    params: { actId: id },
    body: { counters: [{ title: 'Uchinchi', user_id: PEOPLE.counter3.id }] },
  })),
  row(counterProposals, 'counting', READERS, actId),
  row(counterUpdate, 'assigned', MANAGERS, ({ counter: id }) => ({
    params: { id },
    body: { title: 'Birinchi', user_id: PEOPLE.counter1.id },
  })),
  row(counterDelete, 'assigned', MANAGERS, counter),
  row(counterRelease, 'counting', MANAGERS, ({ counter: id }) => ({ params: { id }, body: { reason: 'Kelmadi' } })),
  row(loadResidues, 'assigned', MANAGERS, actId),
  row(actComplete, 'counted', MANAGERS, actId),
  row(addManually, 'counted', MANAGERS, ({ id }) => ({
    params: { actId: id },
    body: { product_variant_id: PLAIN, listed_products: [{ product_variant_id: PLAIN, count: 10 }] },
  })),
  row(actForm, 'completed', MANAGERS, act),
  row(actUploadFile, 'completed', MANAGERS, ({ id }) => ({ params: { id }, form: fileForm({}, png()) })),
  row(actCancel, 'counting', MANAGERS, ({ id }) => ({ params: { id }, body: { reason: 'Xato' } })),
  row(addCommentary, 'counting', MANAGERS, ({ id }) => ({
    form: fileForm({ act_of_count_id: String(id), comment: 'Izoh' }, undefined),
  })),
  // The author of a comment alone.
  row(editCommentary, 'counting', [200, 403, 403, 403, 403, 404, 403], ({ comment }) => ({
    form: fileForm({ id: String(comment), comment: 'Boshqa soʻz' }, undefined),
  })),
  row(counterStart, 'assigned', ITSELF, counter),
  row(saveEntries, 'counting', ITSELF, ({ counter: id }) => ({ params: { id }, body: { entries: [entry(PLAIN, 1)] } })),
  row(submitList, 'counting', ITSELF, ({ counter: id }) => ({ params: { id }, body: { listed_products: [] } })),
];

describe('people and calls', () => {
  // The rest of the table changes stock; `resolveMoved` has its own test below.
  it('the table holds every call on counting', () => {
    expect([...TABLE.map((one) => one.call.id), resolveMoved.id].sort()).toEqual(
      [...countingCalls, ...choiceCalls].map((call) => call.id).sort(),
    );
  });

  it.each(TABLE.map((one) => ({ name: one.call.id, one })))('$name', async ({ one }) => {
    const at = await place(one.stage);
    const refused = WHO.filter((_, n) => one.expected[n] !== 200);
    const allowed = WHO.filter((_, n) => one.expected[n] === 200);
    const got = new Map<Who, number>();
    for (const who of refused) got.set(who, (await server.current.call(who, one.call, one.send(at))).status);
    for (const [n, who] of allowed.entries()) {
      // An action is done once: who comes after the first gets a place of the same kind.
      const own = n === 0 || one.call.method === 'GET' ? at : await place(one.stage);
      const answer = await server.current.call(who, one.call, one.send(own));
      got.set(who, answer.status);
    }
    expect(WHO.map((who) => got.get(who))).toEqual(one.expected);
  });

  it('resolveMoved', async () => {
    const at = await place('counting');
    await server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, 1, { lines: [{ variantId: 9, qty: 1 }] }));
    taken(await save(server.current, 'counter1', at.counter, [entry(9, 10)]));
    const ask = (who: PersonName) =>
      server.current.call(who, resolveMoved, {
        params: { actId: at.id },
        body: { product_variant_id: 9, keep: 'count' },
      });
    const got: number[] = [];
    for (const who of ['viewer', 'counter1', 'counter2', 'stranger', 'nobody', 'deputy'] as const) {
      got.push((await ask(who)).status);
    }
    expect(got).toEqual([403, 403, 403, 404, 403, 200]);
  });

  it('a counter without the rule is refused in the act that it counts', async () => {
    const id = await openAct(server.current);
    const own = await addCounter(server.current, id, 'nobody');
    expect((await server.current.call('nobody', counterShow, { params: { id: own } })).status).toBe(403);
    expect((await server.current.call('nobody', actIndex)).status).toBe(403);
  });

  it('a counter of another act sees nothing of this one', async () => {
    const mine = await place('counting');
    const { counters } = await countingAct(server.current, ['counter3']);
    const theirs = counters[0] ?? NOTHING;
    for (const answer of [
      await save(server.current, 'counter1', theirs, [entry(PLAIN, 1)]),
      await submit(server.current, 'counter1', theirs, []),
      await server.current.call('counter3', listedProducts, { params: { id: mine.counter } }),
      await server.current.call('counter3', rowsShow, { params: { actId: mine.id } }),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  it('a list given to another person is no longer the first one’s', async () => {
    const at = await place('assigned');
    await server.current.do('keeper', counterUpdate, {
      params: { id: at.counter },
      body: { title: 'Birinchi', user_id: PEOPLE.counter3.id },
    });
    expect((await server.current.call('counter1', counterStart, { params: { id: at.counter } })).status).toBe(404);
    await server.current.do('counter3', counterStart, { params: { id: at.counter } });
  });

  it('lists: each person the acts they may see', async () => {
    const at = await place('counting');
    const seen = async (who: Who) => (await server.current.do(who, actIndex)).data.some((one) => one.id === at.id);
    expect(await Promise.all(WHO.slice(0, 6).map(seen))).toEqual([true, true, true, true, true, false]);
  });

  it('opens acts for another branch only with allshow or from the office', async () => {
    const body = { organization_id: OTHER_ORGANIZATION, comment: 'Boshqa filial' };
    const refused = await server.current.call('keeper', actCreate, { body });
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
    const choice = async (who: PersonName) => (await server.current.do(who, organizationGetAll)).data.map((o) => o.id);
    expect(await choice('keeper')).toEqual([ORGANIZATION]);
    expect(await choice('viewer')).toEqual([ORGANIZATION, OTHER_ORGANIZATION]);
  });
});

describe('a counter counts blind', () => {
  it('gets no expected quantity, cost or figure of another from any call, answered or refused', async () => {
    const on = server.current;
    // Figures that stand for nothing else.
    await on.db.tx((trx) =>
      stockIn(trx, ORGANIZATION, 1, {
        lines: [
          { variantId: 8, qty: 88_887 },
          { variantId: PHONE, qty: 1, serials: ['SECRET-UNIT'] },
        ],
      }),
    );
    const at = await place('counting');
    taken(await save(on, 'counter2', at.other, [entry(8, 54_321), entry(PHONE, 1, 'OTHERS-UNIT')]));
    taken(await save(on, 'counter1', at.counter, [entry(8, 11), entry(PHONE, 1, 'MY-UNIT')]));
    const title = (await on.do('counter1', counterShow, { params: { id: at.counter } })).data.counter.title;
    expect(title).toContain('counter1');

    const heard: string[] = [];
    const asked = new Set<string>();
    const ask = async (call: Call, sent: object) => {
      const answer = await on.call('counter1', call, sent as never);
      asked.add(call.id);
      // the id of a request is random: it may hold the digits of any figure
      const body = JSON.stringify(answer.body).replace(/"request_id":"[-0-9a-f]+"/g, '');
      heard.push(`${call.id} ${answer.status} ${body}`);
    };
    const bodyOf: Record<string, object> = {
      actCreate: { organization_id: ORGANIZATION, comment: 'x' },
      actUpdate: { organization_id: ORGANIZATION, comment: 'x' },
      actLimit: { category_ids: [1] },
      counterCreate: { title: 'x', user_id: PEOPLE.counter3.id },
      counterCreateMany: { counters: [{ title: 'x', user_id: PEOPLE.counter3.id }] },
      counterUpdate: { title: 'x', user_id: PEOPLE.counter3.id },
      counterRelease: { reason: 'Xato' },
      actCancel: { reason: 'Xato' },
      addManually: { product_variant_id: 8, listed_products: [{ product_variant_id: 8, count: 1 }] },
      resolveMoved: { product_variant_id: 8, keep: 'count' },
      saveEntries: { entries: [entry(8, 1), entry(8, -500), entry(PHONE, 1, 'SN-1-11-2')], after: 0 },
      submitList: { listed_products: [{ product_variant_id: 8, count: 999 }] },
    };
    const formOf: Record<string, () => FormData> = {
      addCommentary: () => fileForm({ act_of_count_id: String(at.id), comment: 'x' }, undefined),
      editCommentary: () => fileForm({ id: String(at.comment), comment: 'x' }, undefined),
      actUploadFile: () => fileForm({}, png()),
    };
    const round = async () => {
      for (const call of calls) {
        if (call.service !== 'warehouse') continue;
        const lists = call.path.startsWith('/computing_act_user') && call.path.endsWith('{id}');
        for (const id of lists ? [at.counter, at.other] : [call.id === fileDownload.id ? at.file : at.id]) {
          await ask(call, {
            params: Object.fromEntries(paramNames(call.path).map((name) => [name, name === 'actId' ? at.id : id])),
            ...(call.id === 'productInformation' ? { query: { act_of_count_id: at.id, product_variant_id: 8 } } : {}),
            ...(bodyOf[call.id] ? { body: bodyOf[call.id], ifMatch: 999 } : {}),
            ...(formOf[call.id] ? { form: formOf[call.id]?.() } : {}),
          });
        }
      }
    };
    await round();
    // The same after both handed in, after the creator decided, and after all is posted.
    taken(
      await submit(on, 'counter2', at.other, [
        { product_variant_id: 8, count: 54_321 },
        { product_variant_id: PHONE, count: 1 },
      ]),
    );
    const own = await on.do('counter1', listedProducts, { params: { id: at.counter } });
    taken(
      await submit(
        on,
        'counter1',
        at.counter,
        own.data.map(({ product_variant_id, count }) => ({ product_variant_id, count })),
      ),
    );
    await round();
    await on.do('keeper', addManually, {
      params: { actId: at.id },
      body: { product_variant_id: 8, listed_products: [{ product_variant_id: 8, count: 71_717 }] },
    });
    await on.do('keeper', addManually, {
      params: { actId: at.id },
      body: {
        product_variant_id: PHONE,
        listed_products: [
          { product_variant_id: PHONE, count: 2, serial_numbers: [serialOf(PHONE, 1), serialOf(PHONE, 2)] },
        ],
      },
    });
    await on.do('keeper', actComplete, { params: { actId: at.id } });
    await on.do('keeper', actForm, { params: { id: at.id } });
    await round();

    expect(asked.size).toBe(calls.filter((call) => call.service === 'warehouse').length);
    const all = heard.join('\n');
    // It does hear its own.
    expect(all).toContain('MY-UNIT');
    for (const secret of ['88897', '88887', '54321', '71717', 'SECRET-UNIT', 'OTHERS-UNIT', 'counter2 roʻyxati']) {
      expect(
        heard.filter((line) => line.includes(secret)),
        secret,
      ).toEqual([]);
    }
    for (const word of ['residue"', 'cost"', 'final_count"', '"difference"', 'moved_since"', '"counts"', '"manual"']) {
      expect(
        heard.filter((line) => line.includes(word)),
        word,
      ).toEqual([]);
    }
    // Sums in the list of acts are empty for a counter; so are its figures in the act.
    const list = await on.do('counter1', actIndex);
    for (const one of list.data) {
      expect(one).toMatchObject({
        lines: 0,
        counted: 0,
        shortage_sum: null,
        surplus_sum: null,
        difference_sum: null,
        allowed_events: [],
      });
      expect(one.counters.every((each) => each.mine)).toBe(true);
    }
    const sums = await on.do('counter1', actIndex, { query: { part: 'totals' } });
    expect(sums.meta.totals).toEqual({ counted: 0, shortage_sum: 0, surplus_sum: 0, difference_sum: 0 });
  });

  it('sees itself alone among the counters, a manager all of them', async () => {
    const at = await place('counting');
    const seen = async (who: Who) =>
      (await server.current.do(who, counterIndex, { params: { actId: at.id } })).data.map((one) => one.id);
    expect(await seen('counter1')).toEqual([at.counter]);
    expect(await seen('counter2')).toEqual([at.other]);
    expect(await seen('viewer')).toEqual([at.counter, at.other]);
    const own = await server.current.do('counter1', counterIndex, { params: { actId: at.id } });
    expect(own.meta.total).toBe(1);
  });

  it('products come without quantities, and once by ETag', async () => {
    const at = await place('counting');
    const first = await server.current.call('counter1', counterProducts, { params: { id: at.counter } });
    expect(first.body.data).toHaveLength(12);
    expect(Object.keys(first.body.data[0] ?? {}).sort()).toEqual([
      'barcode',
      'id',
      'imei_count',
      'is_serial_number',
      'sku',
      'title',
    ]);
    const etag = first.headers.get('etag') ?? '';
    // kept by the browser, which asks each time whether they are still true
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await server.current.call('counter1', counterProducts, {
      params: { id: at.counter },
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    // a further barcode is a change of its product
    const further = { barcode: '96385074', variant_id: first.body.data[0]?.id as number };
    await server.current.do('director', productBarcode.calls.create, { body: further });
    const changed = await server.current.call('counter1', counterProducts, {
      params: { id: at.counter },
      headers: { 'if-none-match': etag },
    });
    expect([changed.status, changed.body.data[0]?.barcodes]).toEqual([200, ['96385074']]);
  });

  it('a creator who counts sees the figures, and the act is marked as not blind', async () => {
    const id = await openAct(server.current);
    expect((await server.current.do('keeper', actShow, { params: { id } })).data.blind).toBe(true);
    await addCounter(server.current, id, 'keeper');
    expect((await server.current.do('keeper', actShow, { params: { id } })).data.blind).toBe(false);
    expect((await server.current.call('keeper', rowsShow, { params: { actId: id } })).status).toBe(200);
  });
});
