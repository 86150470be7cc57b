/** Documents that a contract led to, each a link for who may open it. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ContractDetails } from '../../../contract/sale/contracts.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { documentPath } from '../cashbox/paths.ts';

type Document = ContractDetails['documents'][number];

const ADDRESSES: Readonly<Record<Document['kind'], (id: number) => string>> = {
  payment: documentPath,
  reversal: documentPath,
  output: (id) => withQuery(pathOf('outputWindow'), { id }),
  certificate: (id) => withQuery(pathOf('paymentCertificate'), { row: id }),
};

export function Related({ documents }: { documents: readonly Document[] }) {
  const t = useText('sale');
  const states = {
    cash: useText('machines/cashDocument'),
    output: useText('machines/output'),
    certificate: useText('machines/paymentCertificate'),
  };
  const cash = useAllows('cashbox.show');
  const may = {
    ...{ payment: cash, reversal: cash },
    output: useAllows('product_delivery.allshow|product_delivery.show'),
    certificate: useAllows('payment_certificate.show'),
  };
  if (documents.length === 0) return null;
  const stateOf = ({ kind, status }: Document): ReactNode =>
    states[kind === 'payment' || kind === 'reversal' ? 'cash' : kind](`states.${status}.name`);
  return (
    <section className="sale-part" aria-label={t('documents.title')} data-testid="contract-documents">
      <h2>{t('documents.title')}</h2>
      <ul className="sale-guarantors">
        {documents.map((one) => {
          const { kind, id, number, day, amount } = one;
          const named = <span className="code">{number ?? `#${id}`}</span>;
          return (
            <li key={id} className="sale-guarantor">
              <div className="row wrap">
                {may[kind] ? <Link href={ADDRESSES[kind](id)}>{named}</Link> : named}
                <span>
                  {t(`documents.${kind}`)}
                  {amount !== null && <b className="num"> {t('documents.sum', { sum: formatNumber(amount) })}</b>}
                </span>
                <span className="muted">
                  {day !== null && <span className="num">{formatDate(day)}, </span>}
                  {stateOf(one)}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
