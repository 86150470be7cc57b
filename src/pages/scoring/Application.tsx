/** The window of an application below its head: who asks, what the run came to, what was offered, and where it goes on. */
import { useEffect } from 'react';
import { Link } from 'wouter';
import { questionnaire } from '../../../contract/directories/questionnaire.ts';
import { type Applicant, questionnaireResult, type RunResult } from '../../../contract/questionnaires.ts';
import { READS_RUNS } from '../../../contract/scoringRuns.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Figures } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Changes, Paragraph } from './Outcome.tsx';
import { runPath } from './paths.ts';
import './scoring.css';

/** Sources answer within seconds. */
const SOON_MS = 1_000;

const isMoving = (status: unknown): boolean => status === 'submitted' || status === 'scoring';

export default function Application({ record }: { record: RecordView }) {
  const t = useText('directories/questionnaire');
  const params = { id: record.id };
  const moving = isMoving(record.facts.status);
  // the window reads the same record, and moves on with it
  useCall(questionnaire.calls.show, { params }, { refetchInterval: moving ? SOON_MS : false });
  const read = useCall(questionnaireResult, { params }, { refetchInterval: moving ? SOON_MS : false });
  const { refetch } = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came of it is read again with each of its versions
  useEffect(() => void refetch(), [refetch, record.version]);
  if (read.data === undefined)
    return read.error ? (
      <Empty kind="failed" title={t('resultFailed')} text={read.error.message} />
    ) : (
      <SkeletonRows rows={4} columns={[1, 2]} />
    );
  const { applicant, run, contract } = read.data.data;
  return (
    <div className="scoring-application">
      {run?.status === 'failed' ? (
        <Notice tone="bad" inset>
          {t('sourceFailed')}
        </Notice>
      ) : (
        moving && (
          <Notice tone="waiting" inset>
            {t('waits')}
          </Notice>
        )
      )}
      <Offered record={record} />
      {contract !== null && (
        <Notice tone="done" inset>
          <Link href={withQuery(pathOf('contracts'), { row: contract.id })}>
            {t('contract', { number: contract.number ?? `#${contract.id}` })}
          </Link>
        </Notice>
      )}
      {run !== null && run.score !== null && <Result run={run} />}
      <div className="scoring-columns">
        <Person applicant={applicant} />
        {run !== null && run.decision !== null && (
          <div>
            <Changes run={run} stopped={run.stopped} />
            <Paragraph run={run} />
          </div>
        )}
      </div>
    </div>
  );
}

function Result({ run }: { run: RunResult }) {
  const t = useText('scoring');
  const readsRuns = useAllows(READS_RUNS);
  const sum = (value: number | null) => (value === null ? '—' : formatNumber(value));
  return (
    <Figures
      items={[
        {
          key: 'score',
          label: t('scoreOf100'),
          value: readsRuns ? (
            <Link href={runPath(run.id)} className="num">
              {run.score}
            </Link>
          ) : (
            <b className="num">{run.score}</b>
          ),
        },
        { key: 'owed', label: t('askedUzs'), value: <b className="num">{sum(run.owed)}</b> },
        { key: 'month', label: t('discipline.month'), value: <b className="num">{sum(run.month)}</b> },
        {
          key: 'limit',
          label: t(run.decision === 'manual' ? 'mostUzs' : 'limitUzs'),
          value: (
            <>
              <b className="num">{sum(run.credit_limit)}</b>
              {run.cut && (
                <span className="scoring-short">
                  {' '}
                  {t('short', { sum: sum((run.owed ?? 0) - (run.credit_limit ?? 0)) })}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'valid',
          label: t('validUntil'),
          value: <span className="num">{run.valid_until === null ? '—' : formatDate(run.valid_until)}</span>,
        },
      ]}
    />
  );
}

type Fields = Readonly<Record<string, number | boolean | null>>;

/** Terms that were offered to the author: a submitted application is not changed, a new one is made of it. */
function Offered({ record }: { record: RecordView }) {
  const t = useText('directories/questionnaire');
  const fields = record.fields as unknown as Fields;
  if (fields.offered !== true) return null;
  return (
    <Notice tone="info" inset>
      {t(fields.offered_guarantor ? 'offeredWithGuarantor' : 'offeredWords', {
        goods: formatNumber(Number(fields.offered_goods)),
        first: formatNumber(Number(fields.offered_first_payment)),
        figure: Number(fields.offered_term),
      })}
    </Notice>
  );
}

/** Numbers and incomes as the reader may see them. */
function Person({ applicant }: { applicant: Applicant }) {
  const t = useText('directories/questionnaire');
  const language = useLanguage();
  const rows: [string, string | null][] = [
    ['pinfl', applicant.pinfl],
    ['document', applicant.document],
    ['phones', applicant.phones.join(', ')],
    ['address', applicant.address[language]],
    ['workplace', [applicant.workplace, applicant.position].filter(Boolean).join(', ')],
    ['worksSince', applicant.works_since && formatDate(applicant.works_since)],
    ['salary', applicant.salary === null ? null : formatNumber(applicant.salary)],
    ['checkedIncome', applicant.checked_income === null ? null : formatNumber(applicant.checked_income)],
  ];
  return (
    <section data-testid="applicant">
      <h2>{t('applicant')}</h2>
      <p className="muted text-xs">
        {applicant.kept_at === null ? t('asOnCard') : t('asKept', { time: formatDateTime(applicant.kept_at) })}
        {applicant.masked && ` ${t('masked')}`}
      </p>
      <dl className="facts">
        {rows.map(([key, value]) => [
          <dt key={key}>{t(`person.${key}`)}</dt>,
          <dd key={`${key}.value`}>{value || '—'}</dd>,
        ])}
      </dl>
    </section>
  );
}
