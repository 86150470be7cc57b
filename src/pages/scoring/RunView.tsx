/** One run: how far it is, what every criterion saw and gave, what it comes to, and what would be enough (picture 16). */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { type ScoringRun, scoringRunShow } from '../../../contract/scoringRuns.ts';
import { useCall } from '../../api/queries.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Figures } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { type Step, StepBar } from '../../ui/StepBar.tsx';
import { cardPath } from '../clients/paths.ts';
import { type Asked, RunDialog } from './Actions.tsx';
import { Criteria } from './Criteria.tsx';
import { DecisionChip, StandIn, stateLook } from './chips.tsx';
import { Changes, Paragraph } from './Outcome.tsx';
import './scoring.css';

/** Sources answer within seconds. */
const SOON_MS = 1_000;
const isMoving = ({ status }: ScoringRun): boolean => status === 'collecting' || status === 'scored';

export function RunView({ id }: { id: number }) {
  const t = useText('scoring');
  const read = useCall(
    scoringRunShow,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && isMoving(state.data.data) ? SOON_MS : false) },
  );
  const run = read.data?.data;
  usePageTitle(run?.fullname ?? t('run'), { crumbs: [{ title: t('title'), path: pathOf('scoringNonClients') }] });
  if (run !== undefined) return <Opened run={run} />;
  if (read.error?.status === 404)
    return (
      <Empty kind="notFound" title={t('missing')} text={t('missingText')}>
        <Link href={pathOf('scoringNonClients')}>{t('toList')}</Link>
      </Empty>
    );
  return read.error ? (
    <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <SkeletonRows rows={12} columns={[2, 3, 1]} />
  );
}

const PATH = ['created', 'collecting', 'scored', 'decided'] as const;

function stepsOf({ status }: ScoringRun, tm: Text): { steps: Step[]; at: number } {
  const path = PATH.map((one) =>
    one === 'collecting' && status === 'failed'
      ? 'failed'
      : one === 'decided' && status === 'expired'
        ? 'expired'
        : one,
  );
  return {
    steps: path.map((key) => ({ key, title: tm(`states.${key}.name`), look: stateLook(key) })),
    at: path.indexOf(status as (typeof path)[number]),
  };
}

