/** One command on the rows that are chosen in a list: what of it is the same for every list. */
import { useActorRef, useSelector } from '@xstate/react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { Call } from '../../../../contract/call.ts';
import type { Json } from '../../../../contract/json.ts';
import {
  type ManyCommand,
  type ManyDone,
  type ManyItem,
  manyRecordsMachine,
} from '../../../../machines/manyRecords/manyRecords.machine.ts';
import { newKey, request } from '../../../api/client.ts';
import { orRefused } from '../../../api/refusal.ts';
import { inspect } from '../../../app/inspect.ts';
import { useText } from '../../../i18n/index.ts';
import { type Choice, useChoice } from '../choice.ts';
import type { List } from '../useList.ts';
import { isNarrowed } from './narrowing.ts';

export type ManyActor = ActorRefFrom<typeof manyRecordsMachine>;

export interface ManyRow {
  readonly id: number;
  readonly version: number;
}

/** A record as it was chosen, ready to be sent. */
export const itemOf = ({ id, version }: ManyRow, title: string): ManyItem => ({ id, version, title, key: newKey() });

/**
 * @param step sends the step of one record
 * @param opposite the command that takes a step back; left out where none of the commands can be undone
 */
export function manyMachine(
  step: (command: ManyCommand, item: ManyItem) => Promise<{ version: number; before: Json }>,
  opposite?: (command: ManyCommand, done: ManyDone) => ManyCommand,
) {
  return manyRecordsMachine.provide({
    actors: {
      perform: fromPromise(({ input: { command, item } }) => {
        if (command === null || item === undefined) throw new Error('manyRecords: nothing to send');
        return orRefused(() => step(command, item));
      }),
      revert: fromPromise(async ({ input: { command, item } }) => {
        if (command === null || item === undefined || opposite === undefined)
          throw new Error('manyRecords: nothing to take back');
        await orRefused(() => step(opposite(command, item), { ...item, key: newKey() }));
      }),
    },
  });
}

/** All records of the filter, where a page of them is chosen. */
export interface AllOfFilter {
  readonly count: number;
  /** Chooses them; refused where they are others than were seen, and where nothing narrows the list. */
  readonly read: () => Promise<void>;
}

type Answered = { meta: { moment?: string | undefined } };

/** All of the filter as it is seen, for who chose this page of it. */
function allOf<Row, Answer extends Answered>(
  list: List<Row, Answer>,
  choice: Choice<Row>,
  call: Call,
): AllOfFilter | undefined {
  const { total, rows, question } = list;
  const isOffered =
    isNarrowed(question) && total !== null && total > choice.rows.length && rows.length > 0 && rows.every(choice.has);
  if (!isOffered) return undefined;
  return {
    count: total,
    async read() {
      const moment = list.answer?.meta.moment;
      const query = { ...question, all: total, ...(moment !== undefined && { moment }) };
      const { data } = (await request(call, { query } as never).catch((error: unknown) => {
        // it is others than were seen: the list shows them now
        list.retry();
        throw error;
      })) as { data: Row[] };
      choice.replace(data);
    },
  };
}

/** The rows that are chosen in a list, and the command on them. @param call the one that the list is read by */
export function useMany<Row extends ManyRow, Answer extends Answered>(
  machine: typeof manyRecordsMachine,
  list: List<Row, Answer>,
  call: Call,
  titleOf: (row: Row) => string,
) {
  const t = useText('directory');
  const actor = useActorRef(machine, { inspect });
  const isIdle = useSelector(actor, (snapshot) => snapshot.matches('idle'));
  const failed = useSelector(actor, ({ context }) => context.failed);
  const chosen = useChoice(list);
  return {
    actor,
    choice: {
      ...chosen,
      label: (row: Row) => t('many.choose', { title: titleOf(row) }),
      pageLabel: t('many.choosePage'),
    },
    all: allOf(list, chosen, call),
    isFailed: ({ id }: Row): boolean => failed.some((one) => one.id === id),
    /** Something is chosen, or was done. */
    shown: chosen.rows.length > 0 || !isIdle,
  };
}
