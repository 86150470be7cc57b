/**
 * What the specification forbids in so many words is refused with its reason, never with “not possible now” alone. The list is
 * by hand, decision by decision.
 */
import { describe, expect, it } from 'vitest';
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { matrixOf } from '../../machines/kit/table.ts';
import { recordOf } from '../../scripts/chartRecord.ts';
import { loadWorkflows } from '../../scripts/machines.ts';

/** Source, chart, events, states. */
const EXPRESSLY: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['decision 40', 'countingAct', ['act.cancel', 'act.update'], ['completed', 'formed']],
  ['decision 17', 'countingAct', ['residues.load'], ['counting', 'counted', 'completed', 'formed']],
  ['decision 17', 'countingAct', ['counter.add'], ['counted', 'completed', 'formed']],
  ['decision 17', 'countingAct', ['product.countManually'], ['created', 'residues_loaded', 'completed', 'formed']],
  ['decision 17', 'countingAct', ['file.upload'], ['created', 'residues_loaded', 'counting', 'counted']],
  ['decision 17', 'countingAct', ['act.form'], ['formed']],
  ['decision 21', 'invoice', ['invoice.cancel', 'invoice.takeBack'], ['confirmed']],
  ['decision 21', 'invoice', ['partner.change', 'invoice.update', 'invoice.delete'], ['sent', 'confirmed']],
  ['areas 3.2', 'practiceDay', ['day.close'], ['open']],
  ['V4', 'practiceDay', ['day.resume'], ['closed']],
  ['areas 3.2', 'practiceDay', ['day.reopen'], ['closing']],
  ['areas 3.2', 'practiceMonth', ['month.close'], ['closed']],
  ['areas 3.2', 'practiceMonth', ['month.reopen'], ['open']],
  ['areas 3, P2', 'settingRevision', ['revision.update'], ['planned']],
  ['V13', 'settingRevision', ['revision.update', 'revision.drop'], ['valid', 'superseded']],
  ['areas 4.23', 'staffTest', ['test.update', 'test.drop'], ['published', 'ended']],
  ['areas 3.1', 'questionnaire', ['questionnaire.update'], ['submitted', 'scoring', 'manual_review', 'approved']],
  ['areas 3.1', 'questionnaire', ['questionnaire.cancel'], ['manual_review', 'approved', 'refused', 'used']],
  ['decision 74', 'questionnaire', ['review.approve', 'review.refuse'], ['scoring', 'approved', 'refused', 'used']],
  ['decision 60', 'contract', ['contract.cancel'], ['active', 'closed']],
  ['decision 87', 'contract', ['contract.amend'], ['signed', 'awaiting_handover', 'active', 'closed']],
  ['decision 79', 'saleOrder', ['order.update'], ['reserved']],
  ['decision 62', 'saleOrder', ['order.cancel'], ['converted']],
  ['decision 71', 'output', ['output.cancel'], ['handed_over']],
  ['decision 59', 'cashDocument', ['cash.cancel'], ['confirmed']],
];

const workflows = await loadWorkflows();
const errors: Readonly<Record<'uz' | 'ru', Readonly<Record<string, unknown>>>> = { uz: uz.errors, ru: ru.errors };

describe.each(EXPRESSLY)('%s, %s', (_, name, events, states) => {
  const workflow = workflows.find((one) => one.name === name);
  const { table } = workflow === undefined ? { table: null } : recordOf(workflow);
  if (workflow === undefined || table === null) throw new Error(`no table of ${name}`);
  const { cells } = matrixOf(workflow.machine, table);

  it.each(events.flatMap((event) => states.map((state) => [event, state] as const)))('%s in %s', (event, state) => {
    const cell = cells.find((one) => one.event === event && one.state === state);
    expect(cell).toMatchObject({ kind: 'refused', differs: false });
    for (const key of cell?.says ?? [])
      for (const texts of [errors.uz, errors.ru]) {
        const text = texts[key.replace('errors.', '')];
        expect(text).toEqual(expect.any(String));
        expect(text).not.toBe(texts.not_allowed_now);
      }
  });
});
