/** The receipt of a payment or a reversal, on 80 mm paper; it is no fiscal one (decision 87). */
import type { CashDocument } from '../../../contract/cashDocuments.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { formatDate, formatDateTimeFull } from '../../format/dates.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';

export interface ReceiptLine {
  key: string;
  /** Of which contract; null: of none. */
  number: string | null;
  words: string;
  amount: number;
}

type Paid = CashDocument['paid'][number];

/** An instalment by its number and due date; null: prepaid. */
export const wordsOfPaid = (t: Text, instalment: Paid['instalment'], isFree = false): string =>
  instalment === null
    ? t(isFree ? 'reversal.free' : 'prepaidShort')
    : t(instalment.number === 0 ? 'receipt.first' : 'receipt.instalment', {
        number: formatNumber(instalment.number),
        due: formatDate(instalment.due),
      });

interface ReceiptProps {
  document: Pick<
    CashDocument,
    | 'number'
    | 'type'
    | 'organization'
    | 'client'
    | 'channel'
    | 'amount'
    | 'tendered'
    | 'change'
    | 'practice_day'
    | 'reason'
  > & {
    created_at: string | null;
    cashier: string;
    contracts?: CashDocument['contracts'];
    paid?: CashDocument['paid'];
  };
  /** Of money that is not taken yet; what is taken knows its own. */
  lines?: readonly ReceiptLine[];
}

export function Receipt({ document, lines: expected }: ReceiptProps) {
  const t = useText('cashbox');
  const language = useLanguage();
  const { number, type, organization, client, channel, amount, tendered, change, practice_day, reason } = document;
  const { contracts = [], paid = [] } = document;
  const lines: readonly ReceiptLine[] =
    expected ??
    paid.map(({ contract, instalment, amount: sum }) => ({
      key: `${contract?.id} ${instalment?.number}`,
      number: contract && (contract.number ?? `#${contract.id}`),
      words: wordsOfPaid(t, instalment, contract === null),
      amount: Math.abs(sum),
    }));
  const facts = [
    [t(`types.${type}`), number ?? t('receipt.numberLater')],
    [t('receipt.day'), practice_day === null ? '—' : formatDate(practice_day)],
    ...(document.created_at === null ? [] : [[t('receipt.at'), formatDateTimeFull(document.created_at)] as const]),
    [t('cashier'), document.cashier],
    [t('client'), client.fullname],
    // where no instalment is named, as of what is put aside
    ...(contracts.length === 0 || lines.length > 0
      ? []
      : [
          [
            t('contract'),
            contracts.map(({ id, number: of }) => <WholeNumber key={id}>{of ?? `#${id}`}</WholeNumber>),
          ] as const,
        ]),
    ...(reason === null ? [] : [[t('reason'), reason] as const]),
  ] as const;
  return (
    <div className="receipt" lang={language}>
      <p className="receipt-head">
        <b>IDORA</b>
        <span>{organization.name}</span>
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 0 && (
        <dl>
          {lines.map(({ key, number, words, amount: sum }) => (
            <div key={key}>
              <dt>
                {number !== null && (
                  <>
                    <span className="code whole">{number}</span>,{' '}
                  </>
                )}
                {words}
              </dt>
              <dd className="num">{formatNumber(sum)}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl>
        <div className="receipt-sum">
          <dt>{t(type === 'reversal' ? 'receipt.given' : 'receipt.paid')}</dt>
          <dd className="num">{formatNumber(amount)}</dd>
        </div>
        {channel !== null && type === 'payment' && (
          <div>
            <dt>
              {t('receipt.tendered')}, {t(`channels.${channel}`)}
            </dt>
            <dd className="num">{formatNumber(tendered ?? amount)}</dd>
          </div>
        )}
        {change !== null && change > 0 && (
          <div>
            <dt>{t('change')}</dt>
            <dd className="num">{formatNumber(change)}</dd>
          </div>
        )}
      </dl>
      <p className="receipt-foot">{t('receipt.notFiscal')}</p>
    </div>
  );
}

/** One below another, none broken at its hyphens. */
const WholeNumber = ({ children }: { children: string }) => (
  <div>
    <span className="code whole">{children}</span>
  </div>
);

/** A document of the journal as it is printed. */
export const receiptOf = (document: CashDocument) => ({ ...document, cashier: document.created_by.fullname });
