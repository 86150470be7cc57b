/** Final counts, completing, and stock that moves while it is counted (decisions 17, 19, 20). */
import { describe, expect, it } from 'vitest';
import {
  actCancel,
  actHistory,
  actShow,
  actUpdate,
  actUploadFile,
  loadResidues,
} from '../../contract/counting/acts.ts';
import { addCommentary, editCommentary } from '../../contract/counting/comments.ts';
import {
  counterCreate,
  counterCreateMany,
  counterProposals,
  counterRelease,
} from '../../contract/counting/counters.ts';
import { productInformation } from '../../contract/counting/matrix.ts';
import {
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
import { countingKit } from './countingKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, PHONE, PLAIN, serialOf, withServer } from './world.ts';

const server = withServer();
const { product, comesIn, goesOut, rowOf, byHand, keep, complete, form, piecesOf, expectSoundLedger } =
  countingKit(server);

describe('the final count (decision 19)', () => {
  it('agreed, disagreed, blank, by hand', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2', 'counter3']);
    const [a = NOTHING, b = NOTHING, c = NOTHING] = counters;
    taken(await save(server.current, 'counter1', a, [entry(1, 9), entry(2, 10), entry(3, 8), entry(5, 0)]));
    taken(await save(server.current, 'counter2', b, [entry(1, 9), entry(2, 11)]));
    taken(await save(server.current, 'counter3', c, [entry(1, 9), entry(5, 1)]));
    expect(await rowOf(id, 1)).toMatchObject({
      counts: { [a]: 9, [b]: 9, [c]: 9 },
      final_count: 9,
      disagreement: false,
    });
    expect(await rowOf(id, 2)).toMatchObject({ counts: { [c]: null }, final_count: null, disagreement: true });
    // Who left it blank does not disagree; who entered a zero does.
    expect(await rowOf(id, 3)).toMatchObject({ final_count: 8, disagreement: false });
    expect(await rowOf(id, 5)).toMatchObject({ final_count: null, disagreement: true });
    expect(await rowOf(id, 4)).toMatchObject({ final_count: null, disagreement: false });
    taken(await byHand(id, 2, 12));
    taken(await byHand(id, 1, 0));
    expect(await rowOf(id, 2)).toMatchObject({ final_count: 12, manual: 12, disagreement: false, version: 1 });
    expect(await rowOf(id, 1)).toMatchObject({ final_count: 0, manual: 0 });
  });

  it('serial goods agree only when their sets do', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const [a = NOTHING, b = NOTHING] = counters;
    const [one, two, three] = [1, 2, 3].map((n) => serialOf(PHONE, n)) as [string, string, string];
    taken(await save(server.current, 'counter1', a, [entry(PHONE, 1, one), entry(PHONE, 1, two)]));
    taken(await save(server.current, 'counter2', b, [entry(PHONE, 1, two), entry(PHONE, 1, three)]));
    expect(await rowOf(id, PHONE)).toMatchObject({ counts: { [a]: 2, [b]: 2 }, final_count: null, disagreement: true });
    taken(await save(server.current, 'counter2', b, [entry(PHONE, -1, three), entry(PHONE, 1, one)]));
    expect(await rowOf(id, PHONE)).toMatchObject({ final_count: 2, disagreement: false, difference: -1 });
  });

  it('a product that the residues lack has a residue of 0', async () => {
    const variant = await product();
    const { id, counters } = await countingAct(server.current);
    taken(await save(server.current, 'counter1', counters[0] ?? NOTHING, [entry(variant, 3)]));
    expect(await rowOf(id, variant)).toMatchObject({ residue: 0, final_count: 3, difference: 3, moved_since: 0 });
  });
});

