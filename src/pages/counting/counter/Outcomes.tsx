/** The screen when nobody counts on it: before the beginning, at the end, and when the list is not there. */
import { Button } from '@blueprintjs/core';
import { DownloadIcon, PlayIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { Link } from 'wouter';
import { newKey } from '../../../api/client.ts';
import { useNetwork } from '../../../app/network.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Rich } from '../../../i18n/Rich.tsx';
import { pathOf } from '../../../routes/registry.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Notice, Reason } from '../../../ui/Notice.tsx';
import { WayButton } from '../../../ui/way/Way.tsx';
import { withWholeNumbers } from '../../../ui/wholeNumbers.tsx';
import { categoryNames } from '../categories.ts';
import type { EntryQueue } from './actors.ts';
import type { CounterActor } from './scanController.ts';
import { useDesk } from './useDesk.ts';

interface OutcomeProps {
  actor: CounterActor;
  entryQueue: EntryQueue;
}

const useTrouble = (actor: CounterActor) => useSelector(actor, ({ context }) => context.trouble);

function ToList() {
  const t = useText('counter');
  return <Link href={pathOf('acts')}>{t('toList')}</Link>;
}

function LeftHere({ actor }: { actor: CounterActor }) {
  const t = useText('counter');
  const { unsent, refused } = useSelector(actor, ({ context }) => context.facts);
  const count = unsent + refused;
  if (count === 0) return null;
  return (
    <div data-testid="left-here" className="stack">
      <Notice tone="bad" inset>
        <Rich text={t('stranded.text', { count, figure: formatNumber(count) })} />
      </Notice>
      <span>
        <Button
          icon={<DownloadIcon size={16} />}
          text={t('stranded.export')}
          onClick={() => actor.send({ type: 'entries.export' })}
          data-testid="export"
        />
      </span>
    </div>
  );
}

export function Assigned({ actor }: OutcomeProps) {
  const t = useText('counter');
  const language = useLanguage();
  const reason = useId();
  const show = useSelector(actor, ({ context }) => context.show);
  const starting = useSelector(actor, (snapshot) => snapshot.matches('starting'));
  const mayStart = useSelector(actor, (snapshot) => snapshot.can({ type: 'counter.start', key: '' }));
  const trouble = useTrouble(actor);
  const { reachable } = useNetwork();
  // that there is no network is said above while it lasts, with its own way to ask again
  const isLost = trouble?.status === 0;
  return (
    <div className="outcome" data-testid="assigned">
      <h2 className="outcome-title">{t('assigned.title')}</h2>
      <p className="reading">
        {withWholeNumbers(
          t('assigned.text', { organization: show?.act.organization ?? '', number: show?.act.number ?? '' }),
        )}
      </p>
      <ul className="outcome-list reading">
        {show !== null && show.act.categories.length > 0 && (
          <li data-testid="only">{t('assigned.only', { categories: categoryNames(show.act.categories, language) })}</li>
        )}
        {(['blind', 'zero', 'saved'] as const).map((key) => (
          <li key={key}>{t(`assigned.points.${key}`)}</li>
        ))}
      </ul>
      {trouble !== null && (!isLost || reachable) && (
        <Notice tone={isLost ? 'info' : 'bad'} inset>
          {isLost ? t('assigned.lost') : trouble.message}
        </Notice>
      )}
      <div className="row wrap">
        <Button
          intent="primary"
          icon={<PlayIcon size={16} />}
          text={t('assigned.start')}
          loading={starting}
          disabled={!mayStart && !starting}
          aria-describedby={mayStart ? undefined : reason}
          autoFocus
          onClick={() => actor.send({ type: 'counter.start', key: newKey() })}
          data-testid="start"
        />
        {(!mayStart || (trouble !== null && !isLost)) && !starting && (
          <Button text={t('assigned.check')} onClick={() => actor.send({ type: 'list.open' })} data-testid="check" />
        )}
        <WayButton />
      </div>
      {!mayStart && !starting && <Reason id={reason}>{t('assigned.notYet')}</Reason>}
    </div>
  );
}

export function Gone({ actor }: OutcomeProps) {
  const t = useText('counter');
  const trouble = useTrouble(actor);
  return (
    <div className="outcome" data-testid="gone">
      <Empty
        kind="noRight"
        title={t(trouble?.status === 404 ? 'gone.missing' : 'gone.title')}
        text={t(trouble?.status === 404 ? 'gone.missingText' : 'gone.text')}
      >
        <ToList />
      </Empty>
      <LeftHere actor={actor} />
    </div>
  );
}

export function Failed({ actor }: OutcomeProps) {
  const t = useText('counter');
  const trouble = useTrouble(actor);
  const { reachable } = useNetwork();
  const gone = trouble?.status === 0 && !reachable;
  return (
    <div className="outcome" data-testid="failed">
      <Empty
        kind="failed"
        title={t('failed.title')}
        text={
          <>
            {trouble?.status === -1 ? t('failed.disk') : gone ? t('errors:comes') : trouble?.message} {t('failed.safe')}
          </>
        }
        requestId={trouble?.requestId || undefined}
        requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
      >
        <Button text={t('common:retry')} onClick={() => actor.send({ type: 'list.open' })} data-testid="retry" />
      </Empty>
    </div>
  );
}

/** Handing in waits for the network: what will be sent, and that nothing more is to be done. */
export function Queued({ actor, entryQueue }: OutcomeProps) {
  const t = useText('counter');
  const show = useSelector(actor, ({ context }) => context.show);
  return (
    <div className="outcome" data-testid="queued">
      <h2 className="outcome-title">{t('queued.title')}</h2>
      <p className="reading">
        {withWholeNumbers(
          t('queued.text', { organization: show?.act.organization ?? '', number: show?.act.number ?? '' }),
        )}
      </p>
      <Counted entryQueue={entryQueue} />
      <div className="row">
        <Button text={t('queued.back')} onClick={() => actor.send({ type: 'submit.drop' })} data-testid="submit-drop" />
      </div>
    </div>
  );
}

export function NotSubmitted({ actor }: OutcomeProps) {
  const t = useText('counter');
  const trouble = useTrouble(actor);
  // an answer that says why: sent unchanged it would be refused again, the way on is the count
  const answered = trouble !== null && trouble.status >= 400 && trouble.status < 500;
  const ways = [
    { type: 'submit.retry', text: t('notSubmitted.retry'), testId: 'submit-retry' },
    { type: 'submit.drop', text: t('submit.back'), testId: 'submit-drop' },
  ] as const;
  return (
    <div className="outcome" data-testid="not-submitted">
      <Empty
        kind="failed"
        title={t(answered ? 'notSubmitted.refused' : 'notSubmitted.title')}
        text={
          <>
            {trouble?.message} {t('notSubmitted.safe')}
          </>
        }
        requestId={trouble?.requestId || undefined}
        requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
      >
        {(answered ? ways.toReversed() : ways).map(({ type, text, testId }, at) => (
          <Button
            key={type}
            intent={at === 0 ? 'primary' : 'none'}
            text={text}
            onClick={() => actor.send({ type })}
            data-testid={testId}
          />
        ))}
      </Empty>
    </div>
  );
}

/** How much is in the list, as far as it is known here. */
function Counted({ entryQueue }: { entryQueue: EntryQueue }) {
  const { tally } = useDesk(entryQueue);
  return <Figures counted={tally.counted} units={tally.units} />;
}

function Figures({ counted, units }: { counted: number; units: number }) {
  const t = useText('counter');
  return (
    <dl className="facts">
      <dt>{t('submit.figures.kinds')}</dt>
      <dd className="num strong">{formatNumber(counted)}</dd>
      <dt>{t('submit.figures.units')}</dt>
      <dd className="num strong">{formatNumber(units)}</dd>
    </dl>
  );
}

/** A list that is over: its figures are the server’s, without what was left here. */
export function Over({ actor }: Pick<OutcomeProps, 'actor'>) {
  const t = useText('counter');
  const { show, handIn } = useSelector(actor, ({ context }) => context);
  if (show === null) return null;
  const { counter, act } = show;
  const unsubmitted = act.status === 'cancelled' ? 'over.cancelled' : 'over.closed';
  const title = counter.released ? 'over.released' : counter.status === 'submitted' ? 'over.submitted' : unsubmitted;
  return (
    <div className="outcome" data-testid="over">
      <h2 className="outcome-title">{t(title)}</h2>
      <p className="reading">
        {withWholeNumbers(
          counter.submitted_at === null
            ? t('over.act', { number: act.number, organization: act.organization })
            : t('over.text', {
                number: act.number,
                organization: act.organization,
                time: formatDateTime(counter.submitted_at),
              }),
        )}
      </p>
      {handIn?.refused === 'over' && (
        <div data-testid="not-handed-in">
          <Notice tone="bad" inset>
            {t(counter.released ? 'handIn.released' : 'handIn.closed')}
          </Notice>
        </div>
      )}
      <Figures counted={counter.counted} units={counter.units} />
      <LeftHere actor={actor} />
      <ToList />
    </div>
  );
}
