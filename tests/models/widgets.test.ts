import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import type { ChosenWidget, MyWidgets, Widget } from '../../contract/widgets.ts';
import { arranged, standardOf } from '../../machines/widgets/arrangement.ts';
import { isUnsaved, type WidgetsContext, widgetsMachine } from '../../machines/widgets/widgets.machine.ts';
import { ADDED, FIRST, OFFERED, THEIRS, widgetsModel } from '../../machines/widgets/widgets.model.ts';
import { Live, runModelLayer } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as WidgetsContext;
const unsaved = (snapshot: AnyMachineSnapshot) => isUnsaved({ ...of(snapshot), value: String(snapshot.value) });

runModelLayer('widgets', widgetsModel, {
  states: {
    saved(snapshot, { running, event }) {
      expect(running).toEqual([]);
      expect(unsaved(snapshot)).toBe(false);
      const { chosen, version, refusal, unanswered, past } = of(snapshot);
      expect([refusal, unanswered]).toEqual([null, []]);
      if (event === undefined) expect([version, chosen]).toEqual([1, FIRST]);
      else expect(version).toBe(2);
      if (event?.type === 'dashboard.read') expect([chosen, past]).toEqual([THEIRS, []]);
      if (event?.type === 'conflict.takeTheirs') {
        expect(chosen).toEqual(THEIRS);
        expect(past.at(-1)).not.toEqual(THEIRS);
      }
    },
    saving(snapshot, { running, inputOf }) {
      expect(running).toEqual(['save']);
      const { chosen, sent, version, refusal, kept } = of(snapshot);
      expect([refusal, kept]).toEqual([null, null]);
      expect(inputOf('save')).toEqual({ version, chosen: sent });
      expect(unsaved(snapshot)).toBe(JSON.stringify(chosen) !== JSON.stringify(sent));
    },
    unsaved(snapshot, { running }) {
      expect(running).toEqual([]);
      expect(unsaved(snapshot)).toBe(true);
      const { refusal, unanswered } = of(snapshot);
      expect(refusal).toMatchObject({ kind: 'failed', message: 'Server band' });
      expect(unanswered).toEqual([ADDED]);
    },
    conflicted(snapshot, { running }) {
      expect(running).toEqual([]);
      expect(unsaved(snapshot)).toBe(true);
      expect(of(snapshot).refusal?.current?.chosen).toEqual(THEIRS);
      // the choice comes before any other change
      for (const type of ['dashboard.reset', 'dashboard.undo', 'save.retry'] as const) {
        expect(snapshot.can({ type })).toBe(false);
      }
    },
  },
});

const refusal = { message: '', requestId: '', errors: {}, lines: [] };
const failed = (kind: 'failed' | 'refused', code: string) => ({
  type: 'xstate.error.actor.save',
  error: new RefusedError({ ...refusal, kind, code, current: null }),
});
const stale = (version: number, chosen: ChosenWidget[]) => ({
  type: 'xstate.error.actor.save',
  error: new RefusedError<MyWidgets>({
    ...refusal,
    kind: 'stale',
    code: 'stale',
    current: { version, chosen, offered: OFFERED },
  }),
});
const saved = (version: number) => ({
  type: 'xstate.done.actor.save',
  output: { version, chosen: [], offered: OFFERED },
});
const open = (chosen = FIRST, kept: WidgetsContext['kept'] = null) =>
  new Live(widgetsMachine, { answer: { version: 1, chosen, offered: OFFERED }, kept }, {});

describe('an arrangement', () => {
  const [a, b, c] = standardOf(OFFERED) as [ChosenWidget, ChosenWidget, ChosenWidget];
  const at = (list: readonly ChosenWidget[]) => list.map(({ widget }) => widget);
  const move = (widget: Widget, before: Widget | null) =>
    at(arranged([a, b, c], OFFERED, { type: 'widget.move', widget, before }));

  it('takes a new order', () => {
    const [figures, test, day] = at([a, b, c]) as [Widget, Widget, Widget];
    expect(move(day, figures)).toEqual([day, figures, test]);
    expect(move(figures, null)).toEqual([test, day, figures]);
    for (const [widget, before] of [
      [figures, test],
      [figures, figures],
      [figures, 'favourites'],
      ['favourites', figures],
      [day, null],
    ] as const) {
      expect(move(widget, before)).toEqual([figures, test, day]);
    }
  });

  it('takes what is offered, once, in a size in which it may stand', () => {
    expect(arranged([a], OFFERED, { type: 'widget.add', widget: 'test' })).toEqual([a, b]);
    expect(arranged([a], OFFERED, { type: 'widget.add', widget: 'figures' })).toEqual([a]);
    expect(arranged([a], OFFERED, { type: 'widget.add', widget: 'confirm' })).toEqual([a]);
    expect(arranged([a, b], OFFERED, { type: 'widget.resize', widget: 'figures', size: 'half' })).toEqual([
      { widget: 'figures', size: 'half' },
      b,
    ]);
    expect(arranged([a], OFFERED, { type: 'widget.resize', widget: 'figures', size: 'third' })).toEqual([a]);
    expect(arranged([a], OFFERED, { type: 'widget.resize', widget: 'confirm', size: 'half' })).toEqual([a]);
    expect(arranged([a, b], OFFERED, { type: 'widget.remove', widget: 'figures' })).toEqual([b]);
    expect(arranged([], OFFERED, { type: 'dashboard.reset' })).toEqual(standardOf(OFFERED));
  });
});

