import { type ResidueBatch, residueBatches } from '../../../contract/residues.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Figures, Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Money } from '../../ui/Quantity.tsx';

interface BatchesPaneProps {
  variantId: number;
  warehouseId: number;
  /** null is now */
  day: string | null;
  seesCost: boolean;
  onClose: () => void;
}

/** The batches of a product in a warehouse, the oldest first, each with its units. */
export function BatchesPane({ variantId, warehouseId, day, seesCost, onClose }: BatchesPaneProps) {
  const t = useText('residues');
  const read = useCall(residueBatches, {
    params: { id: variantId },
    query: { warehouse_id: warehouseId, ...(day !== null && { date: day }) },
  });
  const answer = read.data;
  const units = (answer?.data ?? []).reduce((sum, batch) => sum + batch.quantity, 0);
  return (
    <Pane
      kind="serials"
      title={answer?.variant.title ?? t('common:loading')}
      sub={answer && [answer.variant.sku, answer.variant.barcode].filter(Boolean).join(' · ')}
      onClose={onClose}
      closeLabel={t('common:close')}
    >
      {answer === undefined ? (
        read.error ? (
          <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={5} columns={[3, 1]} />
        )
      ) : (
        <>
          <p className="muted">
            {answer.organization.name}, {answer.warehouse.name}
            {day !== null && `. ${t('pane.atEnd', { date: formatDate(day) })}`}
          </p>
          <Figures
            items={[
              { key: 'quantity', label: t('quantity'), value: formatNumber(units) },
              { key: 'batches', label: t('pane.batches'), value: formatNumber(answer.data.length) },
            ]}
          />
          {answer.data.length === 0 && <p className="muted">{t('pane.nothing')}</p>}
          <ul className="batches" data-testid="batches">
            {answer.data.map((batch) => (
              <Batch key={batch.id} batch={batch} seesCost={seesCost} />
            ))}
          </ul>
        </>
      )}
    </Pane>
  );
}

/** Numbers of different kinds of documents may be the same. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  product_invoice: 'pane.documents.product_invoice',
  stock_opening: 'pane.documents.stock_opening',
  act_of_count: 'pane.documents.act_of_count',
};

function Batch({ batch, seesCost }: { batch: ResidueBatch; seesCost: boolean }) {
  const t = useText('residues');
  const { serials, quantity, age, document } = batch;
  return (
    <li>
      <div className="row">
        <b>{formatDate(batch.received_at)}</b>
        <span className="muted">{t('pane.days', { count: age, figure: formatNumber(age) })}</span>
        <b className="batch-end num">
          {formatNumber(quantity)} {t('common:pieces')}
        </b>
      </div>
      <div className="row wrap">
        <span className="muted">
          {t(DOCUMENTS[document.kind] ?? 'pane.document')} <span className="code">{document.number}</span>
        </span>
        {seesCost && (
          <span className="batch-end muted">
            {t('cost')}: <Money value={batch.cost} />
          </span>
        )}
      </div>
      {serials.length > 0 && (
        <details open={serials.length <= 10}>
          <summary>{t('pane.serials', { count: serials.length, figure: formatNumber(serials.length) })}</summary>
          <ul className="units code">
            {serials.map(({ serial_number, imei_numbers }) => (
              <li key={serial_number}>
                {serial_number}
                {imei_numbers.length > 0 && <span className="muted"> · IMEI {imei_numbers.join(', ')}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
