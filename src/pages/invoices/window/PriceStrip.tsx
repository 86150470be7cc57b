/** Under the grid: how the price of the line under the cursor came about, and what is beside it. */
import { Button } from '@blueprintjs/core';
import { ArrowRightIcon } from '@blueprintjs/icons';
import { additionalPrices, checkLimit, recommendedPrice } from '../../../../contract/invoices/choices.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { priceSteps, unitCost } from '../../../../machines/invoice/sellingPrice.ts';
import type { LineChange, LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { useCall } from '../../../api/queries.ts';
import { formatNumber, formatPercent } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Money } from '../../../ui/Quantity.tsx';
import { useSettled } from '../../../ui/useSettled.ts';

export interface PriceStripProps {
  invoice: InvoiceDetails;
  row: GridRow;
  /** The figures with what is being typed now. */
  figures: LineFigures;
  /** Null while it is not known what it is called. */
  currency: string | null;
  editable: boolean;
  onChange: (change: LineChange) => void;
  onAccept: () => void;
  onRevert: () => void;
  onAddAgain: () => void;
  onConflict: () => void;
}

export function PriceStrip(props: PriceStripProps) {
  const { invoice, row, figures, currency, editable, onChange, onAccept, onRevert, onAddAgain, onConflict } = props;
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
  const faults = Object.entries(row.draft?.faults ?? {});
  const below = known && figures.selling_price !== null && figures.selling_price < unitCost(known);
  return (
    <section className="price-strip" aria-label={t('price.title')} data-testid="price-strip">
      <div className="row wrap">
        <b className="cut">{row.product.title}</b>
        <span className="muted code">{row.product.barcode ?? row.product.sku}</span>
        {row.draft?.theirs != null && (
          <Button
            size="small"
            intent="warning"
            text={t('price.conflict')}
            onClick={onConflict}
            data-testid="line-conflict"
          />
        )}
      </div>
      {row.draft !== null && row.draft.theirs === null && (
        <div className="row wrap" role="alert" data-testid="line-faults">
          {faults.map(([field, words]) => (
            <span key={field} className={row.draft?.warned ? 'amber' : 'red'}>
              {words.join(' ')}
            </span>
          ))}
          {row.draft.warned && (
            <Button size="small" text={t('price.accept')} onClick={onAccept} data-testid="line-accept" />
          )}
          {row.draft.gone && (
            <>
              <span className="red">{t('price.gone')}</span>
              {editable && (
                <Button size="small" text={t('price.addAgain')} onClick={onAddAgain} data-testid="line-add-again" />
              )}
            </>
          )}
          {(row.line !== null || row.draft.gone) && (
            <Button
              size="small"
              variant="minimal"
              text={t(row.draft.gone ? 'price.giveUp' : 'price.revert')}
              onClick={onRevert}
              data-testid="line-revert"
            />
          )}
        </div>
      )}
      {steps === null ? (
        <p className="muted">{t('price.missing')}</p>
      ) : (
        <ol className="price-steps" data-testid="price-steps">
          {currency !== 'UZS' && (
            <li>
              <span className="muted">{t('price.converted')}</span>
              {money(value ?? 0, 2)} {currency ?? ''} × {money(currency_change ?? 0, 4)}
            </li>
          )}
          <li>
            <span className="muted">{t('price.base')}</span>
            <b>{money(steps.base, 2)}</b>
          </li>
          <li>
            <span className="muted">{t('price.noCash')}</span>÷ {formatPercent(no_cash ?? 0, 2)} ={' '}
            <b>{money(steps.afterNoCash, 2)}</b>
          </li>
          <li>
            <span className="muted">{t('price.additional')}</span>+ {formatPercent(additional ?? 0, 2)} ={' '}
            <b>{money(steps.afterAdditional, 2)}</b>
          </li>
          <li>
            <span className="muted">{t('price.other')}</span>+ {money(other_additional ?? 0)} ={' '}
            <b>{money(steps.afterOther, 2)}</b>
          </li>
          <li>
            <span className="muted">{t('price.rounded', { to: money(steps.roundedTo) })}</span>
            <ArrowRightIcon size={12} /> <b data-testid="rule-price">{money(steps.price)}</b>
          </li>
          {figures.overridden && figures.selling_price !== null && (
            <li className="amber" data-testid="own-price">
              <span>{t('price.own')}</span>
              <b>{money(figures.selling_price)}</b>
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
    </section>
  );
}
