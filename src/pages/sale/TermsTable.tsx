/** What the goods of an order cost a month for each term, and the contract that is made of a choice. */
import { Button, Radio } from '@blueprintjs/core';
import { Link, useLocation } from 'wouter';
import { contractCreate, type SaleTerms } from '../../../contract/sale/contracts.ts';
import type { OrderDetails } from '../../../contract/sale/orders.ts';
import { scheduleOf, termsFault } from '../../../contract/sale/schedule.ts';
import { offerOf, type TermOffer, type TermsOfSale, termsOf } from '../../../contract/sale/terms.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { draftPath } from './paths.ts';
import { ctrlEnter, useCtrlEnter } from './useCtrlEnter.ts';
import { useTerms } from './useTerms.ts';

const KEYS = ctrlEnter('sale', 'terms', 'makeContract');

/** Where nobody has chosen one. */
const PAYMENT_DAY = 15;

/** The longest that is allowed: the least a month. */
export const firstOffer = ({ terms }: TermsOfSale): TermOffer | undefined =>
  terms.filter(({ barred }) => barred === null).at(-1) ?? terms.at(-1);

/**
 * What was wished to be paid now, else what the approved application of the client asks for; where a term asks for no more
 * and the goods cost more.
 */
const firstOf = (sale: SaleTerms, { term, least_first }: TermOffer, wished: number | null): number => {
  const { application, goods } = sale;
  const asked = wished ?? (application?.term === term ? application.first_payment : null);
  return asked !== null && asked > least_first && asked < goods ? asked : least_first;
};

export function TermsTable({ order }: { order: OrderDetails }) {
  const t = useText('sale');
  const [, navigate] = useLocation();
  const mayMake = useAllows('contract.add');
  const lines = order.lines.map(({ product_variant_id, sum }) => ({ product_variant_id, sum }));
  const {
    terms: sale,
    error,
    again,
  } = useTerms({ client_id: order.client_id, warehouse_id: order.warehouse.id, lines });
  const [params, setAddress] = useAddress();
  const term = numberIn(params, 'term');
  const wished = numberIn(params, 'first');
  const application = sale?.application ?? null;
  const asked = sale && application && offerOf(sale, application.term);
  const offer = sale && (offerOf(sale, term ?? 0) ?? (asked?.barred === null ? asked : undefined) ?? firstOffer(sale));
  const make = useCommand(async (chosen: TermOffer, key: string) => {
    if (sale === undefined) return;
    const body = {
      ...{
        order_id: order.id,
        first_payment: firstOf(sale, chosen, wished),
        term: chosen.term,
        payment_day: PAYMENT_DAY,
      },
    };
    const { data } = await orRefused(() => request(contractCreate, { body, key }));
    navigate(draftPath(data.id));
  });
  const open = order.contract === null || order.contract.status === 'cancelled';
  const may = order.status === 'reserved' && open && mayMake;
  const ready = may && offer !== undefined && !make.busy;
  useCtrlEnter(ready && offer ? () => make.act(offer) : null, may ? KEYS : null);
  if (error) return <Failed title={t('termsFailed')} error={error} onRetry={again} />;
  if (sale === undefined) return <SkeletonRows rows={4} columns={[1, 1, 1]} />;
  return (
    <section aria-label={t('terms')}>
      <h2>{t('terms')}</h2>
      {make.refusal && <RefusalNotice inset refusal={make.refusal} onClose={make.dismiss} />}
      {application && (
        <p className="field-help">
          <Link href={withQuery(pathOf('questionnaires'), { row: application.id })}>
            {t('application', { number: application.number })}
          </Link>
          {': '}
          {t('applicationAsks', { first: formatNumber(application.first_payment), figure: application.term })}
        </p>
      )}
      {sale.terms.length === 0 ? (
        <p className="muted">{t('noTerms')}</p>
      ) : (
        <FittingTable>
          <table className="table" data-testid="sale-terms">
            <thead>
              <tr>
                <th>{t('term')}</th>
                <th className="end gives">{t('markup')}</th>
                <th className="end">{t('firstLeast')}</th>
                <th className="end">{t('month')}</th>
                <th className="end">{t('total')}</th>
              </tr>
            </thead>
            <tbody>
              {sale.terms.map((one) => (
                <TermRow
                  key={one.term}
                  sale={sale}
                  offer={one}
                  first={firstOf(sale, one, wished)}
                  chosen={one === offer}
                  onChoose={() => setAddress({ term: one.term })}
                />
              ))}
            </tbody>
          </table>
        </FittingTable>
      )}
      <p className="field-help">{t(`kinds.${sale.kind}`, { day: formatDate(sale.day) })}</p>
      {may && (
        <Button
          intent="primary"
          text={t('makeContract')}
          loading={make.busy}
          disabled={!ready}
          onClick={() => offer && make.act(offer)}
          data-testid="make-contract"
        />
      )}
    </section>
  );
}

interface TermRowProps {
  sale: TermsOfSale;
  offer: TermOffer;
  first: number;
  chosen: boolean;
  onChoose: () => void;
}

function TermRow({ sale, offer, first, chosen, onChoose }: TermRowProps) {
  const t = useText('sale');
  const terms = termsOf(sale, offer, { firstPayment: first, term: offer.term, paymentDay: PAYMENT_DAY });
  const schedule = termsFault(terms) === null ? scheduleOf(terms, sale.day) : null;
  return (
    <tr aria-selected={chosen}>
      <td>
        <Radio
          name="term"
          checked={chosen}
          disabled={offer.barred !== null}
          label={t('months', { count: offer.term })}
          onChange={onChoose}
        />
      </td>
      <td className="end num gives">{formatNumber(offer.markup, { decimals: 2, trim: true })}</td>
      {offer.barred !== null ? (
        <td colSpan={3} className="muted">
          {t(`barred.${offer.barred.by}`, { of: offer.barred.of })}
        </td>
      ) : schedule === null ? (
        <td colSpan={3} className="muted">
          {t('tooSmall')}
        </td>
      ) : (
        <>
          <td className="end num">{formatNumber(first)}</td>
          <td className="end num">
            <b>{formatNumber(schedule.instalments[0]?.amount ?? 0)}</b>
          </td>
          <td className="end num">{formatNumber(schedule.total)}</td>
        </>
      )}
    </tr>
  );
}
