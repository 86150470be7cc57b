/** One step of an act or a counter: lifecycle, version, event log. The deed itself is given by the call. */
import type { Kysely } from 'kysely';
import { transition } from 'xstate';
import { type CounterEvent, counterMachine } from '../../machines/counter/counter.machine.ts';
import {
  type ActQuestions,
  type CountingActContext,
  type CountingActEvent,
  type CountingActState,
  countingActMachine,
  NOTHING_TO_DECIDE,
  whatCompletingWaitsFor,
} from '../../machines/countingAct/countingAct.machine.ts';
import type { Schema } from '../db/schema.ts';
import { logEvent } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { conflict, type Refusal } from '../http/refusal.ts';
import type { ActRecord, CounterRecord } from './access.ts';

type Db = Kysely<Schema>;

const snapshotOf = (state: CountingActState, context: CountingActContext) =>
  countingActMachine.resolveState({ value: state, context });

type EventType = CountingActEvent['type'];

/**
 * Every event of the act: who sends it, and a sample that `can` is asked with. Facts do not open or close a transition.
 * Counters send theirs through their own lifecycle, the server's are nobody's.
 */
const EVENTS: { [T in EventType]: { by: 'manager' | 'counter' | 'server'; sample: CountingActEvent & { type: T } } } = {
  'residues.load': { by: 'manager', sample: { type: 'residues.load' } },
  'act.update': { by: 'manager', sample: { type: 'act.update', organizationChanged: false } },
  'counter.add': { by: 'manager', sample: { type: 'counter.add' } },
  'counter.rename': { by: 'manager', sample: { type: 'counter.rename' } },
  'counter.remove': { by: 'manager', sample: { type: 'counter.remove' } },
  'counter.start': { by: 'counter', sample: { type: 'counter.start' } },
  'counter.submit': { by: 'counter', sample: { type: 'counter.submit', facts: NOTHING_TO_DECIDE } },
  'counter.release': { by: 'manager', sample: { type: 'counter.release', facts: NOTHING_TO_DECIDE } },
  'counters.allSubmitted': { by: 'server', sample: { type: 'counters.allSubmitted' } },
  'product.countManually': { by: 'manager', sample: { type: 'product.countManually', facts: NOTHING_TO_DECIDE } },
  'moved.resolve': { by: 'manager', sample: { type: 'moved.resolve', facts: NOTHING_TO_DECIDE } },
  'act.complete': { by: 'manager', sample: { type: 'act.complete' } },
  'act.form': { by: 'manager', sample: { type: 'act.form' } },
  'act.cancel': { by: 'manager', sample: { type: 'act.cancel' } },
  'file.upload': { by: 'manager', sample: { type: 'file.upload' } },
  'comment.add': { by: 'manager', sample: { type: 'comment.add' } },
  'comment.edit': { by: 'manager', sample: { type: 'comment.edit' } },
};

const MANAGERS = Object.values(EVENTS).filter(({ by }) => by === 'manager');

/** What the statechart allows now, filtered by the person's rights (decision 18). */
export function allowedOn(act: ActRecord, context: CountingActContext): string[] {
  if (!act.manages) return [];
  const snapshot = snapshotOf(act.status as CountingActState, context);
  return MANAGERS.filter(({ sample }) => snapshot.can(sample)).map(({ sample }) => sample.type);
}

/** What may be done with a counter: by its own lifecycle and by that of its act. */
export function allowedOnCounter(
  act: ActRecord,
  context: CountingActContext,
  counter: { status: string; own: boolean },
): string[] {
  const own = counterMachine.resolveState({ value: counter.status as 'assigned', context: {} });
  const whole = snapshotOf(act.status as CountingActState, context);
  const events: CounterEvent['type'][] = [];
  if (act.manages) events.push('counter.rename', 'counter.remove', 'counter.release');
  if (counter.own) events.push('counter.start', 'entries.save', 'counter.submit');
  return events.filter(
    (type) => own.can({ type }) && (type === 'entries.save' ? whole.hasTag('live') : whole.can(EVENTS[type].sample)),
  );
}

