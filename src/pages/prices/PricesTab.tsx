/** Selling prices of a variant: the one that is valid, those before it with who set them and why, and a new one. */
import { useState } from 'react';
import { MAX_PRICE, MAX_REASON, type PerMonth, type Price, priceAdd, priceIndex } from '../../../contract/prices.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { useAllows } from '../../app/session.ts';
import { formatDateTimeFull } from '../../format/dates.ts';
import { formatMoney, formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { SumField, TextField } from '../../ui/form/fields.tsx';
import { greaterThanZero, maxLength, maxValue, required, says } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import './prices.css';

export function PricesTab({ id }: { id: number }) {
  const t = useText('prices');
  const language = useLanguage();
  const maySet = useAllows('product_variant_detail.confirm');
  const read = useCall(priceIndex, { params: { id } });
  /** How many were set here: each has a form of its own. */
  const [set, setSet] = useState(0);
  if (read.isPending) return <SkeletonRows rows={4} columns={[2, 1]} />;
  if (read.data === undefined)
    return <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />;
  const { data: prices, current, per_month } = read.data;
  return (
    <>
      <h3 className="price-head">{t('now')}</h3>
      {current === null ? (
        <p className="muted">{t('none')}</p>
      ) : (
        <p className="price-now num" data-testid="price-now">
          {formatMoney(current, 'UZS', language)}
        </p>
      )}
      {per_month.length > 0 && <Instalments terms={per_month} />}
      {maySet && (
        <NewPrice
          key={set}
          id={id}
          current={current}
          onDone={() => setSet(set + 1)}
          readAgain={async () => void (await read.refetch())}
        />
      )}
      {prices.length > 0 && <h3 className="price-head">{t('history')}</h3>}
      <ul className="price-lines" data-testid="prices">
        {prices.map((price) => (
          <PriceLine key={price.valid_from} price={price} />
        ))}
      </ul>
    </>
  );
}

/** What it costs a month, a line each term. */
function Instalments({ terms }: { terms: readonly PerMonth[] }) {
  const t = useText('prices');
  return (
    <section>
      <h3 className="price-head">{t('perMonth')}</h3>
      <table className="table" data-testid="per-month">
        <thead>
          <tr>
            <th>{t('term')}</th>
            <th className="end">{t('firstPayment')}</th>
            <th className="end">{t('month')}</th>
            <th className="end">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {terms.map(({ term, first_payment, month, last, total }) => (
            <tr key={term}>
              <td>{t('months', { count: term })}</td>
              <td className="end num">{formatNumber(first_payment)}</td>
              <td className="end num" title={last === month ? undefined : t('last', { sum: formatNumber(last) })}>
                <b>{formatNumber(month)}</b>
              </td>
              <td className="end num">{formatNumber(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="field-help">{t('perMonthHelp')}</p>
    </section>
  );
}

function PriceLine({ price: { price, valid_from, reason, created_by } }: { price: Price }) {
  const t = useText('prices');
  const language = useLanguage();
  return (
    <li>
      <span className="num">{formatMoney(price, 'UZS', language)}</span>
      <span className="muted num"> {t('from', { time: formatDateTimeFull(valid_from) })}</span>
      {reason !== null && <div>{reason}</div>}
      <div className="muted text-xs">{created_by?.fullname ?? t('catalogue')}</div>
    </li>
  );
}

interface Written {
  price: number | null;
  reason: string;
}

interface NewPriceProps {
  id: number;
  /** The price that is valid: the new one comes after it and no other. */
  current: number | null;
  onDone: () => void;
  /** Somebody else was faster: what is valid now is shown before it is sent again. */
  readAgain: () => Promise<void>;
}

function NewPrice({ id, current, onDone, readAgain }: NewPriceProps) {
  const t = useText('prices');
  const command = useCommand<Written>(
    async ({ price, reason }, key) => {
      const body = { price: price ?? 0, reason, seen: current };
      await orRefused(() => request(priceAdd, { params: { id }, body, key }), readAgain);
      toastSuccess(t('saved'));
    },
    () => {
      form.draft.drop();
      onDone();
    },
  );
  const form = useForm<Written>({
    draft: { form: 'price', of: `new.${id}` },
    initial: { price: null, reason: '' },
    rules: {
      price: [required, greaterThanZero, maxValue(MAX_PRICE)],
      reason: [required, maxLength(MAX_REASON), says],
    },
    refused: command.refusal?.errors,
    busy: command.busy,
    onSave: command.act,
  });
  return (
    <section>
      <h3 className="price-head">{t('set')}</h3>
      <Form form={form} label={t('set')}>
        <SumField label={t('price')} help={t('at')} {...form.field('price')} />
        <TextField label={t('reason')} maxLength={MAX_REASON} {...form.field('reason')} />
      </Form>
      {command.refusal !== null && form.errorCount === 0 && (
        <RefusalNotice refusal={command.refusal} inset onClose={command.dismiss} />
      )}
      <div className="row">
        <SaveBar form={form} save={t('save')} testId="price-save" />
      </div>
    </section>
  );
}