function Opened({ run }: { run: ScoringRun }) {
  const t = useText('scoring');
  const tm = useText('machines/scoringRun');
  const mayPrint = useAllows('incomes.print');
  const readsLog = useAllows('scoring_log.show');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { steps, at } = stepsOf(run, tm);
  const result = { ...run, stopped: run.criteria.some(({ stop }) => stop) };
  return (
    <div className="scoring-run" data-testid="scoring-run" data-status={run.status} data-decision={run.decision ?? ''}>
      <header className="scoring-head">
        <Person run={run} />
        <div className="scoring-acts no-print">
          {mayPrint && <Button icon={<PrintIcon size={14} />} text={t('print')} onClick={() => window.print()} />}
          {readsLog && run.criteria.length > 0 && (
            <Link className="bp6-button" href={withQuery(pathOf('criteriaLogs'), { run_id: run.id })}>
              {t('toLog')}
            </Link>
          )}
        </div>
      </header>
      <StepBar steps={steps} at={at} label={t('progress')} />
      <Waiting run={run} onAsk={setAsked} />
      {run.score !== null && <Result run={run} />}
      <div className="scoring-columns">
        <div>
          {run.criteria.length > 0 && <Criteria run={run} />}
          {run.sources.length > 0 && <Sources run={run} />}
        </div>
        {run.decision !== null && (
          <div className="scoring-side">
            <Changes run={result} stopped={result.stopped} />
            <Paragraph run={result} />
            <Review run={run} onAsk={setAsked} />
          </div>
        )}
      </div>
      {asked !== null && <RunDialog run={run} asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Person({ run }: { run: ScoringRun }) {
  const t = useText('scoring');
  return (
    <dl className="scoring-words">
      <div>
        <dt>{t(run.client_id === null ? 'stranger' : 'client')}</dt>
        <dd>
          {run.client_id === null ? (
            <b>{run.fullname}</b>
          ) : (
            <>
              <Link href={cardPath(run.client_id)}>{run.fullname}</Link>{' '}
              <Link href={withQuery(pathOf('clientContract'), { client_id: run.client_id })}>{t('toContracts')}</Link>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('pinfl')}</dt>
        <dd className="code">{run.pinfl}</dd>
      </div>
      <div>
        <dt>{t('document')}</dt>
        <dd className="code">{run.document}</dd>
      </div>
      <div>
        <dt>{t('birthDate')}</dt>
        <dd className="num">{formatDate(run.birth_date)}</dd>
      </div>
      <div>
        <dt>{t('asked')}</dt>
        <dd>
          {t('askedWords', {
            goods: formatNumber(run.goods),
            first: formatNumber(run.first_payment),
            figure: run.term,
            guarantor: t(run.guarantor ? 'withGuarantor' : 'withoutGuarantor'),
          })}
        </dd>
      </div>
      {run.model !== null && (
        <div>
          <dt>{t('model')}</dt>
          <dd>{t('modelWords', { title: run.model.title, date: formatDate(run.model.valid_from) })}</dd>
        </div>
      )}
      <div>
        <dt>{t('author')}</dt>
        <dd>
          {run.created_by.fullname}, <span className="num">{formatDateTime(run.created_at)}</span>
        </dd>
      </div>
    </dl>
  );
}

/** What it waits for, before there is a score. */
function Waiting({ run, onAsk }: { run: ScoringRun; onAsk: (asked: Asked) => void }) {
  const t = useText('scoring');
  const { status, allowed_events, refused } = run;
  if (isMoving(run)) return <Notice tone="waiting">{t('collecting')}</Notice>;
  const event = status === 'failed' ? 'run.retry' : 'run.start';
  const command = status === 'failed' ? 'retry' : 'start';
  if (status !== 'created' && status !== 'failed') return null;
  return (
    <div className="scoring-waiting no-print">
      {status === 'failed' && <Notice tone="bad">{t('sourceFailed')}</Notice>}
      {(allowed_events.includes(event) || refused[event] !== undefined) && (
        <Button
          intent="primary"
          text={t(command)}
          disabled={!allowed_events.includes(event)}
          onClick={() => onAsk(command)}
          data-testid={`scoring-${command}`}
        />
      )}
      {refused[event] !== undefined && <Reason>{refused[event]}</Reason>}
    </div>
  );
}

function Result({ run }: { run: ScoringRun }) {
  const t = useText('scoring');
  const { score, model, owed, month, credit_limit, decision, valid_until, cut, reviewed_by } = run;
  const sum = (value: number | null) => (value === null ? '—' : formatNumber(value));
  return (
    <Figures
      items={[
        {
          key: 'score',
          label: t('scoreOf100'),
          value: (
            <span className="scoring-score">
              <b className="num">{score}</b>
              {model !== null && <Band score={score ?? 0} manual={model.manual_from} approve={model.approve_from} />}
            </span>
          ),
        },
        {
          key: 'owed',
          label: t('askedUzs'),
          value: (
            <>
              <b className="num">{sum(owed)}</b>{' '}
              <span className="muted">{t('perMonth', { figure: run.term, sum: sum(month) })}</span>
            </>
          ),
        },
        {
          key: 'limit',
          label: t(decision === 'manual' ? 'mostUzs' : 'limitUzs'),
          value: (
            <>
              <b className="num">{sum(credit_limit)}</b>
              {cut && (
                <span className="scoring-short"> {t('short', { sum: sum((owed ?? 0) - (credit_limit ?? 0)) })}</span>
              )}
            </>
          ),
        },
        {
          key: 'decision',
          label: t(reviewed_by === null ? 'decisionOf' : 'reviewedBy', { name: reviewed_by?.fullname ?? '' }),
          value: decision === null ? '—' : <DecisionChip decision={decision} />,
        },
        {
          key: 'valid',
          label: t('validUntil'),
          value: <span className="num">{valid_until === null ? '—' : formatDate(valid_until)}</span>,
        },
      ]}
    />
  );
}

/** The score on its line, with the cut-offs as gaps; the words beside it say the same. */
function Band({ score, manual, approve }: { score: number; manual: number; approve: number }) {
  const t = useText('scoring');
  return (
    <span className="scoring-band">
      <span className="scoring-line" aria-hidden="true">
        <i className="gap" style={{ insetInlineStart: `${manual}%` }} />
        <i className="gap" style={{ insetInlineStart: `${approve}%` }} />
        <i className="dot" style={{ insetInlineStart: `${score}%` }} />
      </span>
      <span className="muted text-xs">{t('cutOffs', { manual, approve })}</span>
    </span>
  );
}

// texts: scoring source.*, sourceResult.*
function Sources({ run }: { run: ScoringRun }) {
  const t = useText('scoring');
  const answered = run.sources.filter(({ result }) => result === 'answered').length;
  return (
    <section>
      <h2>
        {t('sources')}{' '}
        <span className="muted">{t('sourcesAnswered', { figure: answered, all: run.sources.length })}</span>
      </h2>
      <ul className="scoring-sources" data-testid="scoring-sources">
        {run.sources.map(({ source, result, stand_in, at }) => (
          <li key={source} data-result={result ?? 'asked'}>
            <span>{t(`source.${source}`)}</span>
            {stand_in && <StandIn />}
            <span className={result === 'answered' ? 'muted' : 'scoring-missing'}>
              {t(`sourceResult.${result ?? 'asked'}`)}
            </span>
            {at !== null && <span className="muted num">{formatDateTime(at)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Review({ run, onAsk }: { run: ScoringRun; onAsk: (asked: Asked) => void }) {
  const t = useText('scoring');
  const { allowed_events, refused, comment, reviewed_by, questionnaire } = run;
  if (reviewed_by !== null)
    return (
      <section>
        <h2>{t('review')}</h2>
        <p>
          {reviewed_by.fullname}: {comment}
        </p>
      </section>
    );
  if (questionnaire !== null)
    return (
      <section className="no-print">
        <h2>{t('review')}</h2>
        <Link href={withQuery(pathOf('questionnaires'), { row: questionnaire.id })} data-testid="scoring-application">
          {t('ofApplication', { number: questionnaire.number })}
        </Link>
      </section>
    );
  const may = allowed_events.includes('run.review');
  if (!may && refused['run.review'] === undefined) return null;
  return (
    <section className="no-print">
      <h2>{t('review')}</h2>
      <div className="scoring-acts">
        <Button
          intent="primary"
          text={t('approve')}
          disabled={!may}
          onClick={() => onAsk('approve')}
          data-testid="scoring-approve"
        />
        <Button text={t('refuse')} disabled={!may} onClick={() => onAsk('refuse')} data-testid="scoring-refuse" />
      </div>
      {!may && <Reason>{refused['run.review']}</Reason>}
    </section>
  );
}
