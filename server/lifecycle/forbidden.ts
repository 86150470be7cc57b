/**
 * What the specification forbids in so many words: where a chart has no way for an event, the sentence that says why in the
 * place of “not possible now”. By chart, event and state; the tables of refusals (`tests/oracle`) say the same by hand.
 */
import type { Reason } from './spec.ts';

type Forbidden = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

const within = (states: readonly string[], text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(states.map((state) => [state, text]));

const OVER = ['completed', 'formed'];
const SIGNED = ['signed', 'awaiting_handover', 'active', 'closed', 'written_off'];
/** Of an invoice: what only a draft takes (decision 21). */
const OF_DRAFT = { sent: 'errors.invoice_take_back_first', confirmed: 'errors.invoice_confirmed_corrected' };
/** Of figures of a setting: documents of their days took them. */
const TAKEN = ['valid', 'superseded'];
/** Of an application: handed in, and answered. */
const ASKED = ['submitted', 'scoring', 'manual_review'];
const ANSWERED = ['approved', 'used', 'refused', 'expired'];
const REVIEWED = {
  ...within(['draft', 'submitted', 'scoring'], 'errors.questionnaire_model_first'),
  ...within(ANSWERED, 'errors.questionnaire_answered'),
};

const FORBIDDEN: Forbidden = {
  // decisions 17 and 40
  countingAct: {
    'act.cancel': within(OVER, 'errors.act_over_stays'),
    // of an act that has its residues no other data are refused
    'act.update': {
      ...within(['residues_loaded', 'counting', 'counted'], 'errors.act_organization_settled'),
      ...within(OVER, 'errors.act_data_settled'),
    },
    'act.limit': within(['residues_loaded', 'counting', 'counted', ...OVER], 'errors.act_limited_while_created'),
    'residues.load': within(['counting', 'counted', ...OVER], 'errors.act_count_began'),
    'counter.add': within(['counted', ...OVER], 'errors.act_counters_done'),
    'product.countManually': within(['created', 'residues_loaded', ...OVER], 'errors.act_manual_while_counting'),
    'file.upload': within(['created', 'residues_loaded', 'counting', 'counted'], 'errors.act_file_once_completed'),
    'act.form': within(['formed'], 'errors.act_formed_once'),
  },
  invoice: {
    'partner.change': OF_DRAFT,
    'invoice.update': OF_DRAFT,
    'invoice.delete': OF_DRAFT,
    'invoice.takeBack': within(['confirmed'], 'errors.invoice_confirmed_corrected'),
    'invoice.cancel': within(['confirmed'], 'errors.invoice_confirmed_stays'),
  },
  // areas 3.2: open, closing, closed, and back by the office alone (V4)
  practiceDay: {
    'day.close': within(['open'], 'errors.day_closing_first'),
    'day.resume': within(['closed'], 'errors.day_closed_reopened'),
    'day.reopen': within(['closing'], 'errors.day_not_closed_yet'),
  },
  practiceMonth: {
    'month.close': within(['closed'], 'errors.month_closed_already'),
    'month.reopen': within(['open'], 'errors.month_not_closed'),
  },
  // V13, areas 3 "P2"
  settingRevision: {
    'revision.update': { planned: 'errors.revision_planned_fixed', ...within(TAKEN, 'errors.revision_taken_stays') },
    'revision.drop': within(TAKEN, 'errors.revision_taken_stays'),
  },
  // areas 4.23
  staffTest: {
    'test.update': within(['published', 'ended'], 'errors.test_published_fixed'),
    'test.drop': within(['published', 'ended'], 'errors.test_results_stay'),
  },
  // areas 3.1, decision 74
  questionnaire: {
    'questionnaire.update': within([...ASKED, ...ANSWERED], 'errors.questionnaire_submitted_fixed'),
    'questionnaire.cancel': within(['scoring', 'manual_review', ...ANSWERED], 'errors.questionnaire_asked_stays'),
    'review.approve': REVIEWED,
    'review.refuse': REVIEWED,
  },
  // decisions 60, 71 and 87
  contract: {
    'contract.amend': within(SIGNED, 'errors.contract_signed_fixed'),
    'contract.cancel': within(['active', 'closed', 'written_off'], 'errors.contract_goods_left'),
  },
  // decisions 62 and 79
  saleOrder: {
    'order.update': within(['reserved'], 'errors.order_reserved_fixed'),
    'order.cancel': within(['converted'], 'errors.order_has_its_contract'),
  },
  // decision 71
  output: { 'output.cancel': within(['handed_over'], 'errors.output_handed_over') },
  // decision 59
  cashDocument: { 'cash.cancel': within(['confirmed'], 'errors.cash_confirmed_stays') },
};

/** Nothing where the specification says no more than that it is not possible. */
export function forbiddenWhy(chart: string, event: string, state: string): Reason {
  const messageKey = FORBIDDEN[chart]?.[event]?.[state];
  return messageKey === undefined ? {} : { messageKey };
}
