/** Why a figure is what it is on a day: one paragraph that a client may hear, then documents whose sums make it exactly. */
import { Button } from '@blueprintjs/core';
import { ArrowLeftIcon, ArrowRightIcon, DuplicateIcon, TickIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '../../../contract/figures.ts';
import { type FigureStory, figureStory } from '../../../contract/sale/stories.ts';
import { MOST_LINES, monthsOf, type StoryLine } from '../../../contract/sale/story.ts';
import { useCall } from '../../api/queries.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { DayInput } from '../dates/DayInput.tsx';
import { Failed } from '../Failed.tsx';
import { FittingTable } from '../FittingTable.tsx';
import { Pane } from '../layout.tsx';
import { SkeletonRows } from '../loading.tsx';
import { classes } from '../look.ts';
import { Notice } from '../Notice.tsx';
import { toastSuccess } from '../toasts.ts';
import { type AskedFigure, useWhy } from './asked.ts';
import { happened, heard, instalmentsOf, namedBy, signed, titleOf, writtenStory } from './words.ts';

const KEYS: KeyGroup = {
  space: 'why',
  title: 'keys',
  rows: [
    ['previous', '←'],
    ['next', '→'],
  ],
};

export function WhyPane({ asked }: { asked: AskedFigure }) {
  const t = useText('why');
  const c = useText('common');
  const { day, ask, close } = useWhy();
  useKeys(KEYS);
  const { figure, subject, id, organization } = asked;
  const query = {
    ...{ figure, subject, id },
    ...(organization !== undefined && { organization_id: organization }),
    ...(day !== null && { day }),
  };
  const read = useCall(figureStory, { query }, { placeholderData: (before) => before });
  const story = read.data?.data;
  const go = (to: string | null | undefined) => to && ask(asked, to);
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowLeft') go(story?.previous);
    else if (event.key === 'ArrowRight') go(story?.next);
    else return;
    event.preventDefault();
  };
  return (
    <Pane
      kind="story"
      title={story === undefined ? t('ask') : titleOf(t, story)}
      sub={story && [story.subject.title, story.subject.organization].filter(Boolean).join(', ')}
      onClose={close}
      closeLabel={c('close')}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are beside the buttons of the same */}
      <div className="story" data-testid="why" aria-busy={read.isFetching} onKeyDown={onKey}>
        <div className="story-day">
          <Button
            variant="minimal"
            icon={<ArrowLeftIcon size={14} />}
            aria-label={t('previous')}
            title={t('previous')}
            disabled={!story?.previous}
            onClick={() => go(story?.previous)}
          />
          <DayInput late label={t('day')} value={day ?? story?.day ?? null} onChange={(one) => ask(asked, one)} />
          <Button
            variant="minimal"
            icon={<ArrowRightIcon size={14} />}
            aria-label={t('next')}
            title={t('next')}
            disabled={!story?.next}
            onClick={() => go(story?.next)}
          />
          <Button
            variant="minimal"
            icon={<DuplicateIcon size={14} />}
            aria-label={t('copy')}
            title={t('copy')}
            disabled={story === undefined}
            onClick={() =>
              void navigator.clipboard
                ?.writeText(writtenStory(t, story as FigureStory))
                .then(() => toastSuccess(t('copied')))
            }
          />
        </div>
        {story !== undefined ? (
          <Told story={story} />
        ) : read.error ? (
          <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={6} columns={[1, 3, 1]} />
        )}
      </div>
    </Pane>
  );
}

function Told({ story }: { story: FigureStory }) {
  const t = useText('why');
  const [whole, setWhole] = useState(true);
  const rest = story.lines.filter(({ undone }) => !undone);
  const lines = whole ? story.lines : rest;
  return (
    <>
      <p className="story-heard">{heard(t, story)}</p>
      {!story.agrees && (
        <Notice tone="bad" inset>
          {t('differs', { n: formatNumber(story.total), ledger: formatNumber(story.ledger) })}
        </Notice>
      )}
      {story.lines.length > 0 && (
        <section aria-label={t('lines')}>
          <header className="story-head">
            <h3>{t('lines')}</h3>
            {rest.length < story.lines.length && (
              <span className="story-which">
                <Button
                  size="small"
                  active={whole}
                  text={t('all', { n: formatNumber(story.lines.length) })}
                  onClick={() => setWhole(true)}
                />
                <Button
                  size="small"
                  active={!whole}
                  text={t('without', { n: formatNumber(rest.length) })}
                  onClick={() => setWhole(false)}
                />
              </span>
            )}
          </header>
          <Lines story={story} lines={lines} balances={whole} />
        </section>
      )}
      {story.parts.length > 0 && <Parts story={story} />}
    </>
  );
}

interface LinesProps {
  story: FigureStory;
  lines: readonly StoryLine[];
  /** Balances are those of all lines. */
  balances: boolean;
}

