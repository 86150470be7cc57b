import type { AnyEventObject } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import type { ChosenWidget, MyWidgets } from '../../contract/widgets.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { arranged, sameWidgets } from './arrangement.ts';
import { type WidgetsContext, type WidgetsEvent, type WidgetsInput, widgetsMachine } from './widgets.machine.ts';

const one = (name: string, event: WidgetsEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

/** What a person without rules is offered. */
export const OFFERED: MyWidgets['offered'] = [
  { widget: 'figures', size: 'full', sizes: ['half', 'full'] },
  { widget: 'test', size: 'third', sizes: ['third', 'half', 'full'] },
  { widget: 'practice_day', size: 'third', sizes: ['third', 'half'] },
  { widget: 'favourites', size: 'third', sizes: ['third', 'half', 'full'] },
];

/** The stored arrangement at the beginning of every path. */
export const FIRST: ChosenWidget[] = [
  { widget: 'figures', size: 'full' },
  { widget: 'test', size: 'third' },
];
/** What another window saves. */
export const THEIRS: ChosenWidget[] = [{ widget: 'favourites', size: 'half' }];
/** What this window makes of the beginning by its first change, and what was kept in this tab. */
export const ADDED = [...arranged(FIRST, OFFERED, { type: 'widget.add', widget: 'practice_day' })];

const answerOf = (version: number, chosen: ChosenWidget[]): MyWidgets => ({ version, chosen, offered: OFFERED });

const beginning = (name: string, kept: WidgetsInput['kept']) => ({
  name,
  input: { answer: answerOf(1, FIRST), kept } satisfies WidgetsInput,
});

const refusal = { message: '', requestId: '7f3a-91c2', errors: {}, lines: [] };
const staleWith = (chosen: ChosenWidget[]): AnyEventObject => ({
  type: 'xstate.error.actor.save',
  error: new RefusedError({ ...refusal, kind: 'stale', code: 'stale', current: answerOf(2, chosen) }),
});

const LOST = 'learns that an earlier save had come';
const CHANGES: ReadonlySet<string> = new Set([
  'widget.add',
  'widget.remove',
  'widget.move',
  'widget.resize',
  'dashboard.reset',
]);
/** So many changes of one path can be taken back, that the graph stays small. */
const PAST = 2;

export const widgetsModel: WorkflowModel = {
  machine: widgetsMachine,
  pageEvents: ['dashboard.read'],
  beginnings: [
    beginning('an arrangement of the server', null),
    beginning('one that was kept in this tab', { version: 1, chosen: ADDED }),
  ],
  cases: [
    one('adds the practice day', { type: 'widget.add', widget: 'practice_day' }),
    one('takes the tests off', { type: 'widget.remove', widget: 'test' }),
    one('puts the tests first', { type: 'widget.move', widget: 'test', before: 'figures' }),
    one('makes the figures narrow', { type: 'widget.resize', widget: 'figures', size: 'half' }),
    one('puts it back as the release has it', { type: 'dashboard.reset' }),
    one('takes the last change back', { type: 'dashboard.undo' }),
    one('sees what another window saved', { type: 'dashboard.read', answer: answerOf(2, THEIRS) }),
    one('tries again', { type: 'save.retry' }),
    one('keeps the own', { type: 'conflict.keepMine' }),
    one('takes the other', { type: 'conflict.takeTheirs' }),
    caused('has it saved', { type: 'xstate.done.actor.save', output: answerOf(2, FIRST) }),
    caused('has it not saved', {
      type: 'xstate.error.actor.save',
      error: new RefusedError({
        ...refusal,
        kind: 'failed',
        code: 'unavailable',
        message: 'Server band',
        current: null,
      }),
    }),
    caused('learns that another window was faster', staleWith(THEIRS)),
    caused(LOST, staleWith(ADDED)),
  ],
  within(snapshot, event) {
    const { chosen, sent, unanswered, past } = snapshot.context as WidgetsContext;
    const isNewer = snapshot.value === 'saving' && !sameWidgets(chosen, sent);
    const wasSent = (list: ChosenWidget[]) => [sent, ...unanswered].some((known) => sameWidgets(known, list));
    if (event.type === 'xstate.done.actor.save') return snapshot.value === 'saving';
    if (event.type === 'xstate.error.actor.save') {
      if (snapshot.value !== 'saving') return false;
      const { current } = (event.error as RefusedError<MyWidgets>).refusal;
      // one arrangement is lost, however often it is tried
      if (current === null) return sameWidgets(sent, ADDED);
      // only what this window had sent can have come
      return current.chosen === THEIRS || wasSent(ADDED);
    }
    if (event.type === 'dashboard.read') return past.length === 0;
    if (event.type === 'conflict.takeTheirs') return past.length < PAST;
    if (event.type === 'dashboard.undo') return !isNewer;
    if (!CHANGES.has(event.type)) return true;
    if (isNewer) return false;
    return past.length < (snapshot.value === 'saved' ? 1 : PAST) && !sameWidgets(chosen, THEIRS);
  },
  serialize(snapshot) {
    const { chosen, sent, unanswered, past } = snapshot.context as WidgetsContext;
    const said = (list: readonly ChosenWidget[]) => list.map(({ widget, size }) => `${widget}:${size}`).join(',');
    const saving = snapshot.value === 'saving' ? `sent ${said(sent)}` : '';
    return [
      String(snapshot.value),
      said(chosen),
      saving,
      unanswered.map(said).join(';'),
      past.map(said).join(';'),
    ].join(' | ');
  },
};
