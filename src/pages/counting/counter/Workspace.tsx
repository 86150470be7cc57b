import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { inspect } from '../../../app/inspect.ts';
import { usePageTitle } from '../../../app/pageTitle.ts';
import { useUser } from '../../../app/session.ts';
import { useShownDocument } from '../../../app/shownDocument.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { pathOf } from '../../../routes/registry.ts';
import { SkeletonRows, TopBar } from '../../../ui/loading.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { Way } from '../../../ui/way/Way.tsx';
import { counterLook } from '../act/commands.ts';
import { countingWorkspace, EntryQueue } from './actors.ts';
import { Counting } from './Counting.tsx';
import { useEarlyScans } from './earlyScans.ts';
import { leave } from './left.ts';
import { Assigned, Failed, Gone, NotSubmitted, Over, Queued } from './Outcomes.tsx';
import { ScanController } from './scanController.ts';
import { sayStray, useStrayScans } from './strayScans.ts';

/** What a person goes on with while there is no network, by the place of the screen. */
const OFFLINE: Readonly<Record<string, string>> = {
  counting: 'offlineHere',
  assigned: 'offlineStart',
  starting: 'offlineStart',
};

const placeOf = ({ value }: { value: unknown }): string => (typeof value === 'string' ? value : 'counting');

/** One counter's list at the screen of its person. */
export function Workspace({ counterId }: { counterId: number }) {
  const t = useText('counter');
  const tm = useText('machines/counter');
  const userId = useUser().id;
  const entryQueue = useMemo(() => new EntryQueue({ userId, counterId }), [userId, counterId]);
  const machine = useMemo(() => countingWorkspace(entryQueue), [entryQueue]);
  const actor = useActorRef(machine, { input: { userId, counterId }, inspect });
  const scans = useMemo(
    () => new ScanController(actor, entryQueue, (code) => sayStray(placeOf(actor.getSnapshot()), code)),
    [actor, entryQueue],
  );

  const show = useSelector(actor, ({ context }) => context.show);
  const unsent = useSelector(actor, ({ context }) => context.facts.unsent);
  const place = useSelector(actor, placeOf);
  const isOver = useSelector(actor, (snapshot) => snapshot.hasTag('over'));

  const early = useEarlyScans(scans, entryQueue.scope, place);
  useStrayScans(scans, place);
  // its way stands in some of the places alone
  useShownDocument('counter', counterId);

  useEffect(() => {
    // entries that are being written to the disk when the person leaves still get there
    const keep = () => {
      const { queue, batch } = actor.getSnapshot().context;
      // what a person typed has its list by now, a code is still coming
      const coming = document.querySelector<HTMLInputElement>('.scan-field > [aria-expanded="false"]')?.value ?? '';
      const unwritten = [...batch, ...queue];
      leave(entryQueue.scope, unwritten, coming);
      // where only the screen goes the disk has the time, and what is unsent is seen there
      if (unwritten.length > 0) void entryQueue.write(unwritten).catch(() => {});
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [actor, entryQueue]);

  const goesOn = OFFLINE[place];
  const waiting =
    unsent > 0 ? t('waiting.network', { count: unsent, figure: formatNumber(unsent) }) : goesOn && t(goesOn);
  // handing in that waits tells the rest itself
  const offline = place === 'queued' ? '' : waiting;
  usePageTitle(show === null ? t('title') : t('titleOf', { title: show.counter.title }), {
    ...(offline !== undefined && { offline }),
    crumbs: [
      { title: t('area') },
      { title: show === null ? t('acts') : t('act', { number: show.act.number }), path: pathOf('acts') },
    ],
    // of a list that was open when its act was closed the state says what is true no more
    ...(show !== null &&
      !(isOver && show.counter.status !== 'submitted') && {
        chip: (
          <StateChip look={counterLook(show.counter.status)}>
            <span data-testid="counter-state" data-state={show.counter.status}>
              {tm(`states.${show.counter.status}.name`)}
            </span>
          </StateChip>
        ),
      }),
  });

  const own = { actor, entryQueue };
  const withWay = (view: ReactNode) => (
    <div className="sheet-body">
      {view}
      <Way machine="counter" id={counterId} read={show?.counter.status ?? ''} />
    </div>
  );
  switch (place) {
    case 'counting':
      return withWay(<Counting {...own} scans={scans} early={early} />);
    case 'assigned':
    case 'starting':
      return withWay(<Assigned {...own} />);
    case 'gone':
      return <Gone {...own} />;
    case 'failed':
      return <Failed {...own} />;
    case 'queued':
      return <Queued {...own} />;
    case 'notSubmitted':
      return <NotSubmitted {...own} />;
    case 'submitted':
    case 'stranded':
      return <Over actor={own.actor} />;
    default:
      return (
        <div className="sheet-main counter" aria-busy="true" data-testid={place}>
          <TopBar label={t(place === 'submitting' ? 'submitting' : 'common:loading')} />
          {place === 'submitting' ? (
            <div className="outcome" role="status">
              <p className="reading">{t('submitting')}</p>
            </div>
          ) : (
            <SkeletonRows />
          )}
        </div>
      );
  }
}
