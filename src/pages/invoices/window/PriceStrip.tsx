/** Under the grid: how the price of the line under the cursor came about, factor by factor, and what is beside it. */
import type { ReactNode } from 'react';
import { additionalPrices, checkLimit, recommendedPrice } from '../../../../contract/invoices/choices.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { priceSteps, unitCost } from '../../../../machines/invoice/sellingPrice.ts';
import type { LineChange, LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { Column, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { useCall } from '../../../api/queries.ts';
import { formatNumber, formatPercent } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import { Name } from '../../../ui/Name.tsx';
import { Money } from '../../../ui/Quantity.tsx';
import { useSettled } from '../../../ui/useSettled.ts';
import { standingOf } from './problems.ts';

export interface PriceStripProps {
  invoice: InvoiceDetails;
  row: GridRow;
  /** Of the line, from 1. */
  number: number;
  /** The cell under the cursor: its factor is marked. */
  field: Column;
  /** The figures with what is being typed now. */
  figures: LineFigures;
  /** Null while it is not known what it is called. */
  currency: string | null;
  editable: boolean;
  onChange: (change: LineChange) => void;
  onRevert: () => void;
}

export function PriceStrip(props: PriceStripProps) {
  const { invoice, row, number, field, figures, currency, editable, onChange, onRevert } = props;
  const t = useText('invoice');
  // the cursor runs over many lines: only where it rests is asked about
  const productId = useSettled(row.product.id, 250);
  const params = { id: productId };
  const query = { organization_id: invoice.organization_id };
  const kept = { staleTime: 30_000 };
  const limit = useCall(checkLimit, { params, query }, kept).data?.data;
  const recommended = useCall(recommendedPrice, { params, query }, kept).data?.data;
  const markup = useCall(additionalPrices, { params, query }, kept).data?.data;
  const here = productId === row.product.id;
  const { value, no_cash, additional, other_additional, currency_change } = figures;
  const known =
    value !== null && no_cash !== null && currency_change !== null
      ? { value, no_cash, currency_change, additional: additional ?? 0, other_additional: other_additional ?? 0 }
      : null;
  const steps = known && priceSteps(known);
  const money = (sum: number, decimals = 0) => formatNumber(sum, { decimals, trim: true });
  const below = known && figures.selling_price !== null && figures.selling_price < unitCost(known);
  const standing = standingOf(row);
  const own = figures.overridden && figures.selling_price !== null;
  return (
    <section className="price-strip" aria-label={t('price.title')} data-testid="price-strip">
      <div className="price-top">
        <b>
          <Name title={`${row.product.title} · ${row.product.barcode ?? row.product.sku}`}>
            {t('price.of', { number: formatNumber(number), product: row.product.title })}
          </Name>
        </b>
        {row.draft !== null && row.line !== null && (standing === 'good' || standing === 'empty') && (
          <button type="button" className="link" onClick={onRevert} data-testid="line-revert">
            {t('price.revert')}
          </button>
        )}
        <dl className="price-facts">
          <div>
            <dt>{t('price.onStock')}</dt>
            <dd className="num">{formatNumber(row.line?.on_stock ?? (here ? (limit?.on_stock ?? 0) : 0))}</dd>
          </div>
          <div>
            <dt>{t('price.limit')}</dt>
            <dd className={(limit?.left ?? 0) < 0 ? 'red num' : 'num'}>
              {!here || limit?.max == null
                ? '—'
                : (limit.left ?? 0) < 0
                  ? t('price.limitOver', { max: formatNumber(limit.max), over: formatNumber(-(limit.left ?? 0)) })
                  : t('price.limitOf', { max: formatNumber(limit.max), left: formatNumber(limit.left ?? 0) })}
            </dd>
          </div>
          <div>
            <dt>{t('price.recommended')}</dt>
            <dd>
              <Money value={here ? (recommended?.selling_price ?? null) : null} />
            </dd>
          </div>
          <div>
            <dt>{t('price.last')}</dt>
            <dd>
              <span className="muted">{t('price.lastCost')}</span>
              <Money value={here ? (recommended?.last_cost ?? null) : null} />
              <span className="muted">· {t('price.lastSelling')}</span>
              <Money value={here ? (recommended?.last_price ?? null) : null} />
            </dd>
          </div>
          <div>
            <dt>{t('price.markup')}</dt>
            <dd className="num">
              {here && markup
                ? `${formatPercent(markup.no_cash, 2)} · ${formatPercent(markup.additional, 2)} · ${money(markup.other_additional)}`
                : '—'}
              {editable && here && markup && (
                <button
                  type="button"
                  className="link"
                  onClick={() =>
                    onChange({
                      no_cash: markup.no_cash,
                      additional: markup.additional,
                      other_additional: markup.other_additional,
                    })
                  }
                >
                  {t('price.useMarkup')}
                </button>
              )}
            </dd>
          </div>
        </dl>
      </div>
      {steps === null ? (
        <p className="price-chain muted">{t('price.missing')}</p>
      ) : (
        <ol className="price-chain" data-testid="price-steps">
          <Factor sign="" label={t('price.value')} here={field === 'value'}>
            {money(value ?? 0, 2)} {currency === 'UZS' ? '' : currency}
          </Factor>
          {currency !== 'UZS' && (
            <Factor sign="×" label={t('price.rate')} here={field === 'currency_change'}>
              {money(currency_change ?? 0, 4)}
            </Factor>
          )}
          <Factor sign="÷" label={t('price.noCash')} here={field === 'no_cash'}>
            {formatPercent(no_cash ?? 0, 2)}
          </Factor>
          <Factor sign="+" label={t('price.additional')} here={field === 'additional'}>
            {formatPercent(additional ?? 0, 2)}
          </Factor>
          <Factor sign="+" label={t('price.other')} here={field === 'other_additional'}>
            {money(other_additional ?? 0)}
          </Factor>
          <Factor sign="=" label={t('price.result')}>
            {money(steps.afterOther, 2)}
          </Factor>
          <Factor
            sign="→"
            label={t('price.rounded', { to: money(steps.roundedTo) })}
            here={!own && field === 'selling_price'}
            price
          >
            <span data-testid="rule-price">{money(steps.price)}</span>
          </Factor>
          {own && (
            <li className="price-own" data-testid="own-price">
              <span className={classes('factor', 'fam-amber', field === 'selling_price' && 'here')}>
                <b>{money(figures.selling_price ?? 0)}</b>
                <small>{t('price.own')}</small>
              </span>
              {editable && (
                <button type="button" className="link" onClick={() => onChange({ selling_price: null })}>
                  {t('price.followRule')}
                </button>
              )}
            </li>
          )}
          {below && <li className="red">{t('price.below')}</li>}
        </ol>
      )}
    </section>
  );
}

interface FactorProps {
  /** Before it: what it does to the price so far. */
  sign: string;
  label: string;
  here?: boolean;
  /** What the chain comes to. */
  price?: boolean;
  children: ReactNode;
}

function Factor({ sign, label, here, price, children }: FactorProps) {
  return (
    <li>
      {sign !== '' && <span className="muted">{sign}</span>}
      <span className={classes('factor', here && 'here', price && 'price')}>
        <b>{children}</b>
        <small>{label}</small>
      </span>
    </li>
  );
}
