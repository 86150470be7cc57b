/** What holds for every workflow, whatever it is about. */
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, fromPromise } from 'xstate';
import { type Path, transitionTour } from '../../machines/kit/model.ts';
import { nodesOf, transitionsFrom } from '../../machines/kit/transitions.ts';
import { loadWorkflows } from '../../scripts/machines.ts';

const workflows = await loadWorkflows();

const pathOf = (node: AnyStateNode): string => node.path.join('.') || node.machine.id;

const A_PROMISE = String(fromPromise(async () => {}).transition);

/** Actors carry no name of their kind; those of `fromPromise` have its code. */
const isPromise = (logic: AnyActorLogic | undefined): boolean => String(logic?.transition) === A_PROMISE;

/** Promise actors of a state that would end the whole machine when they fail. */
const unanswered = (machine: AnyStateMachine, node: AnyStateNode): string[] =>
  node.invoke
    .filter(({ src }) => isPromise(machine.implementations.actors[String(src)] as AnyActorLogic | undefined))
    .filter(({ id }) => !transitionsFrom(node).some(({ eventType }) => eventType === `xstate.error.actor.${id}`))
    .map(({ id }) => `${pathOf(node)}: ${id}`);

const takesNothing = (node: AnyStateNode | undefined): boolean =>
  node === undefined || (transitionsFrom(node).length === 0 && takesNothing(node.parent));

/** A state at the top that is final ends the machine, whatever is written on the machine itself. */
const isFinalRightly = (node: AnyStateNode): boolean =>
  node.type === 'final'
    ? transitionsFrom(node).length === 0 && (node.parent === node.machine.root || takesNothing(node))
    : !takesNothing(node);

/** Fields of a context that are true or false. What is inside a document, a row or a form is data of that. */
const booleansOf = ({ begins, steps }: Path): string[] =>
  [begins, ...steps.map(({ after }) => after)].flatMap(({ context }) =>
    Object.entries(context as object).flatMap(([field, value]) => (typeof value === 'boolean' ? [field] : [])),
  );

/** Booleans of a context that are data, each with the reason why it is no state of the workflow. */
const DATA: Readonly<Record<string, string>> = {
  'announcement.complete': 'fact of the row: whether all that publishing needs is written',
  'approval.complete': 'fact of the row: whether all that the request needs is written',
  'questionDialog.asksReason': 'given at the beginning: what the dialog asks for, which never changes',
  'questionDialog.asksWords': 'given at the beginning: what the dialog asks for, which never changes',
  'questionDialog.needsAgreement': 'given at the beginning: what the dialog asks for, which never changes',
  'cashDocument.payment': 'fact of the row: its type, which never changes',
  'cashDocument.short': 'fact of the account: it has less than the payment brought',
  'contract.aged': 'fact of the clock: it is overdue for the years after which a debt may be given up',
  'contract.decided': 'fact of the files: the file of a decision is among them',
  'contract.listed': 'fact of the client: an entry of the black list is in force',
  'contract.leaving': 'fact of the output: somebody picks the goods',
  'contract.stale': 'fact of the clock: the first instalment is due',
  'directoryRecord.inUse': 'fact of the row: whether open documents refer to it',
  'drawer.narrow': 'given at the beginning: the width of the window, which the first state reads once',
  'initiativeClient.earned': 'fact of the contracts: whether the goods of the first one left within the days',
  'import.changes': 'fact of the rows: something would be written',
  'import.clean': 'fact of the rows: none has a fault',
  'import.complete': 'fact of the rows: every row of the file has come',
  'import.decided': 'fact of the rows: of each value changed since the export it is said which one stays',
  'import.recent': 'fact of the clock: written less than seven days ago',
  'myIdSession.consent': 'fact of the row: whether the person agreed, which never changes',
  'navigation.unsaved': 'fact that the open page reports itself; every state may hold it',
  'paymentCertificate.paid': 'fact of the row: what it states, which a draft may change',
  'paymentCertificate.truthful': 'fact of the ledger: whether it says the same on the day',
  'pledgeEvaluation.photographed': 'fact of the files: whether one of them is a photo',
  'pledgeEvaluation.registered': 'fact of the files: whether one of them is the extract of the register',
  'pledgeEvaluation.current': 'fact of the clock: whether its last day is over',
  'pledgeEvaluation.priced': 'fact of the settings: whether wear and terms of such a car are in force',
  'guarantee.fit': 'fact of the client: a verified adult who is not on the black list',
  'questionnaire.failed': 'fact of the run: a source failed that nobody is scored without',
  'questionnaire.helps': 'fact of the run: the same version would approve other terms',
  'questionnaire.listed': 'fact of the client: an entry of the black list is in force',
  'questionnaire.model': 'fact of the settings: whether a version of the model is in force',
  'scoringRun.listed': 'fact of the row: whether its person is on the black list',
  'scoringRun.manual': 'fact of the row: its decision, which a person still has to take',
  'scoringRun.missed': 'fact of the rows: what the source answered that nobody is scored without',
  'scoringRun.model': 'fact of the settings: whether a version of the model is in force',
  'output.listed': 'fact of the client: an entry of the black list is in force',
  'output.stale': 'fact of the clock: the first instalment is due',
  'pasteLines.check': 'a box that the person ticks, sent with the lines',
  'practiceDay.anotherOpen': 'fact of the rows: another day of the branch is open',
  'practiceDay.laterDocuments': 'fact of the rows: documents of later days',
  'practiceDay.monthClosed': 'fact of the rows: the month of the day is closed',
  'practiceMonth.lastDayCame': 'fact of the clock',
  'serialDesk.takes': 'fact of the invoice, read with its lines',
  'session.hasToken': 'given at the beginning: what the first state reads once',
  'session.phone': 'given at the beginning: what the first state reads once',
  'settingRevision.monthClosed': 'fact of the rows: the month of its first day is closed',
  'sidebar.begunMini': 'given at the beginning: what the first state reads once',
  'staffTest.complete': 'fact of the row: whether all that publishing needs is written',
  'user.above': 'fact of the rights: whether the person holds what the one who asks lacks',
  'user.last': 'fact of the rights: whether nobody else may give them',
  'testAttempt.timeUp': 'why it was handed in: said with the result, allows and refuses nothing',
};

describe.each(workflows.map((one) => [one.name, one] as const))('%s', (name, { machine, model }) => {
  it('defines what happens when a promise fails', () => {
    expect(nodesOf(machine).flatMap((node) => unanswered(machine, node))).toEqual([]);
  });

  it('has a final state exactly where no event is taken any more', () => {
    const leaves = nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
    expect(leaves.filter((node) => !isFinalRightly(node)).map(pathOf)).toEqual([]);
  });

  it('hides no state in a boolean of its context', () => {
    if (model === undefined) throw new Error(`${name} has no model`);
    const found = new Set(
      transitionTour(model)
        .flatMap(booleansOf)
        .map((field) => `${name}.${field}`),
    );
    expect([...found].filter((place) => DATA[place] === undefined)).toEqual([]);
    // a reason without its field is old
    const own = Object.keys(DATA).filter((place) => place.startsWith(`${name}.`));
    expect(own.filter((place) => !found.has(place))).toEqual([]);
  });
});
