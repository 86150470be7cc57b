/** The question turned round: goods of the warehouse for so much now and so much a month, with the terms that fit. */
import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { type OrderOffers, orderOffers } from '../../../contract/sale/orders.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SumField } from '../../ui/form/fields.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Kbd } from '../../ui/small.tsx';
import { useSettled } from '../../ui/useSettled.ts';

const KEYS: KeyGroup = { space: 'orders', title: 'byMoney.title', rows: [['byMoney.key', 'F4']] };

/** Goods shown before the rest is asked for, and terms of one. */
const FIRST_GOODS = 7;
const FIRST_TERMS = 3;

/** What was chosen: the goods, and the terms that the contract begins with. */
export interface Taken {
  goods: { product_variant_id: number; price: number; serial: null };
  firstPayment: number;
  term: number;
}

interface ByMoneyProps {
  warehouseId: number;
  clientId: number;
  busy: boolean;
  /** Other goods are in the order, which the offers leave out. */
  besides: boolean;
  onTake: (taken: Taken) => void;
}

const bare = { onBlur: () => {}, onFault: () => {}, onPropose: () => {}, error: undefined, disabled: false };

export function ByMoney({ warehouseId, clientId, busy, besides, onTake }: ByMoneyProps) {
  const t = useText('orders');
  const [params, setAddress] = useAddress();
  const [first, setFirst] = useState(() => numberIn(params, 'now'));
  const [month, setMonth] = useState(() => numberIn(params, 'month'));
  const wish = useSettled(`${first ?? 0} ${month ?? 0}`, 300);
  const place = useRef<HTMLElement>(null);
  useKeys(KEYS);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = event.key === 'F4' && !event.altKey && !event.ctrlKey;
      if (!asked || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      place.current?.scrollIntoView({ block: 'nearest' });
      place.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the hand rests
  useEffect(() => setAddress({ now: first, month }), [wish]);
  const [asked = 0, monthly = 0] = wish.split(' ').map(Number);
  const read = useCall(
    orderOffers,
    { params: { warehouseId }, query: { client_id: clientId, first: asked, month: monthly } },
    { enabled: monthly > 0 },
  );
  const found = monthly > 0 ? read.data?.data : undefined;
  return (
    <section ref={place} className="by-money" aria-label={t('byMoney.title')} data-testid="by-money">
      <h2>
        {t('byMoney.title')} <Kbd>F4</Kbd>
      </h2>
      <div className="by-money-sums">
        <SumField {...bare} name="now" label={t('byMoney.now')} value={first} onChange={setFirst} />
        <SumField {...bare} name="month" label={t('byMoney.month')} value={month} onChange={setMonth} />
      </div>
      {read.error ? (
        <Failed title={t('byMoney.failed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : found ? (
        <Offers
          found={found}
          besides={besides}
          busy={busy}
          onTake={(goods, term, more = 0) =>
            onTake({
              goods: { product_variant_id: goods.product_variant_id, price: goods.price, serial: null },
              ...{ firstPayment: asked + more, term },
            })
          }
        />
      ) : monthly > 0 ? (
        <SkeletonRows rows={3} columns={[2, 1]} />
      ) : (
        <p className="muted">{t('byMoney.ask')}</p>
      )}
    </section>
  );
}

type Goods = Pick<OrderOffers['goods'][number], 'product_variant_id' | 'price'>;

interface OffersProps {
  found: OrderOffers;
  besides: boolean;
  busy: boolean;
  onTake: (goods: Goods, term: number, more?: number) => void;
}

function Offers({ found, besides, busy, onTake }: OffersProps) {
  const t = useText('orders');
  const [all, setAll] = useState(false);
  const { goods, near, tried, free, secured } = found;
  const variants = goods.reduce((count, one) => count + one.offers.length, 0);
  const shown = all ? goods : goods.slice(0, FIRST_GOODS);
  return (
    <>
      <p role="status">
        {goods.length > 0
          ? t('byMoney.found', { count: goods.length, variants: formatNumber(variants) })
          : secured === 0 && t(tried === 0 ? 'byMoney.noStock' : 'byMoney.none')}{' '}
        {secured > 0 && t('byMoney.secured', { count: secured })}{' '}
        <span className="muted">
          {free === null ? t('byMoney.noLimit') : t('byMoney.limit', { free: formatNumber(free) })}
          {besides && ` ${t('byMoney.besides')}`}
        </span>
      </p>
      <ul className="by-money-goods" data-testid="by-money-goods">
        {shown.map((one) => (
          <li key={one.product_variant_id}>
            <span className="by-money-name">
              <b>{one.title}</b>
              <span className="num">{formatNumber(one.price)}</span>
              <span className="muted">{t('byMoney.pieces', { free: formatNumber(one.stock - one.reserved) })}</span>
            </span>
            <Terms one={one} busy={busy} onTake={onTake} />
          </li>
        ))}
      </ul>
      {goods.length > shown.length && (
        <p className="row">
          <span className="muted grow">
            {t('byMoney.shown', { shown: shown.length, all: formatNumber(goods.length) })}
          </span>
          <Button size="small" variant="minimal" text={t('byMoney.all')} onClick={() => setAll(true)} />
        </p>
      )}
      {near.length > 0 && (
        <>
          <h3>{t('byMoney.near')}</h3>
          <ul className="by-money-goods" data-testid="by-money-near">
            {near.map(({ offer, ...one }) => (
              <li key={one.product_variant_id}>
                <span className="by-money-name">
                  <b>{one.title}</b>
                  <span className="num">{formatNumber(one.price)}</span>
                </span>
                <span className="row wrap">
                  <span className="grow">
                    {t('byMoney.more', {
                      more: formatNumber(offer.more),
                      months: t('byMoney.months', { count: offer.term }),
                      sum: formatNumber(offer.regular),
                    })}
                  </span>
                  <Button
                    size="small"
                    text={t('take')}
                    aria-label={t('takeOne', { title: one.title })}
                    disabled={busy}
                    onClick={() => onTake(one, offer.term, offer.more)}
                  />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface TermsProps {
  one: OrderOffers['goods'][number];
  busy: boolean;
  onTake: OffersProps['onTake'];
}

/** The shortest first and marked: it costs the least in all. */
function Terms({ one, busy, onTake }: TermsProps) {
  const t = useText('orders');
  const [all, setAll] = useState(false);
  const shown = all ? one.offers : one.offers.slice(0, FIRST_TERMS);
  return (
    <span className="row wrap">
      {shown.map(({ term, regular, last, total }, at) => (
        <Button
          key={term}
          size="small"
          active={at === 0}
          disabled={busy}
          title={t('byMoney.whole', { last: formatNumber(last), total: formatNumber(total) })}
          aria-label={t('byMoney.takeFor', {
            title: one.title,
            months: t('byMoney.months', { count: term }),
            sum: formatNumber(regular),
          })}
          onClick={() => onTake(one, term)}
        >
          {t('byMoney.months', { count: term })} <b className="num">{formatNumber(regular)}</b>
        </Button>
      ))}
      {one.offers.length > shown.length && (
        <Button
          size="small"
          variant="minimal"
          text={`+${one.offers.length - shown.length}`}
          aria-label={t('byMoney.otherTerms', { title: one.title })}
          onClick={() => setAll(true)}
        />
      )}
    </span>
  );
}
