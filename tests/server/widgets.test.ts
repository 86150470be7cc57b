/** Widgets of the dashboard (areas 4.24): a person's own choice, each widget under its own rule. */
import { afterEach, describe, expect, it } from 'vitest';
import { type ChosenWidget, myWidgets, saveWidgets, type Widget } from '../../contract/widgets.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();

const read = async (who: PersonName) => (await server.current.do(who, myWidgets)).data;
const save = (who: PersonName, widgets: unknown, ifMatch?: number) =>
  server.current.call(who, saveWidgets, { body: { widgets } as never, ...(ifMatch === undefined ? {} : { ifMatch }) });
const namesOf = (list: readonly { widget: Widget }[]) => list.map(({ widget }) => widget);

const FAVOURITES: ChosenWidget = { widget: 'favourites', size: 'half' };
const COUNT: ChosenWidget = { widget: 'count', size: 'full' };
const FIGURES: ChosenWidget = { widget: 'figures', size: 'half' };

const rule = (who: PersonName, resource: string, action: string, granted: boolean) =>
  server.current.db.kysely
    .insertInto('user_rule')
    .values({ user_id: PEOPLE[who].id, resource, action, granted, until: null })
    .execute();

afterEach(async () => {
  const { kysely } = server.current.db;
  for (const table of ['user_widget', 'user_dashboard', 'user_rule'] as const) await kysely.deleteFrom(table).execute();
});

describe('before anything was chosen', () => {
  it('all that the rules offer is in the order of the release', async () => {
    const { version, chosen, offered } = await read('keeper');
    expect([version, namesOf(chosen)]).toEqual([
      0,
      ['figures', 'count', 'decide', 'test', 'practice_day', 'favourites'],
    ]);
    expect(chosen).toEqual(offered.map(({ widget, size }) => ({ widget, size })));
    for (const { size, sizes } of offered) expect(sizes).toContain(size);
  });

  it.each<[PersonName, Widget[]]>([
    ['nobody', []],
    ['counter1', ['count']],
    ['keeper', ['count', 'decide']],
    ['purchaser', ['send']],
    ['accountant', ['confirm']],
    ['director', ['confirm', 'send']],
  ])('%s is offered what the own rules allow', async (who, own) => {
    const { offered } = await read(who);
    expect(namesOf(offered)).toEqual(['figures', ...own, 'test', 'practice_day', 'favourites']);
  });
});

describe('what was chosen', () => {
  it('is answered in its order and size, and replaced whole', async () => {
    const answer = await save('keeper', [FAVOURITES, COUNT, FIGURES], 0);
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { version: 1, chosen: [FAVOURITES, COUNT, FIGURES] },
    ]);
    expect(await read('keeper')).toEqual(answer.body.data);
    await save('keeper', [COUNT], 1);
    expect(await read('keeper')).toMatchObject({ version: 2, chosen: [COUNT] });
    expect(await read('deputy')).toMatchObject({ version: 0 });
  });

  it('may be nothing at all', async () => {
    await save('keeper', [], 0);
    expect(await read('keeper')).toMatchObject({ version: 1, chosen: [] });
  });

  it('as the release has it is no choice: what a later release adds comes too', async () => {
    const { offered } = await read('keeper');
    await save('keeper', [COUNT], 0);
    const standard = offered.map(({ widget, size }) => ({ widget, size }));
    expect((await save('keeper', standard, 1)).body.data).toMatchObject({ version: 2, chosen: standard });
    expect(await server.current.db.kysely.selectFrom('user_widget').selectAll().execute()).toEqual([]);
    await rule('keeper', 'product_invoice', 'show', true);
    await rule('keeper', 'product_invoice', 'confirm', true);
    expect(namesOf((await read('keeper')).chosen)).toContain('confirm');
  });
});

describe('a widget that is not shown any more', () => {
  it('has no rule: it is neither answered nor offered, and comes back with the rule', async () => {
    await save('keeper', [COUNT, FAVOURITES], 0);
    await rule('keeper', 'act_of_count', 'show', false);
    const without = await read('keeper');
    expect([without.chosen, namesOf(without.offered)]).toEqual([
      [FAVOURITES],
      ['figures', 'test', 'practice_day', 'favourites'],
    ]);
    // a change of the rest does not take it away
    await save('keeper', [FIGURES, FAVOURITES], 1);
    expect((await read('keeper')).chosen).toEqual([FIGURES, FAVOURITES]);
    await server.current.db.kysely.deleteFrom('user_rule').execute();
    expect((await read('keeper')).chosen).toEqual([FIGURES, FAVOURITES, COUNT]);
  });

  it('sent by a page that was opened before is kept and not shown', async () => {
    const answer = await save('nobody', [FAVOURITES, COUNT], 0);
    expect([answer.status, answer.body.data?.chosen]).toEqual([200, [FAVOURITES]]);
  });

  it('is unknown to this release: left out, and a size of another release becomes the usual one', async () => {
    await save('keeper', [FAVOURITES, COUNT], 0);
    const { kysely } = server.current.db;
    await kysely.updateTable('user_widget').set({ widget: 'sales' }).where('widget', '=', 'favourites').execute();
    await kysely.updateTable('user_widget').set({ size: 'quarter' }).where('widget', '=', 'count').execute();
    expect((await read('keeper')).chosen).toEqual([{ widget: 'count', size: 'half' }]);
    await save('keeper', [COUNT], 1);
    await kysely.updateTable('user_widget').set({ widget: 'favourites' }).where('widget', '=', 'sales').execute();
    expect((await read('keeper')).chosen).toEqual([COUNT, FAVOURITES]);
  });
});

describe('two windows', () => {
  it('the second one gets the stored version, and nothing changes', async () => {
    await save('keeper', [COUNT], 0);
    const late = await save('keeper', [FAVOURITES], 0);
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    expect(late.error.current).toEqual(await read('keeper'));
    expect(await read('keeper')).toMatchObject({ version: 1, chosen: [COUNT] });
    expect((await save('keeper', [FAVOURITES], 1)).status).toBe(200);
  });

  it('at the same time: one is saved, the others are rejected', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => save('keeper', [COUNT, FIGURES], 0)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await read('keeper')).toMatchObject({ version: 1, chosen: [COUNT, FIGURES] });
  });
});

describe('a choice that is refused', () => {
  const refused: [string, unknown, Record<string, unknown>][] = [
    ['a widget twice', [COUNT, FIGURES, COUNT], { 'widgets.2.widget': ['Bu vidjet panelda bor.'] }],
    [
      'a size in which it cannot stand',
      [{ widget: 'figures', size: 'third' }],
      { 'widgets.0.size': ['Bu vidjet bunday oʻlchamda turmaydi.'] },
    ],
    ['a widget that nobody knows', [{ widget: 'sales', size: 'half' }], { 'widgets.0.widget': [expect.any(String)] }],
    ['a size that nobody knows', [{ widget: 'count', size: 'huge' }], { 'widgets.0.size': [expect.any(String)] }],
    ['no list', 'count', { widgets: ['Roʻyxat kerak.'] }],
  ];

  it.each(refused)('%s: named by field, and nothing changes', async (_, widgets, errors) => {
    await save('keeper', [FAVOURITES], 0);
    const answer = await save('keeper', widgets, 1);
    expect([answer.status, answer.error.code, answer.error.errors]).toEqual([422, 'validation', errors]);
    expect(await read('keeper')).toMatchObject({ version: 1, chosen: [FAVOURITES] });
  });
});
