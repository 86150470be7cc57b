import { RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type CancelWords, type QuestionContext, questionDialogMachine } from './questionDialog.machine.ts';

const refused = (kind: 'refused' | 'failed') =>
  new RefusedError({ kind, message: '', code: kind, requestId: 'r-1', errors: {}, lines: [], current: null });

const change = (name: string, words: Partial<CancelWords>): EventCase => ({
  name,
  event: { type: 'words.change', change: words },
});

export const questionDialogModel: WorkflowModel = {
  machine: questionDialogMachine,
  beginnings: [
    { name: 'an invoice is called off', input: { needsAgreement: true } },
    { name: 'a draft is dropped', input: { asksWords: false } },
  ],
  cases: [
    change('chooses the reason', { reason: 'duplicate_invoice' }),
    change('takes the reason away', { reason: null }),
    change('writes what happened', { text: 'Ikki marta kiritilgan' }),
    change('writes more', { text: 'Ikki marta kiritilgan, birinchisi qoladi' }),
    change('empties the description', { text: ' ' }),
    change('agrees', { agreed: true }),
    { name: 'sends', event: { type: 'words.send', key: 'k-1' } },
    { name: 'closes the dialog', event: { type: 'dialog.close' } },
    { name: 'leaves what is written', event: { type: 'leave.drop' } },
    { name: 'stays', event: { type: 'leave.stay' } },
    { name: 'it is done', event: { type: 'xstate.done.actor.send' } },
    { name: 'the server refuses', event: { type: 'xstate.error.actor.send', error: refused('refused') } },
    { name: 'no answer comes', event: { type: 'xstate.error.actor.send', error: refused('failed') } },
  ],
  serialize(snapshot) {
    const { words, refusal } = snapshot.context as QuestionContext;
    return `${JSON.stringify(snapshot.value)} ${words.reason} ${words.text.trim()} ${words.agreed} ${refusal?.kind}`;
  },
  within(snapshot, event) {
    const { words, asksWords } = snapshot.context as QuestionContext;
    if (snapshot.matches('done') || snapshot.matches('closed')) return false;
    if (event.type.startsWith('xstate.')) return snapshot.hasTag('busy');
    if (event.type !== 'words.change') return true;
    if (!asksWords) return false;
    // Only what really changes something is a change: nobody chooses what is chosen already.
    const { change: changed } = event as unknown as { change: Partial<CancelWords> };
    const now = { ...words, ...changed };
    const further = (changed.text?.length ?? 0) > 30;
    if (further) return words.text !== '' && words.text.trim() !== '' && words.text.length < 30;
    if (changed.text === ' ') return words.text.trim() !== '';
    if (changed.text !== undefined) return words.text.trim() === '';
    return now.reason !== words.reason || now.agreed !== words.agreed;
  },
};