describe('completing (decision 17)', () => {
  it('waits for every counter, every disagreement, every moved line, every stranger', async () => {
    const moved = await product();
    await comesIn(moved, 5);
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const [a = NOTHING, b = NOTHING] = counters;
    expect((await complete(id)).error.code).toBe('not_submitted');
    const stranger = serialOf(12, 2, OTHER_ORGANIZATION);
    taken(
      await submit(server.current, 'counter1', a, [
        { product_variant_id: PLAIN, count: 10 },
        { product_variant_id: moved, count: 5 },
        { product_variant_id: 12, count: 1, serial_numbers: [stranger] },
      ]),
    );
    expect((await complete(id)).status).toBe(409);
    await comesIn(moved, 1);
    taken(await submit(server.current, 'counter2', b, [{ product_variant_id: PLAIN, count: 9 }]));
    const facts = async () => (await server.current.do('keeper', actShow, { params: { id } })).data.facts;
    expect(await facts()).toEqual({
      assigned: 0,
      counting: 0,
      submitted: 2,
      disagreements: 1,
      moved: 1,
      elsewhere: 1,
    });
    const before = await fingerprintOf(server.current);
    const first = await complete(id);
    expect([first.status, first.error.code, first.error.state]).toEqual([409, 'disagreements', 'counted']);
    expect(await fingerprintOf(server.current)).toBe(before);
    taken(await byHand(id, PLAIN, 10));
    expect((await complete(id)).error.code).toBe('moved_lines');
    taken(await keep(id, moved, 'count'));
    expect((await complete(id)).error.code).toBe('serials_elsewhere');
    taken(await byHand(id, 12, 0, []));
    expect(taken(await complete(id)).data.status).toBe('completed');
  });

  it('a stranger counted by hand holds completing up, too: forming could not take it in', async () => {
    const { id, counters } = await countingAct(server.current);
    taken(await submit(server.current, 'counter1', counters[0] ?? NOTHING, []));
    taken(await byHand(id, 12, 1, [serialOf(12, 3, OTHER_ORGANIZATION)]));
    expect((await rowOf(id, 12)).elsewhere).toEqual([serialOf(12, 3, OTHER_ORGANIZATION)]);
    expect((await complete(id)).error.code).toBe('serials_elsewhere');
  });

  it('so does a unit that is in stock as another product', async () => {
    const { id, counters } = await countingAct(server.current);
    const wrong = serialOf(12, 1);
    taken(
      await submit(server.current, 'counter1', counters[0] ?? NOTHING, [
        { product_variant_id: PHONE, count: 1, serial_numbers: [wrong] },
      ]),
    );
    expect((await rowOf(id, PHONE)).elsewhere).toEqual([wrong]);
    expect((await complete(id)).error.code).toBe('serials_elsewhere');
  });

  it('counts by hand only from counting to counted', async () => {
    const id = await openAct(server.current);
    expect((await byHand(id, PLAIN, 1)).status).toBe(409);
    await server.current.do('keeper', loadResidues, { params: { actId: id } });
    expect((await byHand(id, PLAIN, 1)).status).toBe(409);
    const done = await completedAct(server.current, []);
    expect((await byHand(done.id, PLAIN, 1)).status).toBe(409);
  });

  it('residues are reloaded until the first counter starts', async () => {
    const variant = await product();
    const id = await openAct(server.current);
    await server.current.do('keeper', loadResidues, { params: { actId: id } });
    await comesIn(variant, 7);
    await server.current.do('keeper', loadResidues, { params: { actId: id } });
    expect(await rowOf(id, variant)).toMatchObject({ residue: 7, cost: variant * 1000, moved_since: 0 });
    const running = await countingAct(server.current);
    expect((await server.current.call('keeper', loadResidues, { params: { actId: running.id } })).status).toBe(409);
  });

  it('after formed only the file and comments work', async () => {
    const { id, counter } = await completedAct(server.current, []);
    taken(await form(id));
    const png = new Uint8Array(PNG);
    for (const answer of [
      await server.current.call('keeper', actUpdate, {
        params: { id },
        body: { organization_id: ORGANIZATION, comment: 'x' },
      }),
      await server.current.call('keeper', loadResidues, { params: { actId: id } }),
      await server.current.call('keeper', counterCreate, {
        params: { actId: id },
        body: { title: 'x', user_id: PEOPLE.counter2.id },
      }),
      await server.current.call('keeper', counterRelease, { params: { id: counter }, body: { reason: 'Xato' } }),
      await byHand(id, PLAIN, 1),
      await keep(id, PLAIN, 'count'),
      await complete(id),
      await form(id),
      await server.current.call('keeper', actCancel, { params: { id }, body: { reason: 'Xato' } }),
      await save(server.current, 'counter1', counter, [entry(PLAIN, 1)]),
    ]) {
      expect(answer.status).toBe(409);
    }
    const answer = await server.current.do('keeper', actUploadFile, { params: { id }, form: fileForm({}, png) });
    expect(answer.data.file?.name).toBe('surat.png');
    const comment = await server.current.do('keeper', addCommentary, {
      form: fileForm({ act_of_count_id: String(id), product_variant_id: '1', comment: 'Kech' }, png),
    });
    const edited = await server.current.do('keeper', editCommentary, {
      form: fileForm({ id: String(comment.data.id), comment: 'Kechroq' }, undefined),
    });
    expect(edited.data).toMatchObject({ comment: 'Kechroq', file: { name: 'surat.png' } });
    expect((await rowOf(id, PLAIN)).count_commentaries.map((one) => one.comment)).toEqual(['Kechroq']);
  });
});

