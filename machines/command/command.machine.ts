/**
 * One command at a time on a document: asked about, sent, and done, or what prevented it.
 *
 * The child actor of every window that sends commands. It knows no document: the window gives it the actor `perform`
 * and the types of its commands. A command carries the version that the person saw; when somebody else was faster, the
 * person chooses between the two or is asked again about what is stored now, nothing is overwritten silently. The same
 * words after a lost answer go again under the idempotency key they had, other words under a new one.
 *
 * For: everybody who changes a document. See docs/workflows/command.md; decisions 30, 43 and 51.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';

/** What a command is about: how fresh the window's knowledge is, and what this person may do to it now. */
export interface Subject {
  version: number;
  allowed: readonly string[];
}

/** A window adds the words of its own commands. */
export interface Command {
  type: string;
  /** The part that it is about, or the document when the person began: without it, the subject as it is when sent. */
  of?: Subject;
  /** When somebody else was faster: `choose` between the two (the usual one), or `askAgain` about what is stored now. */
  onStale?: 'choose' | 'askAgain';
}

/** What is stored after somebody else's step, of that which the command is about. */
export interface Stored {
  version: number;
  by: string | null;
  at: string | null;
}

/** What a person writes or chooses for a command. */
export type WordsOf<C extends Command> = Partial<Omit<C, keyof Command>>;

export interface CommandContext<C extends Command, S extends Stored> {
  subject: Subject;
  command: C | null;
  /** Idempotency key of what is being sent; empty before the first sending. */
  key: string;
  refusal: Refusal<S> | null;
}

export type CommandEvent<C extends Command> =
  | { type: 'subject.read'; subject: Subject }
  /** A dialog asks first. */
  | { type: 'command.ask'; command: C }
  /** It is sent at once. */
  | { type: 'command.do'; command: C; key: string }
  | { type: 'command.confirm'; words: WordsOf<C>; key: string }
  /** The dialog has a workflow of its own that did it. */
  | { type: 'command.doneElsewhere' }
  | { type: 'command.retry' }
  | { type: 'command.close' }
  /** `words`: what is put together of both sides. */
  | { type: 'command.keepMine'; words: WordsOf<C>; key: string }
  | { type: 'command.takeTheirs' };

export type CommandEmitted<C extends Command> =
  | { type: 'command.done'; command: C }
  /** Somebody else's step was accepted: what is shown is old. */
  | { type: 'theirs.taken' };

export interface PerformInput<C extends Command> {
  /** Null never comes: the state is entered with a command only. */
  command: C | null;
  version: number;
  key: string;
}

/** How the document is after it; null where the answer does not include it. */
const answerOf = (event: unknown): Subject | null => (event as { output?: Subject | null }).output ?? null;

/** The command on top of what is stored now. */
function rebased<C extends Command, S extends Stored>(
  { command, subject }: Pick<CommandContext<C, S>, 'command' | 'subject'>,
  version: number | undefined,
) {
  if (command === null || version === undefined) return { command, subject };
  return command.of === undefined
    ? { command, subject: { ...subject, version } }
    : { command: { ...command, of: { ...command.of, version } }, subject };
}

