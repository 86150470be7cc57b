import { BarcodeIcon, TickIcon, TimeIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { BREACH_REASONS, type FifoUnit, fifoIndex, fifoUnit } from '../../../contract/outputs.ts';
import { serialKey } from '../../../contract/serial.ts';
import { useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { organizations } from '../../ui/form/choices.ts';
import { rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useFitting } from '../../ui/useFitting.ts';
import { UnitName } from './UnitName.tsx';
import './outputs.css';

/** Whether an older unit lies beside a scanned one, and what left before older ones. */
export default function FifoPage() {
  const t = useText('fifo');
  const to = useText('outputs');
  const opens = useAllows('product_delivery.show|product_delivery.allshow');
  const reports = useAllows('fifo.report');
  const list = useList({
    name: 'fifo',
    call: fifoIndex,
    sort: '-created',
    filters: [
      {
        kind: 'select',
        key: 'reason',
        label: t('reason'),
        empty: t('everyReason'),
        options: BREACH_REASONS.map((one) => ({ value: one, title: to(`reasons.${one}`) })),
      },
      {
        kind: 'remote',
        key: 'organization_id',
        label: t('organization'),
        empty: t('everyOrganization'),
        of: organizations,
      },
      { kind: 'period', key: 'date', label: t('created') },
    ],
    columns: [
      {
        key: 'serial',
        title: t('serial'),
        kind: 'code',
        value: (row) => row.serial_number,
        foot: rowsFoot,
      },
      { key: 'title', title: t('goods'), cut: true, value: (row) => row.title },
      { key: 'received', title: t('received'), kind: 'date', drop: 'less', value: (row) => row.received_on },
      { key: 'older', title: t('olderReceived'), kind: 'date', drop: 'less', value: (row) => row.older_received_on },
      { key: 'days', title: t('days'), kind: 'number', value: (row) => row.days_older },
      {
        key: 'reason',
        title: t('reason'),
        value: (row) => row.words ?? to(`reasons.${row.reason}`),
      },
      {
        key: 'output',
        title: t('output'),
        kind: 'code',
        value: (row) => row.output.number,
        cell: (row) =>
          opens ? (
            <Link href={withQuery(pathOf('outputWindow'), { id: row.output.id })} className="code">
              {row.output.number}
            </Link>
          ) : (
            <span className="code">{row.output.number}</span>
          ),
      },
      {
        key: 'warehouse',
        title: t('warehouse'),
        drop: 'less',
        side: true,
        value: (row) => `${row.organization}, ${row.warehouse}`,
      },
      { key: 'who', title: t('who'), drop: 'least', side: true, value: (row) => row.created_by.fullname },
      {
        key: 'created',
        title: t('created'),
        kind: 'moment',
        side: true,
        sort: 'created_at',
        value: (row) => row.created_at,
      },
    ],
  });
  return (
    <>
      <Check />
      <ListPage
        list={list}
        title={t('title')}
        excel={reports}
        words={{
          nothing: t('nothing'),
          nothingText: t('nothingText'),
          notFound: t('notFound'),
          notFoundText: t('notFoundText'),
        }}
      />
    </>
  );
}

/** The scanned code stays in the address: a unit is no person. */
function Check() {
  const t = useText('fifo');
  const [address, setAddress] = useAddress();
  const code = address.get('unit') ?? '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const placeholder = useFitting(field, t('scan'), t('scanShort'), t('scanShortest'));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setAddress({ unit: serialKey(event.currentTarget.value) });
    event.currentTarget.value = '';
  };
  return (
    <section className="fifo-check" aria-label={t('check')}>
      <div className="scan-field">
        <BarcodeIcon size={20} className="muted" />
        <input
          ref={field}
          type="text"
          aria-label={t('scan')}
          placeholder={placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          onKeyDown={onKeyDown}
          data-testid="fifo-scan"
        />
      </div>
      {code !== '' && <Answer code={code} />}
    </section>
  );
}

function Answer({ code }: { code: string }) {
  const t = useText('fifo');
  const found = useCall(fifoUnit, { query: { code } }, { retry: false });
  if (found.isPending) return <SkeletonRows rows={2} columns={[3, 1]} />;
  if (found.error)
    return (
      <Notice tone="bad" inset>
        {found.error.body?.errors?.code?.[0] ?? found.error.message}
      </Notice>
    );
  return <Found unit={found.data.data} words={t} />;
}

function Found({ unit, words: t }: { unit: FifoUnit; words: ReturnType<typeof useText> }) {
  const inStock = unit.warehouse !== null;
  const older = unit.older_count > 0;
  return (
    <div className="box out-card" data-testid="fifo-unit">
      <div className="out-card-head">
        <div className="grow">
          <p className={older ? 'out-taken amber' : 'out-taken'}>
            {older ? <TimeIcon size={12} /> : <TickIcon size={12} className={inStock ? 'green' : 'muted'} />}
            {older
              ? t('older', { count: unit.older_count, figure: formatNumber(unit.older_count) })
              : t(inStock ? 'oldest' : `states.${unit.state}`)}
          </p>
          <h2 className="out-title">{unit.title}</h2>
          <p className="text-xs">
            <UnitName unit={unit} />
            <span className="muted">
              {unit.warehouse !== null && ` · ${unit.warehouse.organization}, ${unit.warehouse.name}`} ·{' '}
              {t('receivedOn', { date: formatDate(unit.received_on), source: unit.source.number })}
            </span>
          </p>
        </div>
      </div>
      {older && (
        <div className="out-fifo">
          <table className="out-older">
            <thead>
              <tr>
                <th scope="col">{t('serial')}</th>
                <th scope="col">{t('received')}</th>
                <th scope="col">{t('source')}</th>
                <th scope="col">{t('days')}</th>
              </tr>
            </thead>
            <tbody>
              {unit.older.map((one) => (
                <tr key={one.serial_number}>
                  <td>
                    <UnitName unit={one} />
                  </td>
                  <td>{formatDate(one.received_on)}</td>
                  <td className="code">{one.source.number}</td>
                  <td>{formatNumber(one.days)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {unit.older_count > unit.older.length && (
            <p className="muted">
              {t('more', {
                count: unit.older_count - unit.older.length,
                figure: formatNumber(unit.older_count - unit.older.length),
              })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
