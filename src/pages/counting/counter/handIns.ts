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

/** Where the list that was not handed in is opened, beside why. */
function notHandedIn(waiting: Waiting, why: string): void {
  toastWarning(say('counter:handIn.refused', { number: waiting.show.act.number }), {
    text: why,
    link: {
      text: say('counter:handIn.open'),
      href: pathOfList(waiting),
      onFollow: () => navigate(pathOfList(waiting)),
    },
  });
}

/** The counting screen's own workflow, without the screen. */
async function send(waiting: Waiting): Promise<void> {
  const { userId, counterId, show } = waiting;
  const actor = createActor(countingWorkspace(new EntryQueue({ userId, counterId })), {
    input: { userId, counterId },
    inspect,
  }).start();
  const { value, context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), {
    timeout: Number.POSITIVE_INFINITY,
  });
  actor.stop();
  if (context.handIn?.refused === 'over')
    notHandedIn(waiting, say(context.show?.counter.released ? 'counter:handIn.released' : 'counter:handIn.closed'));
  else if (value === 'submitted') toastSuccess(say('counter:handIn.done', { number: show.act.number }));
  else if (value !== 'queued') notHandedIn(waiting, context.trouble?.message ?? '');
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

/** The person is back whose handing in another one's sign-in stopped: they left believing that it would go by itself. */
async function notifyOf(store: CounterStore, stopped: readonly Waiting[]): Promise<void> {
  for (const one of stopped) {
    const handIn = await store.handIn(one);
    if (handIn === null) continue;
    await store.saveHandIn(one, { ...handIn, notified: true });
    // the screen of the list says so itself
    if (window.location.pathname !== pathOfList(one)) notHandedIn(one, say('counter:handIn.stopped'));
  }
}

let sending: Promise<void> | null = null;

async function sendAll(userId: number): Promise<void> {
  const store = await openStore();
  try {
    const isOwn = (one: Waiting) => one.userId === userId;
    const { waiting, stopped } = await store.waiting();
    if (waiting.length + stopped.length > 0) await loadTexts('counter');
    await refuseOthers(
      store,
      waiting.filter((one) => !isOwn(one)),
    );
    await notifyOf(store, stopped.filter(isOwn));
    const own = waiting.filter(isOwn);
    // a list that is on the screen is handed in there
    for (const one of own) if (window.location.pathname !== pathOfList(one)) await send(one);
    const left = await store.waiting();
    if (left.waiting.length + left.stopped.length === 0) forgetHandIns();
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
