/** Errors of contracts: what is wrong in words and figures, who corrects it, and how far the checks are. */
import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { contractCheckShow, contractCheckStart } from '../../contract/contractChecks.ts';
import { contractError } from '../../contract/directories/contractError.ts';
import { request } from '../api/client.ts';
import { invalidateAll, useCall } from '../api/queries.ts';
import { orRefused } from '../api/refusal.ts';
import { useAllows } from '../app/session.ts';
import { documentPage } from '../document/page.tsx';
import { formatDateTime } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import { contractPath } from '../pages/sale/paths.ts';
import { Figures } from '../ui/layout.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useCommand } from '../ui/question/useCommand.ts';

/** While a run goes on. */
const PROGRESS_MS = 1_000;

/** The last run of the checks, or how far this one is; who corrects errors starts one. */
function Check({ t }: { t: Text }) {
  const mayStart = useAllows('error.edit');
  const { data, error } = useCall(
    contractCheckShow,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.data?.finished_at === null ? PROGRESS_MS : false),
    },
  );
  const start = useCommand<null>(async (_, key) => {
    await orRefused(() => request(contractCheckStart, { key }));
  });
  const last = data?.data;
  const runs = last?.finished_at === null;
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !runs) invalidateAll(['contractErrorIndex', 'contractErrorShow']);
    ran.current = runs;
  }, [runs]);
  const figures = last && {
    ...{ checked: formatNumber(last.checked), total: formatNumber(last.total) },
    ...{ found: formatNumber(last.found), fixed: formatNumber(last.fixed) },
  };
  return (
    <>
      <span className="muted" role="status" data-testid="check-state">
        {start.refusal
          ? `${t('checkFailed')}: ${start.refusal.message}`
          : last && figures
            ? last.finished_at === null
              ? t('checking', figures)
              : t('lastCheck', { ...figures, time: formatDateTime(last.finished_at) })
            : !error && data && t('neverChecked')}
      </span>
      {mayStart && (
        <Button
          text={t('checkNow')}
          loading={start.busy}
          disabled={runs}
          onClick={() => start.act(null)}
          data-testid="check-start"
        />
      )}
    </>
  );
}

export default documentPage(contractError, {
  acts: (t) => <Check t={t} />,
  // what is wrong stays longest: its kind, then the state and its words, then the contract
  giveWay: { client: 'least', organization: 'least', status: 'less' },
  columns: (t) => [
    { key: 'text', title: t('fields.text'), width: '30rem', cut: 'lines', drop: 'less', value: (row) => row.text },
    {
      key: 'contract',
      title: t('fields.contract'),
      kind: 'code',
      width: '9rem',
      drop: 'less',
      value: (row) => row.contract,
      cell: ({ contract, contract_id }) => (
        <Link className="code" href={contractPath(contract_id)}>
          {contract}
        </Link>
      ),
    },
    { key: 'days', title: t('fields.days'), kind: 'number', width: '5rem', drop: 'less', value: (row) => row.days },
    {
      key: 'responsible',
      title: t('responsible'),
      width: '11rem',
      cut: true,
      drop: 'least',
      value: ({ owner, author }) => (owner?.id === author?.id ? null : (owner?.fullname ?? null)),
    },
  ],
  windowActs: ({ facts }, t) => (
    <Link className="bp6-button bp6-minimal" href={contractPath(Number(facts.contract_id))}>
      <span className="bp6-button-text">
        {t('toContract')} <span className="code whole">{String(facts.contract)}</span>
      </span>
    </Link>
  ),
  parts: ({ fields, facts }, t) => {
    const { expected, actual } = fields as { expected: number; actual: number };
    const figure = (value: number) => <span className="num">{formatNumber(value)}</span>;
    return (
      <>
        <Notice tone={facts.status === 'fixed' ? 'done' : facts.status === 'accepted' ? 'info' : 'bad'} inset>
          {String(facts.text)}
        </Notice>
        <Figures
          items={[
            { key: 'expected', label: t('fields.expected'), value: figure(expected) },
            { key: 'actual', label: t('fields.actual'), value: figure(actual) },
            { key: 'difference', label: t('difference'), value: figure(Math.abs(expected - actual)) },
          ]}
        />
      </>
    );
  },
});
