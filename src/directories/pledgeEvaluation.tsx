/** Evaluations of cars as a pledge: how the accepted sum comes about is shown in figures. */

import { Link } from 'wouter';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { documentPage } from '../document/page.tsx';
import { formatNumber } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import { contractPath } from '../pages/sale/paths.ts';
import { InfoBox } from '../ui/Notice.tsx';

/** The two products, as they were computed. */
function Formula({ fields, t }: { fields: RecordView['fields']; t: Text }) {
  const { market, wear, value, max_share, accepted } = fields as Record<string, number>;
  const figure = (one: number | undefined) => formatNumber(one ?? 0, { decimals: 2, trim: true });
  return (
    <InfoBox>
      <b>{t('formula')}</b>
      <div className="num">{t('worth', { market: figure(market), wear: figure(wear), value: figure(value) })}</div>
      <div className="num">
        {t('accept', { value: figure(value), share: figure(max_share), accepted: figure(accepted) })}
      </div>
    </InfoBox>
  );
}

export default documentPage(pledgeEvaluation, {
  giveWay: { market: 'less', wear: 'least', mileage: 'less' },
  columns: (t) => [
    {
      key: 'contract',
      title: t('fields.contract'),
      kind: 'code',
      width: '9rem',
      drop: 'less',
      value: (row) => row.contract,
      cell: ({ contract, contract_id }) =>
        contract_id === null ? null : <Link href={contractPath(contract_id)}>{contract}</Link>,
    },
  ],
  windowActs: ({ facts }, t) =>
    facts.contract_id !== null && (
      <Link className="bp6-button bp6-minimal" href={contractPath(Number(facts.contract_id))}>
        <span className="bp6-button-text">
          {t('toContract')} <span className="code whole">{String(facts.contract)}</span>
        </span>
      </Link>
    ),
  parts: ({ fields, facts }, t) => (
    <>
      {fields.market === null && facts.base_price !== null && (
        <InfoBox>
          {t('fields.base_price')}: <b className="num">{formatNumber(Number(facts.base_price))}</b>
        </InfoBox>
      )}
      {fields.accepted !== null && <Formula fields={fields} t={t} />}
    </>
  ),
});