function Lines({ story, lines, balances }: LinesProps) {
  const t = useText('why');
  const folded = lines.length > MOST_LINES;
  const row = (line: StoryLine, at: number) => (
    <tr key={at} className={classes(line.undone && 'story-undone')}>
      <td className="num">{formatDate(line.day)}</td>
      <td>
        <Words story={story} line={line} />
      </td>
      <td className="end num">
        <b>{signed(line.change)}</b>
      </td>
      <td className="end num muted">{balances && formatNumber(line.balance)}</td>
    </tr>
  );
  return (
    <>
      {folded ? (
        monthsOf(lines).map((month, at, all) => (
          <details
            key={`${month.month} ${month.lines[0]?.balance}`}
            open={at === all.length - 1}
            className="story-month"
          >
            <summary>
              <span className="num">{month.month.split('-').reverse().join('.')}</span>{' '}
              <span className="muted">
                {t('count', { count: month.lines.length, n: formatNumber(month.lines.length) })}
              </span>
              <b className="num">{signed(month.change)}</b>
            </summary>
            <FittingTable>
              <table className="story-lines">
                <tbody>{month.lines.map(row)}</tbody>
              </table>
            </FittingTable>
          </details>
        ))
      ) : (
        <FittingTable>
          <table className="story-lines">
            <thead>
              <tr>
                <th>{t('day')}</th>
                <th>{t('what')}</th>
                <th className="end">{t('change')}</th>
                <th className="end">{t('balance')}</th>
              </tr>
            </thead>
            <tbody>{lines.map(row)}</tbody>
          </table>
        </FittingTable>
      )}
      <p className="story-total">
        <span>{t('together', { count: lines.length, n: formatNumber(lines.length) })}</span>
        <b className="num story-sum" data-testid="why-sum">
          {formatNumber(story.sum)}
        </b>
        {story.agrees && (
          <span className="story-agrees">
            <TickIcon size={12} /> {t('agrees')}
          </span>
        )}
      </p>
    </>
  );
}

/** What happened, with its documents; a reversal names the payment and its reason. */
function Words({ story, line }: { story: FigureStory; line: StoryLine }) {
  const t = useText('why');
  const { what, document, source, contract } = line;
  const several = story.subject.kind === 'client';
  const named = namedBy(line);
  const reason = story.documents.find(({ id }) => id === document)?.reason;
  return (
    <>
      <span>{happened(t, line)}</span> {named !== null && <DocumentLink story={story} id={named} />}
      {source !== null && source !== named && what === 'reversed' && (
        <>
          {' '}
          ← <DocumentLink story={story} id={source} />
        </>
      )}
      {reason && <span className="muted"> «{reason}»</span>}
      {several && contract !== null && (
        <div className="muted text-xs">
          {t('contract')} <DocumentLink story={story} id={contract} />
        </div>
      )}
    </>
  );
}

const PATHS: Readonly<Partial<Record<FigureStory['documents'][number]['kind'], (id: number) => string>>> = {
  cash: (id) => withQuery(pathOf('cashOperations'), { row: id }),
  contract: (id) => withQuery(pathOf('contracts'), { row: id }),
  output: (id) => withQuery(pathOf('outputWindow'), { id }),
};

/** One that the reader may not see is a number. */
function DocumentLink({ story, id }: { story: FigureStory; id: number }) {
  const found = story.documents.find((one) => one.id === id);
  if (found === undefined) return null;
  const number = found.number ?? `#${id}`;
  const path = PATHS[found.kind];
  return found.seen && path !== undefined ? (
    <Link href={path(id)} className="code whole">
      {number}
    </Link>
  ) : (
    <span className="code whole">{number}</span>
  );
}

function Parts({ story }: { story: FigureStory }) {
  const t = useText('why');
  return (
    <section aria-label={t('parts')}>
      <h3>{t('parts')}</h3>
      <FittingTable>
        <table className="story-lines">
          <tbody>
            {story.parts.map(({ contract, instalment, source, due, amount, days }) => (
              <tr key={`${contract} ${instalment} ${source}`}>
                <td>
                  {instalment === null
                    ? source !== null && (
                        <>
                          {t('ofPayment')} <DocumentLink story={story} id={source} />
                        </>
                      )
                    : `${instalmentsOf(t, [instalment])}, ${due === null ? '' : formatDate(due)}`}{' '}
                  {days > 0 && (
                    <span className={days > 30 ? 'red' : 'amber'}>
                      {t('late', { count: days, n: formatNumber(days) })}
                    </span>
                  )}
                  {story.subject.kind === 'client' && contract !== null && (
                    <span className="muted text-xs">
                      {' '}
                      <DocumentLink story={story} id={contract} />
                    </span>
                  )}
                </td>
                <td className="end num">{formatNumber(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FittingTable>
    </section>
  );
}
