/** The queue on home names a step as the button that takes it: whoever follows it finds the words again. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language, say } from '../../server/http/messages.ts';

type Tree = { readonly [key: string]: string | Tree };

/** The words of a button, by the file of its texts and the path in it, whose keys may have points. */
function buttonOf(language: Language, file: string, path: string): unknown {
  const texts = JSON.parse(readFileSync(`locales/${language}/${file}.json`, 'utf8')) as Tree;
  return path.split('/').reduce<string | Tree | undefined>((at, key) => (typeof at === 'object' ? at[key] : at), texts);
}

const BUTTONS: readonly (readonly [step: string, file: string, path: string])[] = [
  ['residues.load', 'counting', 'ask/residues/load/do'],
  ['act.complete', 'counting', 'ask/act/complete/do'],
  ['act.form', 'counting', 'ask/act/form/do'],
  ['counter.start', 'counter', 'assigned/start'],
  ['invoice.send', 'invoice', 'ask/invoice/send/do'],
  ['invoice.confirm', 'invoice', 'ask/invoice/confirm/do'],
  ['day.startClosing', 'practiceDay', 'actions/day.startClosing'],
  ['day.close', 'practiceDay', 'actions/day.close'],
  ['month.close', 'practiceDay', 'actions/month.close'],
  ['revision.plan', 'records', 'plan'],
  ['revision.confirm', 'setting', 'form/confirm'],
  ['request.send', 'blackList', 'actions/send'],
  ['request.approve', 'blackList', 'actions/approve'],
  ...['unblockRequest', 'fondProduct', 'clientIncome', 'clientChange'].flatMap((kind) =>
    ['send', 'approve'].map(
      (event) => [`requestOf.${kind}.${event}`, `directories/${kind}`, `steps/${event}/do`] as const,
    ),
  ),
  ['cash.confirm', 'cashbox', 'draft/take'],
  ['test.publish', 'testAuthors', 'actions/publish'],
  ['test.start', 'tests', 'begin'],
  ['lead.call', 'directories/initiativeClient', 'steps/call/do'],
  ['order.reserve', 'orders', 'reserve'],
  ['order.convert', 'sale', 'makeContract'],
  ['contract.sign', 'sale', 'sign'],
  ['output.pick', 'outputs', 'pick/do'],
  ...['assign', 'answer', 'close'].map(
    (event) => [`appeal.${event}`, 'directories/appeal', `steps/${event}/do`] as const,
  ),
  ...['inspect', 'value', 'approve', 'refuse'].map(
    (event) => [`pledge.${event}`, 'directories/pledgeEvaluation', `steps/${event}/do`] as const,
  ),
  ...['take', 'accept'].map((event) => [`error.${event}`, 'directories/contractError', `steps/${event}/do`] as const),
  ['questionnaire.submit', 'directories/questionnaire', 'steps/submit/do'],
  ['certificate.issue', 'directories/paymentCertificate', 'steps/issue/do'],
  ['lead.reward', 'directories/initiativeClient', 'steps/reward/do'],
];

it.each(BUTTONS)('%s', (step, file, path) => {
  for (const language of LANGUAGES)
    expect(buttonOf(language, file, path), language).toBe(say(language, `queue.steps.${step}`));
});