describe('stock that moves while it is counted (decision 20)', () => {
  /** Loaded 10, counted `count`, 4 came in meanwhile; then completed, then 3 were sold, then formed. */
  async function story(figure: 'count' | 'difference', count: number) {
    const variant = await product();
    await comesIn(variant, 10);
    const { id, counters } = await countingAct(server.current);
    await comesIn(variant, 4);
    taken(await submit(server.current, 'counter1', counters[0] ?? NOTHING, [{ product_variant_id: variant, count }]));
    const row = await rowOf(id, variant);
    expect(row).toMatchObject({ residue: 10, moved_since: 4, keep: null });
    expect((await complete(id)).error.code).toBe('moved_lines');
    taken(await keep(id, variant, figure));
    taken(await complete(id));
    await goesOut(variant, 3);
    const shown = await rowOf(id, variant);
    taken(await form(id));
    // The act's figures do not change with later moves.
    expect(await rowOf(id, variant)).toMatchObject({ difference: shown.difference, moved_since: 4 });
    const evidence = await server.current.do('keeper', productInformation, {
      query: { act_of_count_id: id, product_variant_id: variant },
    });
    expect(evidence.data.moves.map((move) => move.qty).slice(0, 2)).toEqual([4, -3]);
    await expectSoundLedger();
    return { difference: shown.difference, stock: await piecesOf(variant) };
  }

  it('keeping the difference posts count − residue at loading', async () => {
    expect(await story('difference', 9)).toEqual({ difference: -1, stock: 10 + 4 - 3 - 1 });
    expect(await story('difference', 12)).toEqual({ difference: 2, stock: 10 + 4 - 3 + 2 });
  });

  it('keeping the count posts count − stock; moves after completion count as a difference', async () => {
    expect(await story('count', 14)).toEqual({ difference: 0, stock: 14 - 3 });
    expect(await story('count', 9)).toEqual({ difference: 9 - 14, stock: 9 - 3 });
  });

  it('a move that is taken back asks nothing more', async () => {
    const variant = await product();
    await comesIn(variant, 10);
    const { id, counters } = await countingAct(server.current);
    await comesIn(variant, 2);
    taken(
      await submit(server.current, 'counter1', counters[0] ?? NOTHING, [{ product_variant_id: variant, count: 10 }]),
    );
    expect((await complete(id)).error.code).toBe('moved_lines');
    await goesOut(variant, 2);
    taken(await complete(id));
    taken(await form(id));
    expect(await piecesOf(variant)).toBe(10);
  });

  it('a line without a final count is left alone, moved or not', async () => {
    const variant = await product();
    await comesIn(variant, 10);
    const { id, counters } = await countingAct(server.current);
    await comesIn(variant, 2);
    taken(await submit(server.current, 'counter1', counters[0] ?? NOTHING, []));
    taken(await complete(id));
    taken(await form(id));
    expect(await piecesOf(variant)).toBe(12);
  });

  it('a unit sold meanwhile is neither missing nor surplus; one that came meanwhile stays', async () => {
    for (const figure of ['difference', 'count'] as const) {
      const phone = await product(true);
      const unit = (name: string) => `${phone}-${name.toUpperCase()}`;
      await comesIn(phone, 3, [unit('a'), unit('b'), unit('c')]);
      const { id, counters } = await countingAct(server.current);
      taken(
        await save(server.current, 'counter1', counters[0] ?? NOTHING, [
          entry(phone, 1, unit('a')),
          entry(phone, 1, unit('new')),
        ]),
      );
      await goesOut(phone, 1, [unit('a')]);
      await comesIn(phone, 1, [unit('d')]);
      taken(
        await submit(server.current, 'counter1', counters[0] ?? NOTHING, [{ product_variant_id: phone, count: 2 }]),
      );
      // One out, one in: the number did not move, so nothing is asked unless the sum differs.
      expect((await rowOf(id, phone)).moved_since).toBe(0);
      taken(await complete(id));
      await comesIn(phone, 1, [unit('late')]);
      taken(await form(id));
      const here = [...(await stockOf(server.current)).units].filter((one) => one.startsWith(`${phone} `)).sort();
      expect(here, figure).toEqual(['d', 'late', 'new'].map((name) => `${phone} ${unit(name)}`));
    }
    await expectSoundLedger();
  });
});

