import { ArrowRightIcon } from '@blueprintjs/icons';
import { Link } from 'wouter';
import type { HistoryLine } from '../../../../contract/common.ts';
import { invoiceHistory } from '../../../../contract/invoices/heads.ts';
import { CANCEL_REASONS, INVOICE_STATUSES, type InvoiceStatus } from '../../../../contract/invoices/invoice.ts';
import { useCall } from '../../../api/queries.ts';
import { useAllows } from '../../../app/session.ts';
import { currencyDecimals, currencyUnit, formatNumber } from '../../../format/numbers.ts';
import { type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import { replayPath } from '../../workflows/addresses.ts';
import { invoiceLook } from '../looks.ts';

const isStatus = (state: string | null): state is InvoiceStatus => INVOICE_STATUSES.some((status) => status === state);

type Values = Record<string, unknown>;
const recordOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Figures in the line's own currency. */
const IN_CURRENCY: ReadonlySet<string> = new Set(['value', 'debt']);

/** Money with the digits of its currency; where the log names none, as many as its figure has. */
function words(key: string, value: unknown, currency: unknown, t: Text): string {
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no');
  if (typeof value !== 'number') return String(value ?? '—');
  if (!IN_CURRENCY.has(key)) return formatNumber(value, { decimals: 4, trim: true });
  const decimals = typeof currency === 'string' ? currencyDecimals(currency) : 0;
  return formatNumber(value, { decimals: Number.isInteger(value) ? decimals : 2 });
}

/** Figures shown in a history line, in this order. */
const TOLD = [
  'value',
  'count',
  'no_cash',
  'additional',
  'other_additional',
  'currency_change',
  'selling_price',
  'stock',
  'debt',
  'print',
  'print_count',
  'number_invoice',
  'invoice_date',
  'comment',
] as const;

/** What changed, before and after. */
function Changes({ payload, t }: { payload: Values; t: Text }) {
  const language = useLanguage();
  const units: Record<string, unknown> = {
    value: payload.currency,
    debt: payload.currency,
    selling_price: 'UZS',
    other_additional: 'UZS',
  };
  const unitOf = (key: string) => {
    const currency = units[key];
    return typeof currency === 'string' ? ` ${currencyUnit(currency, language)}` : '';
  };
  const before = recordOf(payload.before);
  const after = recordOf(payload.after);
  const both = TOLD.filter((key) => key in before && key in after && before[key] !== after[key]);
  if (both.length === 0) return null;
  return (
    <ul className="changes">
      {both.map((key) => (
        <li key={key}>
          <span className="muted">{t(`history.fields.${key}`)}</span>{' '}
          <s className="num">{words(key, before[key], payload.currency, t)}</s> <ArrowRightIcon size={10} />{' '}
          <b className="num">
            {words(key, after[key], payload.currency, t)}
            {unitOf(key)}
          </b>
        </li>
      ))}
    </ul>
  );
}

/** Numbers that are shown at once; the others are opened. */
const FIRST = 5;

/** Details of a log line besides its event: product, figures, text. */
function About({ line: { event, payload }, t }: { line: HistoryLine; t: Text }) {
  const { title, name, serials, lines, reason, comment } = payload as Values;
  const imeis = recordOf(payload.imeis);
  const numbers = [
    ...listOf(serials).map((one) => [one, ...listOf(imeis[one])].join(' · ')),
    ...listOf(payload.add_serials).map((one) => `+ ${one}`),
    ...listOf(payload.remove_serials).map((one) => `− ${one}`),
  ];
  const refused = payload.refused;
  const cancelled = event === 'invoice.cancel' && CANCEL_REASONS.find((one) => one === reason);
  const corrected = event.startsWith('line.') && typeof reason === 'string';
  return (
    <>
      {typeof title === 'string' && <span>: {title}</span>}
      {typeof name === 'string' && <span>: {name}</span>}
      {typeof lines === 'number' && (
        <span className="muted">: {t('history.lines', { count: lines, figure: formatNumber(lines) })}</span>
      )}
      {typeof refused === 'number' && refused > 0 && (
        <span className="muted">, {t('history.refused', { count: refused, figure: formatNumber(refused) })}</span>
      )}
      {numbers.length > 0 && <div className="code text-xs">{numbers.slice(0, FIRST).join(', ')}</div>}
      {numbers.length > FIRST && (
        <details className="code text-xs">
          <summary>{t('history.more', { figure: formatNumber(numbers.length - FIRST) })}</summary>
          {numbers.slice(FIRST).join(', ')}
        </details>
      )}
      {cancelled && (
        <span>
          : {t(`reasons.${cancelled}`)}. «{String(comment ?? '')}»
        </span>
      )}
      {corrected && (
        <div className="muted" data-testid="why">
          {t('correct.why')}: «{reason}»
        </div>
      )}
      {event.startsWith('line.') && recordOf(payload.after).selling_price_overridden === true && (
        <span className="amber"> {t('history.overridden')}</span>
      )}
    </>
  );
}

/** The event log; asked again while the invoice is open. */
export function History({ invoiceId, live }: { invoiceId: number; live: boolean }) {
  const t = useText('invoice');
  const tm = useText('machines/invoice');
  const mayReplay = useAllows('workflows.show');
  const history = useCall(invoiceHistory, { params: { id: invoiceId } }, { refetchInterval: live ? 20_000 : false });
  if (history.isPending) return <SkeletonRows rows={8} columns={[3, 1]} />;
  if (history.error) return <Empty kind="failed" title={t('history.failed')} text={history.error.message} />;
  return (
    <>
      {mayReplay && <Link href={replayPath('invoice', { id: invoiceId, kind: null })}>{t('history.replay')}</Link>}
      <Timeline
        lines={history.data.data}
        label={t('tabs.history')}
        system={t('history.system')}
        stateOf={(state) => (isStatus(state) ? { look: invoiceLook(state), name: tm(`states.${state}.name`) } : null)}
      >
        {(line) => (
          <>
            {line.event === 'invoice.create' ? t('history.created') : tm(`events.${line.event}.name`)}
            <About line={line} t={t} />
            <Changes payload={line.payload} t={t} />
          </>
        )}
      </Timeline>
    </>
  );
}
