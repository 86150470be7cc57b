/** The widgets workflow with its real actor, and what is kept in this tab while the server does not have it. */
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { RefusedError } from '../../../contract/refusal.ts';
import { ChosenWidget, MyWidgets, myWidgets, saveWidgets } from '../../../contract/widgets.ts';
import { type KeptWidgets, type SaveInput, widgetsMachine } from '../../../machines/widgets/widgets.machine.ts';
import { ApiError, request } from '../../api/client.ts';
import { keyOf, queryClient } from '../../api/queries.ts';
import { isStale, refusalOf } from '../../api/refusal.ts';
import { inspect } from '../../app/inspect.ts';

/** The dashboard shows it at once; an earlier answer still in flight does not overwrite it. */
async function show(data: MyWidgets): Promise<void> {
  const key = keyOf(myWidgets);
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData(key, { data });
}

/** The server's current arrangement, in the body of a 409. */
function currentIn(error: unknown): MyWidgets | null {
  if (!isStale(error) || !(error instanceof ApiError)) return null;
  const current = MyWidgets.safeParse(error.body?.current);
  return current.success ? current.data : null;
}

const machine = widgetsMachine.provide({
  actors: {
    save: fromPromise<MyWidgets, SaveInput>(async ({ input: { version, chosen } }) => {
      try {
        const { data } = await request(saveWidgets, { body: { widgets: chosen }, ifMatch: version, keepalive: true });
        await show(data);
        return data;
      } catch (error) {
        const current = currentIn(error);
        if (current !== null) await show(current);
        throw new RefusedError(refusalOf(error, current));
      }
    }),
  },
});

export type WidgetsActor = ActorRefFrom<typeof widgetsMachine>;

/** Another person's arrangement is never met. */
const keptKey = (userId: number) => `widgets.${userId}`;
const Kept = z.object({ version: z.int(), chosen: z.array(ChosenWidget) });

function takeKept(key: string): KeptWidgets | null {
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

function keep(key: string, kept: KeptWidgets | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // a full storage: the arrangement stays on the screen
  }
}

/** The actor of the page: started with what was read, notified of what is read again. */
export function useWidgets(answer: MyWidgets, userId: number): WidgetsActor {
  const key = keptKey(userId);
  const actor = useActorRef(machine, { input: { answer, kept: takeKept(key) }, inspect });
  useEffect(() => actor.send({ type: 'dashboard.read', answer }), [actor, answer]);
  useEffect(() => {
    const page = window.location.pathname;
    const subscription = actor.subscribe(({ value, context: { version, chosen } }) =>
      keep(key, value === 'saved' ? null : { version, chosen }),
    );
    return () => {
      subscription.unsubscribe();
      // who leaves the page was asked and gave it up
      if (window.location.pathname !== page) keep(key, null);
    };
  }, [actor, key]);
  return actor;
}
