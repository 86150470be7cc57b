/**
 * Mutants of the server's step: one place of the engine (`server/lifecycle`), or of what posts, replaced by hand. Each
 * text stands exactly once in its file (`mutate.test.ts`), so that a change there is carried over here.
 */
import { SALE_MUTANTS } from './saleSteps.ts';
import type { StepMutant } from './stepMutant.ts';

const STAGES = 'server/lifecycle/stages.ts';
const ENGINE = 'server/lifecycle/lifecycle.ts';
const OPEN_DAY = 'server/practiceDay/openDay.ts';
const STOCK = 'server/stock/posting.ts';
const DEBT = 'server/invoices/posting.ts';

const LINE = 'lines.push({ ...line, event: type, after: raised ? before : state, payload, userId, subject });';
const RAISED = 'if (raised) lines.push({ ...line, event: raised, after: state, payload: {}, userId: null });';

export const STEP_MUTANTS: readonly StepMutant[] = [
  { kind: 'right', name: 'not asked', file: STAGES, text: 'if (!holds) throw forbidden(messageKey);', by: '' },
  { kind: 'state', name: 'not asked', file: STAGES, text: 'if (!accepted) throw await refusal();', by: '' },
  {
    ...{ kind: 'version', name: 'not compared', file: STAGES },
    ...{ text: 'seen !== undefined && seen !== version', by: 'seen === -1' },
  },
  {
    ...{ kind: 'version', name: 'not raised', file: STAGES },
    ...{ text: 'if (versioned) set.push(sql`version = version + 1`);', by: '' },
  },
  {
    ...{ kind: 'version', name: 'raised twice', file: STAGES },
    ...{ text: 'set.push(sql`version = version + 1`)', by: 'set.push(sql`version = version + 2`)' },
  },
  {
    ...{ kind: 'version', name: 'not raised by the server’s own steps', file: STAGES },
    ...{ text: 'after}, version = version + 1', by: 'after}' },
  },
  {
    ...{ kind: 'version', name: 'not raised by a step of many rows', file: STAGES },
    ...{ text: 'if (versioned) set.push(sql`version = t.version + 1`);', by: '' },
    of: ['directorySets'],
  },
  {
    kind: 'day',
    name: 'a day that is being closed is enough',
    file: OPEN_DAY,
    text: "if (day?.status === 'open') return day;",
    by: 'if (day) return day;',
  },
  {
    ...{ kind: 'day', name: 'not asked', file: ENGINE },
    ...{ text: 'await requireOpenDay(asked.db, row.organizationId)', by: '{ id: 1, date: "2026-11-20" }' },
  },
  { kind: 'effect', name: 'left out', file: STAGES, text: 'return await effect();', by: 'return {} as T;' },
  {
    kind: 'effect',
    name: 'doubled',
    file: STAGES,
    text: 'return await effect();',
    by: 'await effect(); return await effect();',
  },
  {
    ...{ kind: 'facts', name: 'those before the effect', file: ENGINE },
    ...{
      text: "carries ? (after ?? (await spec.facts(scene, row, pending.type, 'after'))) : facts",
      by: 'carries ? facts : facts',
    },
  },
  { kind: 'log', name: 'without the person', file: STAGES, text: 'user_id: row.userId,', by: 'user_id: null,' },
  { kind: 'log', name: 'another person', file: STAGES, text: 'user_id: row.userId,', by: 'user_id: row.userId && 1,' },
  { kind: 'log', name: 'without facts and details', file: STAGES, text: 'JSON.stringify(row.payload)', by: "'{}'" },
  {
    ...{ kind: 'log', name: 'without facts', file: ENGINE },
    ...{ text: 'event.facts === undefined ? {} : { facts: event.facts }', by: '{}' },
  },
  {
    kind: 'log',
    name: 'without the state before',
    file: STAGES,
    text: 'state_before: row.before,',
    by: 'state_before: null,',
  },
  {
    kind: 'log',
    name: 'without the state after',
    file: STAGES,
    text: 'state_after: row.after,',
    by: 'state_after: row.before,',
  },
  { kind: 'log', name: 'another event', file: STAGES, text: 'event: row.event,', by: "event: 'other'," },
  { kind: 'log', name: 'left out', file: ENGINE, text: LINE, by: '' },
  { kind: 'log', name: 'doubled', file: ENGINE, text: LINE, by: `${LINE} ${LINE}` },
  { kind: 'log', name: 'of the raised event left out', file: ENGINE, text: RAISED, by: '' },
  {
    kind: 'log',
    name: 'of the raised event with a person',
    file: ENGINE,
    text: 'payload: {}, userId: null',
    by: 'payload: {}, userId',
  },
  { kind: 'posting', name: 'goods left out', file: STOCK, text: 'if (moves.length === 0) return;', by: 'return;' },
  {
    ...{ kind: 'posting', name: 'goods doubled', file: STOCK },
    ...{ text: 'order by m.line`', by: 'cross join generate_series(1, 2) order by m.line`' },
  },
  { kind: 'posting', name: 'debt left out', file: DEBT, text: 'if (posted.length === 0) return;', by: 'return;' },
  {
    kind: 'posting',
    name: 'debt doubled',
    file: DEBT,
    text: 'posted.map(({ currencyId, amount }) =>',
    by: '[...posted, ...posted].map(({ currencyId, amount }) =>',
  },
  {
    kind: 'posting',
    name: 'debt with the other sign',
    file: DEBT,
    text: 'currency_id: currencyId,\n        amount,',
    by: 'currency_id: currencyId, amount: -amount,',
  },
  ...SALE_MUTANTS,
];

export const stepMutated = (code: string, { name, file, text, by }: StepMutant): string => {
  if (code.split(text).length !== 2) throw new Error(`${name}: its text does not stand once in ${file}`);
  // a function: `$` in the replacement is no pattern
  return code.replace(text, () => by);
};
