import type { AnyMachineSnapshot } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type Command,
  type CommandContext,
  type CommandEvent,
  commandMachine,
  type Stored,
  type Subject,
} from './command.machine.ts';

/** Commands of the act's window and of the invoice's: together they come to every transition. */
interface ModelCommand extends Command {
  reason?: string;
}

const one = (name: string, event: CommandEvent<ModelCommand>): EventCase => ({ name, event });

/** What the person may do with each document: only what differs from the others. */
const ALLOWED = {
  created: ['residues.load'],
  counting: ['comment.add'],
  counted: ['act.complete'],
  invoice: ['partner.change', 'invoice.send', 'invoice.cancel', 'file.add'],
} as const;

const subject = (state: keyof typeof ALLOWED, version = 3): Subject => ({ version, allowed: ALLOWED[state] });

/** The counter that is released, as the person saw it. */
export const MODEL_COUNTER: Subject = { version: 2, allowed: ['counter.release'] };

const stored: Stored = { version: 8, by: 'Gulnora Yoʻldosheva', at: '2026-11-21T05:49:00Z' };

const rejected = (name: string, kind: Refusal['kind'], current: Stored | null = null): EventCase => ({
  name,
  event: {
    type: 'xstate.error.actor.perform',
    error: new RefusedError({ kind, message: kind, code: kind, requestId: 'r-1', errors: {}, lines: [], current }),
  },
});

const answered = (name: string, output: Subject | null): EventCase => ({
  name,
  event: { type: 'xstate.done.actor.perform', output },
});

/** Commands that no dialog asks about. */
const AT_ONCE: ReadonlySet<string> = new Set(['residues.load', 'file.add']);

/** What the server answers to each command; what follows is known when the document is read. */
const DONE: Readonly<Record<string, string>> = {
  'residues.load': 'the residues are loaded',
  'counter.release': 'the counter is released',
  'act.complete': 'the act is completed',
  'partner.change': 'the head is saved',
  'invoice.send': 'the invoice is sent',
  'file.add': 'the file is kept',
};
const done = (name: string): EventCase =>
  answered(name, name === DONE['file.add'] ? null : { version: 4, allowed: [] });
const DONE_CASES = Object.values(DONE).map(done);

export const commandModel: WorkflowModel = {
  machine: commandMachine,
  pageEvents: ['subject.read', 'command.doneElsewhere'],
  beginnings: [
    { name: 'a new act', input: { subject: subject('created') } },
    { name: 'an act being counted', input: { subject: subject('counting') } },
    { name: 'a counted act', input: { subject: subject('counted') } },
    { name: 'a draft of an invoice', input: { subject: subject('invoice') } },
  ],
  cases: [
    one('reads the act', { type: 'subject.read', subject: subject('counting', 4) }),
    one('loads residues', { type: 'command.do', command: { type: 'residues.load' }, key: 'k-1' }),
    one('is asked about releasing a counter', {
      type: 'command.ask',
      command: { type: 'counter.release', of: MODEL_COUNTER },
    }),
    one('is asked about completing', { type: 'command.ask', command: { type: 'act.complete' } }),
    one('is asked about the head', {
      type: 'command.ask',
      command: { type: 'partner.change', of: subject('invoice') },
    }),
    one('is asked about sending', {
      type: 'command.ask',
      command: { type: 'invoice.send', onStale: 'askAgain' },
    }),
    one('is asked about cancelling', { type: 'command.ask', command: { type: 'invoice.cancel' } }),
    one('adds a file', { type: 'command.do', command: { type: 'file.add' }, key: 'k-2' }),
    one('confirms', { type: 'command.confirm', words: { reason: 'kasal' }, key: 'k-3' }),
    one('cancels in the dialog', { type: 'command.doneElsewhere' }),
    one('sends it again', { type: 'command.retry' }),
    one('closes', { type: 'command.close' }),
    one('keeps the own step', { type: 'command.keepMine', words: {}, key: 'k-4' }),
    one('takes their step', { type: 'command.takeTheirs' }),
    rejected('somebody was faster', 'stale', stored),
    rejected('the server refuses', 'refused'),
    rejected('the server is not reached', 'failed'),
    ...DONE_CASES,
  ],
  serialize({ value, context }: AnyMachineSnapshot) {
    const { command, subject: seen } = context as CommandContext<ModelCommand, Stored>;
    return `${JSON.stringify(value)} ${seen.allowed.join()} ${command?.type ?? ''}`;
  },
  within(snapshot, event) {
    const { command, subject: seen } = snapshot.context as CommandContext<ModelCommand, Stored>;
    const hasDialog = command !== null && !AT_ONCE.has(command.type);
    const sent = event as CommandEvent<ModelCommand>;
    if (event.type.startsWith('xstate.')) {
      // The server answers while it is asked; each command is answered with what it leads to.
      if (command === null || !snapshot.hasTag('busy')) return false;
      if (event.type.startsWith('xstate.done'))
        return DONE_CASES.find((one) => one.event === event)?.name === DONE[command.type];
      // A file is added whatever is there.
      return (event.error as RefusedError<Stored>).refusal.kind !== 'stale' || command.type !== 'file.add';
    }
    const counting = seen.allowed.includes('comment.add');
    if (sent.type === 'subject.read') return counting;
    // What the screen offers: a dialog shuts off the rest of the window, and only a dialog is confirmed.
    if (sent.type === 'command.confirm') return hasDialog && command.type !== 'invoice.cancel';
    if (sent.type === 'command.doneElsewhere') return command?.type === 'invoice.cancel';
    if (sent.type === 'command.retry') return !hasDialog;
    if (sent.type === 'command.do') return !hasDialog;
    if (sent.type === 'command.ask')
      return (
        !hasDialog && (sent.command.type === 'counter.release' ? counting : seen.allowed.includes(sent.command.type))
      );
    return true;
  },
};