/** 409 that names the state, what is allowed in it, and what the event waits for. */
export function notAllowedNow(act: ActRecord, context: CountingActContext, event: string): Refusal {
  const extra = { state: act.status, allowed: allowedOn(act, context) };
  if (event === 'act.complete' && act.status === 'counted') {
    const waits = whatCompletingWaitsFor(context);
    if (waits.disagreements) return conflict('disagreements', { ...extra, values: { n: waits.disagreements } });
    if (waits.moved) return conflict('moved_lines', { ...extra, values: { n: waits.moved } });
    if (waits.elsewhere) return conflict('serials_elsewhere', { ...extra, values: { n: waits.elsewhere } });
  }
  return conflict('not_allowed_now', extra);
}

/** Events whose guards read what stock did meanwhile. */
const ASKS_STOCK: ReadonlySet<string> = new Set(['act.complete', 'moved.resolve']);

export const questionsOf = ({ disagreements, moved, elsewhere }: CountingActContext): ActQuestions => ({
  disagreements,
  moved,
  elsewhere,
});

export interface Step {
  act: ActRecord;
  context: CountingActContext;
  event: CountingActEvent;
  /** Who did it; nothing for the server itself. */
  user: SignedIn;
  payload?: Record<string, unknown>;
  subjectId?: number;
  now: Date;
}

/** Refuses an event that the act's state does not allow. Asked before the deed. */
export function mayStep(act: ActRecord, context: CountingActContext, event: CountingActEvent): void {
  if (!snapshotOf(act.status as CountingActState, context).can(event)) throw notAllowedNow(act, context, event.type);
}

/**
 * Takes the step that `mayStep` allowed, after the deed: new state and version, one line in the log, and one more for
 * `counters.allSubmitted` when the last list came in.
 */
export async function step(db: Db, { act, context, event, user, payload, subjectId, now }: Step): Promise<void> {
  const [after] = transition(countingActMachine, snapshotOf(act.status as CountingActState, context), event);
  const status = after.value as CountingActState;
  await db
    .updateTable('document')
    .set((row) => ({ status, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', act.id)
    .execute();
  const allSubmitted = act.status === 'counting' && status === 'counted';
  await logEvent(db, {
    documentId: act.id,
    machine: 'countingAct',
    event: event.type,
    payload: {
      ...payload,
      ...('facts' in event ? { facts: event.facts } : {}),
      // Stock moves by documents of its own, without an event here: what the guards read goes into the log.
      ...(ASKS_STOCK.has(event.type) ? { found: questionsOf(context) } : {}),
    },
    before: act.status,
    after: allSubmitted ? act.status : status,
    userId: user.id,
    now,
    ...(subjectId !== undefined ? { subjectId } : {}),
  });
  if (allSubmitted) {
    await logEvent(db, {
      documentId: act.id,
      machine: 'countingAct',
      event: 'counters.allSubmitted',
      before: act.status,
      after: status,
      userId: null,
      now,
    });
  }
  act.status = status;
  act.version += 1;
}

/** The counter's own part of a step: its state and version. The log line of the act names it by `subject_id`. */
export async function stepCounter(
  db: Db,
  counter: CounterRecord,
  type: CounterEvent['type'],
  set: { started_at?: Date; submitted_at?: Date; released?: boolean } = {},
): Promise<void> {
  const [after] = transition(counterMachine, counterMachine.resolveState({ value: counter.status, context: {} }), {
    type,
  });
  await db
    .updateTable('computing_act_user')
    .set((row) => ({ ...set, status: String(after.value), version: row('version', '+', 1) }))
    .where('id', '=', counter.id)
    .execute();
}

/** Refuses an event that the counter's own state does not allow. */
export function mayStepCounter(counter: CounterRecord, context: CountingActContext, type: CounterEvent['type']): void {
  if (!counterMachine.resolveState({ value: counter.status, context: {} }).can({ type })) {
    throw conflict('not_allowed_now', {
      state: counter.status,
      allowed: allowedOnCounter(counter.act, context, counter),
    });
  }
}
