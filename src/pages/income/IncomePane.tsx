import { Button } from '@blueprintjs/core';
import { BarcodeIcon, PrintIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type IncomeDetails, type IncomeLine, incomeShow } from '../../../contract/income.ts';
import { serialIndex } from '../../../contract/invoices/serials.ts';
import { SERIALS } from '../../../contract/invoices/shared.ts';
import { messageOf } from '../../api/client.ts';
import { readCall, useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Figures, Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { toastError } from '../../ui/toasts.ts';
import { invoiceLook } from '../invoices/looks.ts';
import { ReceivedNote } from './ReceivedNote.tsx';
import { SerialsProgress } from './SerialsProgress.tsx';

/** The serial desk comes when a line's numbers are opened. */
const SerialDesk = lazy(() =>
  import('../invoices/serials/SerialDesk.tsx').then((module) => ({ default: module.SerialDesk })),
);

/** One invoice at the side: what came, line by line. */
export function IncomePane({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('income');
  const mayPrint = useAllows('base_repository.print');
  const read = useCall(incomeShow, { params: { id }, query: {} });
  const income = read.data?.data;
  return (
    <Pane
      kind="serials"
      title={income ? t('pane.paper', { number: income.number_invoice }) : t('common:loading')}
      sub={income?.number}
      onClose={onClose}
      closeLabel={t('common:close')}
      foot={income && mayPrint ? <PrintNote id={id} /> : undefined}
    >
      {income === undefined ? (
        read.error ? (
          <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={6} columns={[3, 1]} />
        )
      ) : (
        <Received income={income} />
      )}
    </Pane>
  );
}

function Received({ income }: { income: IncomeDetails }) {
  const t = useText('income');
  const mayEnter = useAllows(SERIALS) && income.status === 'sent';
  const [entered, setEntered] = useState<number | null>(null);
  const line = income.input_products.find((one) => one.id === entered);
  const tm = useText('machines/invoice');
  return (
    <>
      <p className="row">
        <b>{income.partner.name}</b>
        <StateChip look={invoiceLook(income.status)}>{tm(`states.${income.status}.name`)}</StateChip>
      </p>
      <p className="muted">
        {formatDate(income.invoice_date)} · {income.organization.name}, {income.warehouse.name}
      </p>
      {income.comment !== '' && <p>{income.comment}</p>}
      <Figures
        items={[
          { key: 'lines', label: t('lines'), value: formatNumber(income.lines) },
          { key: 'units', label: t('units'), value: formatNumber(income.units) },
          { key: 'serials', label: t('serials'), value: <SerialsProgress serials={income.serials} /> },
        ]}
      />
      <ul className="income-lines" data-testid="income-lines">
        {income.input_products.map((one) => (
          <Line key={one.id} line={one} onEnter={mayEnter ? () => setEntered(one.id) : undefined} />
        ))}
      </ul>
      {line && (
        <Suspense fallback={null}>
          <SerialDesk
            invoice={{ id: income.id, organization_id: income.organization.id, status: income.status }}
            line={{ ...line, product_variant: line.variant }}
            onClose={() => setEntered(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Line({ line, onEnter }: { line: IncomeLine; onEnter: (() => void) | undefined }) {
  const t = useText('income');
  const [shown, setShown] = useState(false);
  const { variant, count, serials, lot_number } = line;
  return (
    <li>
      <div className="row">
        <b className="grow">{variant.product_variant_title}</b>
        <b className="num">
          {formatNumber(count)} {t('common:pieces')}
        </b>
      </div>
      <div className="row">
        <span className="code muted grow">{variant.sku}</span>
        {serials.needed > 0 ? (
          <SerialsProgress serials={serials} />
        ) : (
          <span className="muted">{lot_number === null ? t('pane.noSerials') : `${t('pane.lot')}: ${lot_number}`}</span>
        )}
      </div>
      {onEnter && (
        <Button
          size="small"
          icon={<BarcodeIcon size={14} />}
          text={t('pane.enter')}
          aria-label={t('pane.enterOf', { title: variant.product_variant_title })}
          onClick={onEnter}
          data-testid="line-serials"
        />
      )}
      {serials.saved > 0 && (
        <button
          type="button"
          className="bp6-button bp6-minimal bp6-small income-numbers"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'pane.hide' : 'pane.show')}
        </button>
      )}
      {shown && <Numbers lineId={line.id} />}
    </li>
  );
}

/** The saved numbers of a line. */
function Numbers({ lineId }: { lineId: number }) {
  const t = useText('income');
  const read = useCall(serialIndex, { params: { id: lineId }, query: {} });
  if (read.data === undefined) {
    if (read.error === null) return <SkeletonRows rows={2} columns={[1]} />;
    return (
      <p className="red" role="alert">
        {t('pane.numbersFailed')}: {read.error.message}{' '}
        <Button size="small" text={t('common:retry')} onClick={() => void read.refetch()} />
      </p>
    );
  }
  return (
    <ul className="income-units code">
      {read.data.serial_numbers.map(({ serial_number, imei_numbers }) => (
        <li key={serial_number}>
          {serial_number}
          {imei_numbers.length > 0 && <span className="muted"> · IMEI {imei_numbers.join(', ')}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The goods-received note: requested again for each number, then printed. */
function PrintNote({ id }: { id: number }) {
  const t = useText('income');
  const [sheet, setSheet] = useState<IncomeDetails | null>(null);
  const [busy, setBusy] = useState(false);

  const print = () => {
    setBusy(true);
    readCall(incomeShow, { params: { id }, query: { units: 'true' } })
      .then(({ data }) => setSheet(data))
      .catch((error: unknown) => toastError(t('pane.printFailed'), { text: messageOf(error) }))
      .finally(() => setBusy(false));
  };

  useEffect(() => {
    if (sheet === null) return;
    const done = () => setSheet(null);
    document.body.classList.add('prints-list');
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      document.body.classList.remove('prints-list');
      window.removeEventListener('afterprint', done);
    };
  }, [sheet]);

  return (
    <>
      <Button icon={<PrintIcon size={14} />} text={t('pane.print')} loading={busy} onClick={print} />
      {sheet !== null && createPortal(<ReceivedNote income={sheet} />, document.body)}
    </>
  );
}