describe('counters added several at once', () => {
  const add = (actId: number, users: readonly number[], ifMatch?: number) =>
    server.current.call('keeper', counterCreateMany, {
      params: { actId },
      body: { counters: users.map((user_id, at) => ({ user_id, title: `${at + 1}-sanovchi` })) },
      ...(ifMatch !== undefined && { ifMatch }),
    });
  const proposedFor = async (actId: number) =>
    (await server.current.do('keeper', counterProposals, { params: { actId } })).data.map((one) => one.id);
  const [one, two, three] = [PEOPLE.counter1.id, PEOPLE.counter2.id, PEOPLE.counter3.id];

  it('come from the people of the branch who may count and do not yet, each with a line of the log', async () => {
    const id = await openAct(server.current);
    const proposed = await proposedFor(id);
    expect(proposed).toEqual(expect.arrayContaining([one, two, three]));
    expect(proposed).not.toContain(PEOPLE.nobody.id);
    const { data } = taken(await add(id, [one, two], 1));
    expect(data).toMatchObject({ version: 3, status: 'created' });
    expect(await proposedFor(id)).toEqual(proposed.filter((user) => user !== one && user !== two));
    const history = await server.current.do('keeper', actHistory, { params: { id } });
    const added = history.data.filter((line) => line.event === 'counter.add').reverse();
    expect(added.map(({ payload }) => payload.counter)).toEqual(['1-sanovchi', '2-sanovchi']);
  });

  it('are all added or none', async () => {
    const id = await openAct(server.current);
    const twice = await add(id, [one, two, one]);
    expect([twice.status, Object.keys(twice.error.errors ?? {})]).toEqual([422, ['counters.2.user_id']]);
    expect((await add(id, [three], 7)).error.code).toBe('stale');
    const { data } = await server.current.do('keeper', actShow, { params: { id } });
    expect([data.version, data.facts.assigned]).toEqual([1, 0]);
  });
});
