import { Button, InputGroup } from '@blueprintjs/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ResponseOf } from '../../../contract/call.ts';
import type { Counts } from '../../../contract/common.ts';
import { invoiceIndex } from '../../../contract/invoices/heads.ts';
import { INVOICE_STATUSES, INVOICE_TYPES, type InvoiceInList } from '../../../contract/invoices/invoice.ts';
import { useNews } from '../../api/news.ts';
import { useAddress } from '../../app/address.ts';
import { inspect } from '../../app/inspect.ts';
import { useAllows } from '../../app/session.ts';
import { currencyUnit, formatMoney, formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { useFormInAddress } from '../../ui/form/useFormInAddress.ts';
import type { ListColumn } from '../../ui/list/columns.tsx';
import { branchFilter, branchOf, stateFilter } from '../../ui/list/documentFilters.ts';
import type { FilterControl } from '../../ui/list/filters.tsx';
import { footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name, TwoLines } from '../../ui/Name.tsx';
import { RailChip } from '../../ui/RailChip.tsx';
import { amountsOf } from '../../ui/Sums.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { newInvoice } from './actors.ts';
import { partners, territories } from './choices.ts';
import { invoiceLook, MAIN_PATH_LOOKS, placeOf } from './looks.ts';
import { NewInvoicePane } from './NewInvoicePane.tsx';
import { type Asked, RowActions, RowDialog } from './RowActions.tsx';
import './invoices.css';

/** Totals always show these; others have a column where the list has some. */
const CURRENCIES = ['UZS', 'USD'] as const;

type Answer = ResponseOf<typeof invoiceIndex>;

/** Seen in the list and not summed, unless they are asked for alone: nobody is owed for them. */
const UNCOUNTED = ['cancelled', 'draft'] as const;
type Uncounted = (typeof UNCOUNTED)[number];
const isUncounted = (status: string | null): status is Uncounted => UNCOUNTED.some((one) => one === status);

/** What the feet leave out: invoices by state, and their sums by currency. */
interface LeftOut {
  statuses: Counts | undefined;
  left_out: Record<string, Record<string, number>>;
}

function leftOutOf(rows: readonly InvoiceInList[]): LeftOut {
  const statuses: Counts = {};
  const left_out: LeftOut['left_out'] = {};
  for (const { status, totals } of rows) {
    statuses[status] = (statuses[status] ?? 0) + 1;
    const sums = left_out[status] ?? {};
    for (const { currency, amount } of amountsOf(totals)) sums[currency] = (sums[currency] ?? 0) + amount;
    left_out[status] = sums;
  }
  return { statuses, left_out };
}

export default function InvoiceListPage() {
  const t = useText('invoiceList');
  const tm = useText('machines/invoice');
  const language = useLanguage();
  const [, navigate] = useLocation();
  const mayCreate = useAllows('product_invoice.add');
  const opening = useActorRef(newInvoice, { inspect });
  const formOpen = useSelector(opening, (snapshot) => snapshot.hasTag('formOpen'));
  useEffect(() => {
    const subscription = opening.on('invoice.opened', ({ invoiceId }) =>
      navigate(pathOf('invoice', { id: invoiceId })),
    );
    return () => subscription.unsubscribe();
  }, [opening, navigate]);
  const [asked, setAsked] = useState<Asked | null>(null);

  const [others, setOthers] = useState<readonly string[]>([]);
  const sums = [...CURRENCIES, ...others].map(
    (currency): ListColumn<InvoiceInList, Answer> => ({
      key: `sum${currency}`,
      title: t('sum', { currency: currencyUnit(currency, language) }),
      kind: 'sum',
      width: currency === 'UZS' ? '8rem' : '6.5rem',
      ...(currency !== 'UZS' && { decimals: 2 }),
      value: ({ totals }) => totals[currency] || null,
      foot: footOf(currency, currency),
    }),
  );

  const only = useAddress()[0].get('status');
  const leftOut = ({ statuses, left_out }: LeftOut): string | null => {
    if (isUncounted(only)) return t(`only.${only}`);
    if (only !== null) return null;
    const what = UNCOUNTED.flatMap((status) => {
      const count = statuses?.[status];
      const sums = amountsOf(left_out[status] ?? {}).filter(({ amount }) => amount !== 0);
      if (!count && sums.length === 0) return [];
      const words = count
        ? t(`leftOut.${status}`, { count, figure: formatNumber(count) })
        : tm(`states.${status}.name`);
      const money = sums.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(', ');
      return [money === '' ? words : `${words} (${money})`];
    });
    return what.length === 0 ? null : t('leftOut.words', { what: what.join(', ') });
  };

  const list = useList({
    name: 'invoices',
    call: invoiceIndex,
    sort: '-created',
    href: ({ id }) => pathOf('invoice', { id }),
    refetchInterval: 30_000,
    summed: {
      counts: ({ status }) => !isUncounted(status) || only === status,
      leftOut: ({ meta: { statuses, totals, left_out } }) =>
        totals && left_out ? leftOut({ statuses, left_out }) : null,
      leftOutOf: (rows) => leftOut(leftOutOf(rows)),
    },
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      stateFilter({
        label: t('status'),
        states: INVOICE_STATUSES,
        title: (one) => tm(`states.${one}.name`),
        look: invoiceLook,
        hideEmpty: true,
      }),
      {
        kind: 'own',
        key: 'id',
        label: t('id'),
        side: 'left',
        read: (written) => (/^[1-9]\d{0,8}$/.test(written) ? Number(written) : null),
        words: (written) => written,
        control: ({ value, set }) => <IdInput value={value ?? ''} set={set} label={t('id')} />,
      },
      {
        kind: 'remote',
        key: 'partner',
        label: t('partner'),
        empty: t('every.partner'),
        of: partners,
        named: (answer, id) => answer.data.find((one) => one.partner_id === id)?.partner,
      },
      branchFilter({ label: t('organization'), empty: t('every.organization') }, branchOf),
      { kind: 'remote', key: 'territory_id', label: t('territory'), empty: t('every.territory'), of: territories },
      {
        kind: 'select',
        key: 'type',
        label: t('type'),
        empty: t('every.type'),
        options: INVOICE_TYPES.map((value) => ({ value, title: t(`types.${value}`) })),
      },
      { kind: 'period', key: 'date', label: t('date') },
    ],
    columns: [
      {
        key: 'number',
        title: t('number'),
        kind: 'code',
        width: '7.5rem',
        value: ({ number }) => number,
        cell: ({ id, number }) => (
          <Link href={pathOf('invoice', { id })} className="code">
            {number}
          </Link>
        ),
        foot: rowsFoot,
        footSpan: 2,
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '11rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => (
          <RailChip
            look={invoiceLook(status)}
            steps={MAIN_PATH_LOOKS}
            at={placeOf(status)}
            quiet={status === 'confirmed' || status === 'cancelled'}
          >
            {tm(`states.${status}.name`)}
          </RailChip>
        ),
      },
      {
        key: 'paper',
        title: t('paper'),
        kind: 'code',
        width: '7rem',
        value: (invoice) => invoice.number_invoice,
        cell: (invoice) => (
          <TwoLines
            first={<span className="code">{invoice.number_invoice}</span>}
            second={invoice.type === 'special' && <b className="invoice-special">{t('types.special')}</b>}
          />
        ),
      },
      {
        key: 'date',
        title: t('date'),
        kind: 'date',
        width: '5.5rem',
        sort: 'invoice_date',
        value: (one) => one.invoice_date,
      },
      {
        key: 'partner',
        title: t('partner'),
        cut: true,
        value: ({ partner }) => partner,
        cell: (invoice) => <TwoLines first={invoice.partner} second={invoice.partner_firm} />,
      },
      {
        key: 'firm',
        title: t('firm'),
        cut: true,
        width: '12rem',
        hidden: true,
        value: (invoice) => invoice.partner_firm,
      },
      {
        key: 'warehouse',
        title: t('warehouse'),
        width: '10rem',
        cut: true,
        drop: 'least',
        value: (invoice) => invoice.warehouse_list,
        cell: (invoice) => (
          <TwoLines
            first={invoice.warehouse_list}
            second={<Name title={placeWords(invoice)}>{invoice.organization}</Name>}
          />
        ),
      },
      { key: 'organization', title: t('organization'), hidden: true, value: ({ organization }) => organization },
      { key: 'territory', title: t('territory'), hidden: true, value: ({ territory }) => territory },
      { key: 'units', title: t('units'), kind: 'number', width: '4.5rem', drop: 'least', value: ({ units }) => units },
      ...sums,
      { key: 'type', title: t('type'), hidden: true, value: ({ type }) => t(`types.${type}`) },
      {
        key: 'missing',
        title: t('missing'),
        kind: 'number',
        width: '5rem',
        drop: 'least',
        value: (invoice) => (invoice.is_serial_number ? invoice.facts.missing : null),
      },
      { key: 'id', title: t('id'), kind: 'code', width: '5rem', hidden: true, value: ({ id }) => String(id) },
      {
        key: 'created',
        title: t('created'),
        kind: 'moment',
        side: true,
        width: '7rem',
        hidden: true,
        sort: 'created_at',
        value: (invoice) => invoice.created_at,
      },
      {
        key: 'actions',
        title: t('actions.title'),
        width: '2.75rem',
        actions: true,
        value: () => null,
        cell: (invoice) => <RowActions invoice={invoice} onAsk={setAsked} />,
      },
    ],
  });
  useNews(list.retry);

  // a currency that the list has is shown, whichever it is
  const { totals, left_out } = list.answer?.meta ?? {};
  const seen = [totals, ...Object.values(left_out ?? {})]
    .flatMap((one) => Object.keys(one ?? {}))
    .filter((one) => !CURRENCIES.some((own) => own === one));
  if (seen.some((one) => !others.includes(one))) setOthers([...new Set([...others, ...seen])].sort());

  const openForm = () => opening.send({ type: 'form.open' });
  const copyOf = useFormInAddress(formOpen, () => {
    if (mayCreate) openForm();
  });
  const row = asked && list.rows.find((one) => one.id === asked.invoice.id);
  return (
    <ListPage
      list={list}
      title={t('title')}
      density="two-lines"
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        nothingAct: mayCreate && <Button text={t('form.open')} onClick={openForm} />,
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      acts={mayCreate && <NewButton text={t('form.open')} onClick={openForm} testId="invoice-create" />}
    >
      {formOpen && <NewInvoicePane key={copyOf ?? 'new'} actor={opening} copyOf={copyOf} />}
      {asked !== null && <RowDialog asked={{ ...asked, invoice: row ?? asked.invoice }} onEnd={() => setAsked(null)} />}
    </ListPage>
  );
}

const placeWords = ({ organization, territory }: InvoiceInList) =>
  territory === null ? organization : `${organization}, ${territory}`;

const isId = (typed: string): boolean => /^([1-9]\d{0,8})?$/.test(typed);

/** Found by the number that its address has. */
function IdInput({ value, set, label }: { label: string } & Pick<FilterControl<unknown>, 'set'> & { value: string }) {
  const t = useText('invoiceList');
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (settled === typed && settled !== value && isId(settled)) set(settled);
  });
  return (
    <InputGroup
      className="invoice-id"
      inputMode="numeric"
      aria-label={label}
      placeholder={label}
      value={typed}
      // our own number is no id and is not turned into one
      {...(!isId(typed) && { 'aria-invalid': true, title: t('idOnly') })}
      onChange={(event) => setTyped(event.target.value.trim().replace(/^0+/, '').slice(0, 20))}
    />
  );
}