/** The machine with the commands of one window; the chart is the same for all. */
export const commandOf = <C extends Command, S extends Stored>() =>
  setup({
    types: {
      context: {} as CommandContext<C, S>,
      events: {} as CommandEvent<C>,
      input: {} as { subject: Subject },
      emitted: {} as CommandEmitted<C>,
      tags: {} as 'busy' | 'asking' | 'refused',
      meta: {} as { requirement: string },
    },
    actors: {
      perform: fromPromise<Subject | null, PerformInput<C>>(() => {
        throw new Error('command: actor perform is not provided');
      }),
    },
    guards: {
      isAllowed: ({ context, event }) =>
        (event.type === 'command.ask' || event.type === 'command.do') &&
        (event.command.of ?? context.subject).allowed.includes(event.command.type),
      isAskedAgain: ({ context, event }) =>
        context.command?.onStale === 'askAgain' && refusalIn<S>(event).current !== null,
      isStale: ({ context, event }) => context.command?.onStale !== 'askAgain' && refusalIn<S>(event).current !== null,
      isUnanswered: ({ event }) => refusalIn(event).kind === 'failed',
    },
    actions: {
      takeSubject: assign({
        subject: ({ context, event }) => (event.type === 'subject.read' ? event.subject : context.subject),
      }),
      takeAnswer: assign({ subject: ({ context, event }) => answerOf(event) ?? context.subject }),
      // What may follow is known when the document is read again.
      forgetAllowed: assign({ subject: ({ context }) => ({ ...context.subject, allowed: [] }) }),
      takeCommand: assign(({ context, event }) => {
        if (event.type === 'command.ask') return { command: event.command, refusal: null };
        if (event.type !== 'command.do') return {};
        return {
          command: event.command,
          key: keyOfSending(context, context.command, event.command, event.key),
          refusal: null,
        };
      }),
      takeWords: assign(({ context, event }) => {
        if (event.type !== 'command.confirm' || context.command === null) return {};
        const command = { ...context.command, ...event.words };
        return { command, key: keyOfSending(context, context.command, command, event.key), refusal: null };
      }),
      takeVersion: assign(({ context, event }) => {
        if (event.type !== 'command.keepMine' || context.command === null) return {};
        const { command, subject } = rebased(context, context.refusal?.current?.version);
        return { subject, command: command && { ...command, ...event.words }, key: event.key, refusal: null };
      }),
      // What is stored now is shown in the question, and the answer is sent on top of it.
      takeStored: assign(({ context, event }) => {
        const refusal = refusalIn<S>(event);
        return { ...rebased(context, refusal.current?.version), refusal };
      }),
      takeRefusal: assign({ refusal: ({ event }) => refusalIn<S>(event) }),
      dropCommand: assign({ command: null, refusal: null }),
      notifyDone: emit(({ context }): CommandEmitted<C> => {
        if (context.command === null) throw new Error('command: nothing was sent');
        return { type: 'command.done', command: context.command };
      }),
      notifyTheirsTaken: emit({ type: 'theirs.taken' }),
    },
  }).createMachine({
    id: 'command',
    description: 'One command at a time on a document: asked about, sent, done or refused.',
    context: ({ input }) => ({ subject: input.subject, command: null, key: '', refusal: null }),
    initial: 'ready',
    on: {
      'subject.read': { description: 'The document was read again.', actions: 'takeSubject' },
    },
    states: {
      ready: {
        description: 'No command is being sent; a new one may begin.',
        initial: 'idle',
        on: {
          'command.ask': { guard: 'isAllowed', target: 'asking', actions: 'takeCommand' },
          'command.do': { guard: 'isAllowed', target: 'sending', actions: 'takeCommand' },
        },
        states: {
          idle: { description: 'Nothing was sent yet, or it was given up.', meta: { requirement: 'decision-51' } },
          done: { description: 'The last command was done.', meta: { requirement: 'decision-43' } },
          rejected: {
            description: 'The server refused the command with a reason; the person may correct it.',
            tags: ['refused'],
            meta: { requirement: 'decision-30' },
            on: {
              'command.confirm': { target: '#command.sending', actions: 'takeWords' },
              'command.close': { target: 'idle', actions: 'dropCommand' },
            },
          },
          failed: {
            description: 'No answer came; the same words sent again are done once.',
            tags: ['refused'],
            meta: { requirement: 'decision-43' },
            on: {
              'command.retry': '#command.sending',
              'command.confirm': {
                description: 'The dialog sends what it shows now.',
                target: '#command.sending',
                actions: 'takeWords',
              },
              'command.close': { target: 'idle', actions: 'dropCommand' },
            },
          },
        },
      },
      asking: {
        description: 'A dialog asks about the command before it is sent.',
        tags: ['asking'],
        meta: { requirement: 'decision-51' },
        on: {
          'command.confirm': { target: 'sending', actions: 'takeWords' },
          'command.doneElsewhere': {
            description: 'The dialog did it by itself.',
            target: 'ready.done',
            actions: ['notifyDone', 'dropCommand', 'forgetAllowed'],
          },
          'command.close': { target: 'ready', actions: 'dropCommand' },
        },
      },
      sending: {
        description: 'The command is being sent to the server.',
        tags: ['busy'],
        meta: { requirement: 'decision-43' },
        invoke: {
          id: 'perform',
          src: 'perform',
          input: ({ context: { command, subject, key } }) => ({
            command,
            version: (command?.of ?? subject).version,
            key,
          }),
          onDone: { target: 'ready.done', actions: ['notifyDone', 'dropCommand', 'takeAnswer'] },
          onError: [
            {
              description: 'Somebody else was faster: it is asked again, about what is stored now.',
              guard: 'isAskedAgain',
              target: 'asking',
              actions: 'takeStored',
            },
            { guard: 'isStale', target: 'conflict', actions: 'takeRefusal' },
            { guard: 'isUnanswered', target: 'ready.failed', actions: 'takeRefusal' },
            { target: 'ready.rejected', actions: 'takeRefusal' },
          ],
        },
      },
      conflict: {
        description: 'Somebody else changed the document meanwhile; the person chooses which of the two is stored.',
        meta: { requirement: 'decision-43' },
        on: {
          'command.keepMine': { target: 'sending', actions: 'takeVersion' },
          'command.takeTheirs': { target: 'ready', actions: ['notifyTheirsTaken', 'dropCommand'] },
        },
      },
    },
  });

export const commandMachine = commandOf<Command, Stored>();
