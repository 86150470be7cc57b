/**
 * Handing in that waits on the disk goes from every page, once its person has the network; another person's is not sent
 * any more, and its person is told why at the counting screen.
 */
import { createActor, waitFor } from 'xstate';
import { forgetHandIns } from '../../../app/handInNote.ts';
import { inspect } from '../../../app/inspect.ts';
import { navigate } from '../../../app/navigate.ts';
import { loadTexts, say } from '../../../i18n/index.ts';
import { pathOf } from '../../../routes/registry.ts';
import { toastSuccess, toastWarning } from '../../../ui/toasts.ts';
import { countingWorkspace, EntryQueue } from './actors.ts';
import { type CounterStore, openStore, type Waiting } from './store.ts';

const pathOfList = ({ counterId, show }: Waiting) => pathOf('counter', { actId: show.act.id, counterId });

/** The counting screen's own workflow, without the screen. */
async function send(waiting: Waiting): Promise<void> {
  const { userId, counterId, show } = waiting;
  const actor = createActor(countingWorkspace(new EntryQueue({ userId, counterId })), {
    input: { userId, counterId },
    inspect,
  }).start();
  const { value } = await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), { timeout: Number.POSITIVE_INFINITY });
  actor.stop();
  const { number } = show.act;
  if (value === 'submitted') toastSuccess(say('counter:handIn.done', { number }));
  else if (value !== 'queued')
    toastWarning(say('counter:handIn.refused', { number }), {
      link: {
        text: say('counter:handIn.open'),
        href: pathOfList(waiting),
        onFollow: () => navigate(pathOfList(waiting)),
      },
    });
}

async function refuseOthers(store: CounterStore, others: readonly Waiting[]): Promise<void> {
  for (const { userId, counterId, show } of others) {
    const scope = { userId, counterId };
    const handIn = await store.handIn(scope);
    if (handIn === null) continue;
    await store.saveHandIn(scope, { ...handIn, refused: 'person' });
    toastWarning(say('counter:handIn.others', { number: show.act.number, person: show.counter.user.fullname }));
  }
}

let sending: Promise<void> | null = null;

async function sendAll(userId: number): Promise<void> {
  const store = await openStore();
  try {
    const waiting = await store.waiting();
    if (waiting.length > 0) await loadTexts('counter');
    await refuseOthers(
      store,
      waiting.filter((one) => one.userId !== userId),
    );
    const own = waiting.filter((one) => one.userId === userId);
    // a list that is on the screen is handed in there
    for (const one of own) if (window.location.pathname !== pathOfList(one)) await send(one);
    if ((await store.waiting()).length === 0) forgetHandIns();
  } finally {
    store.close();
  }
}

/** Sends what waits of this person. One at a time: what is asked for meanwhile is under way. */
export function sendHandIns(userId: number): Promise<void> {
  sending ??= sendAll(userId).finally(() => {
    sending = null;
  });
  return sending;
}