describe('saving', () => {
  it('asks nothing of the server for what changes nothing', async () => {
    const live = open(standardOf(OFFERED));
    for (const event of [
      { type: 'dashboard.reset' },
      { type: 'dashboard.undo' },
      { type: 'widget.add', widget: 'test' },
      { type: 'widget.resize', widget: 'figures', size: 'full' },
      { type: 'dashboard.read', answer: { version: 1, chosen: standardOf(OFFERED), offered: OFFERED } },
    ]) {
      expect(live.snapshot.can(event)).toBe(false);
    }
    live.stop();
  });

  it('starts from the stored version, one save after the other', async () => {
    const live = open();
    await live.cause({ type: 'widget.remove', widget: 'test' });
    await live.cause({ type: 'widget.remove', widget: 'figures' });
    expect(live.world.inputOf('save')).toEqual({ version: 1, chosen: [FIRST[0]] });
    await live.cause(saved(2));
    expect(live.world.inputOf('save')).toEqual({ version: 2, chosen: [] });
    await live.cause(saved(3));
    expect([live.snapshot.value, of(live.snapshot).version]).toEqual(['saved', 3]);
    await live.cause({ type: 'dashboard.undo' });
    expect(live.world.inputOf('save')).toEqual({ version: 3, chosen: [FIRST[0]] });
    live.stop();
  });

  it('knows its own save again whose answer was lost, also after another change', async () => {
    const live = open();
    await live.cause({ type: 'widget.add', widget: 'practice_day' });
    await live.cause(failed('failed', 'network'));
    await live.cause({ type: 'widget.remove', widget: 'test' });
    await live.cause(stale(2, ADDED));
    expect(live.world.inputOf('save')).toEqual({ version: 2, chosen: ADDED.filter((one) => one.widget !== 'test') });
    await live.cause(saved(3));
    expect([live.snapshot.value, of(live.snapshot).unanswered]).toEqual(['saved', []]);
    live.stop();
  });

  it('does not take a refusal for a lost answer', async () => {
    const live = open();
    await live.cause({ type: 'widget.add', widget: 'practice_day' });
    await live.cause(failed('refused', 'validation'));
    expect([live.snapshot.value, of(live.snapshot).unanswered]).toEqual(['unsaved', []]);
    await live.cause({ type: 'dashboard.undo' });
    await live.cause(stale(2, ADDED));
    expect(live.snapshot.value).toBe('conflicted');
    live.stop();
  });

  it('overwrites another window only when the person chose so, from its version', async () => {
    const live = open();
    await live.cause({ type: 'widget.add', widget: 'practice_day' });
    await live.cause(stale(5, THEIRS));
    await live.cause({ type: 'conflict.keepMine' });
    expect(live.world.inputOf('save')).toEqual({ version: 5, chosen: ADDED });
    live.stop();
  });

  it('of the other window’s that was taken: mine comes back by undoing', async () => {
    const live = open();
    await live.cause({ type: 'widget.add', widget: 'practice_day' });
    await live.cause(stale(5, THEIRS));
    await live.cause({ type: 'conflict.takeTheirs' });
    expect(live.world.running).toEqual([]);
    await live.cause({ type: 'dashboard.undo' });
    expect(live.world.inputOf('save')).toEqual({ version: 5, chosen: ADDED });
    live.stop();
  });

  it('of what was kept in this tab goes from the version it was made of', async () => {
    const live = open(THEIRS, { version: 0, chosen: ADDED });
    expect(live.world.inputOf('save')).toEqual({ version: 0, chosen: ADDED });
    await live.cause(stale(1, THEIRS));
    expect(live.snapshot.value).toBe('conflicted');
    live.stop();
  });
});

describe('what the server is read to have', () => {
  it('is followed when it is newer, and not when the answer is from before', async () => {
    const live = open();
    const answer = (version: number, offered = OFFERED) => ({
      type: 'dashboard.read',
      answer: { version, chosen: THEIRS, offered },
    });
    expect(live.snapshot.can(answer(0))).toBe(false);
    await live.cause(answer(4));
    expect(of(live.snapshot)).toMatchObject({ version: 4, chosen: THEIRS });
    // a rule came: the same choice, more to choose from
    const more: MyWidgets['offered'] = [...OFFERED, { widget: 'send', size: 'half', sizes: ['half'] }];
    await live.cause(answer(4, more));
    expect(of(live.snapshot).offered).toEqual(more);
    live.stop();
  });

  it('waits while a change is being sent', async () => {
    const live = open();
    await live.cause({ type: 'widget.remove', widget: 'test' });
    expect(
      live.snapshot.can({ type: 'dashboard.read', answer: { version: 4, chosen: THEIRS, offered: OFFERED } }),
    ).toBe(false);
    live.stop();
  });
});

it('takes back fifty changes', async () => {
  const live = open([]);
  for (let at = 0; at < 30; at += 1) {
    await live.cause({ type: 'widget.add', widget: 'test' });
    await live.cause({ type: 'widget.remove', widget: 'test' });
  }
  expect(of(live.snapshot).past).toHaveLength(50);
  live.stop();
});
