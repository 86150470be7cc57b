/** Expiry dates for the goods of a document: one line a batch that is still in stock, all saved together. */
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type BatchToDate, expirationBatches, receiptGetAll } from '../../../contract/expirations.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Field } from '../../ui/Field.tsx';
import { DateField, NumberField } from '../../ui/form/fields.tsx';
import { RemoteSelect } from '../../ui/form/RemoteSelect.tsx';
import { remoteSource } from '../../ui/form/remote.ts';
import { maxValue, minValue, type Rule, required } from '../../ui/form/rules.ts';
import type { FieldBinding } from '../../ui/form/useForm.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { usePaneForm } from '../../ui/record/usePaneForm.ts';
import { FRESH, useRecordPane } from '../../ui/record/useRecordPane.ts';
import { useWriting, WritingWindow } from '../../ui/writing/WritingWindow.tsx';
import { type DateFields, initialFields, writingOf } from './writing.ts';
import './expirations.css';

const receipts = remoteSource(receiptGetAll, ({ id, title }) => ({ id, title }));

export default function AddExpirationPage() {
  const t = useText('expirations');
  usePageTitle(t('title'));
  const mayAdd = useAllows('product_expiration.add');
  if (mayAdd) return <Document />;
  return (
    <Empty kind="noRight" title={t('none')} text={t('noneText')}>
      <Link href={pathOf('productsExpiration')}>{t('all')}</Link>
    </Empty>
  );
}

function Document() {
  const t = useText('expirations');
  const [params, setAddress] = useAddress();
  const id = numberIn(params, 'document');
  const found = useCall(expirationBatches, { params: { id: id ?? 0 } }, { ...FRESH, enabled: id !== null });
  const document = found.data?.document ?? null;
  return (
    <>
      <div className="expiration-document">
        <Field label={t('document')} help={t('documentHelp')} error={undefined}>
          {(wiring) => (
            <RemoteSelect
              of={receipts}
              value={document}
              label={t('document')}
              wiring={wiring}
              empty={t('choose')}
              fill
              onBlur={() => undefined}
              onChange={(chosen) => setAddress({ document: chosen?.id ?? null })}
            />
          )}
        </Field>
      </div>
      {id === null ? (
        <Empty kind="nothing" title={t('choose')} text={t('chooseText')} />
      ) : found.error ? (
        <Failed title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonRows rows={6} columns={[2, 1, 1]} />
      ) : (
        <Dates key={id} document={id} batches={found.data.data} />
      )}
    </>
  );
}

function Dates({ document, batches: read }: { document: number; batches: readonly BatchToDate[] }) {
  const [, navigate] = useLocation();
  // what is read again while dates are written does not move the lines under the hand
  const [batches] = useState(read);
  const writing = useMemo(() => writingOf(document), [document]);
  const actor = useRecordPane(writing);
  const back = () => navigate(pathOf('productsExpiration'));
  const isOpen = useWriting(actor, { id: null, onCreated: back, onLeft: back });
  return isOpen ? <Lines actor={actor} document={document} batches={batches} /> : null;
}

interface LinesProps {
  actor: ReturnType<typeof useRecordPane>;
  document: number;
  batches: readonly BatchToDate[];
}

function Lines({ actor, document, batches }: LinesProps) {
  const t = useText('expirations');
  const [empty] = useState(() => initialFields(batches));
  /** Asked of a line that has a day. */
  const whenDated =
    (id: number, rule: Rule<never>): Rule<never, DateFields> =>
    (value, fields) =>
      fields[`expires_${id}`] === null ? null : rule(value, null);
  const rules = Object.fromEntries(
    batches.flatMap(({ id, left, dated }) => [
      [`quantity_${id}`, [required, minValue(1), maxValue(left - dated)].map((rule) => whenDated(id, rule as never))],
      [`notify_${id}`, [required, minValue(0), maxValue(365)].map((rule) => whenDated(id, rule as never))],
    ]),
  );
  const pane = usePaneForm<DateFields>(actor, {
    form: 'record.expirations',
    within: document,
    empty,
    rules: rules as never,
  });
  const { form } = pane;
  const namesOf = (field: string): string => {
    const [what = '', id] = field.split('_');
    const batch = batches.find((one) => String(one.id) === id);
    return `${batch?.variant.title ?? ''}: ${t(what === 'notify' ? 'notify' : what === 'quantity' ? 'quantity' : 'expires')}`;
  };
  return (
    <WritingWindow
      actor={actor}
      pane={pane}
      t={t}
      title={t('title')}
      listPath={() => pathOf('productsExpiration')}
      reason={null}
      end={() => null}
      words={{
        fields: Object.fromEntries(Object.keys(empty).map((field) => [field, namesOf(field)])),
        value: () => undefined,
      }}
      testId="expirations"
      className="expiration-lines"
    >
      {batches.map(({ id, variant, warehouse, received_at, left, dated }) => (
        <fieldset key={id} className="writing-part expiration-line">
          <legend>
            {variant.title} <span className="code muted text-xs">{variant.sku}</span>
          </legend>
          <p className="muted text-xs">
            {warehouse} · {formatDate(received_at)} · {t('left', { n: left })}
            {dated > 0 && ` · ${t('dated', { n: dated })}`}
          </p>
          <div className="expiration-fields">
            <DateField label={t('expires')} {...(form.field(`expires_${id}`) as FieldBinding<string | null>)} />
            <NumberField label={t('quantity')} {...(form.field(`quantity_${id}`) as FieldBinding<number | null>)} />
            <NumberField label={t('notify')} {...(form.field(`notify_${id}`) as FieldBinding<number | null>)} />
          </div>
        </fieldset>
      ))}
    </WritingWindow>
  );
}
