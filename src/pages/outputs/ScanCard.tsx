import { Button } from '@blueprintjs/core';
import { TickIcon, TimeIcon, WarningSignIcon } from '@blueprintjs/icons';
import { Link } from 'wouter';
import { BREACH_REASONS, type BreachReason, type Output } from '../../../contract/outputs.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate, formatTimeSeconds } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Kbd } from '../../ui/small.tsx';
import { nameOf, needsReason, pickedOf, type ShownUnit } from './picked.ts';
import { UnitName } from './UnitName.tsx';
import type { Scans, Steps } from './useDesk.ts';

interface ScanCardProps {
  output: Output;
  scans: Scans;
  steps: Steps;
  shown: ShownUnit | undefined;
  onReason: (reason: BreachReason) => void;
}

/** The last scan, large: what was taken, or why nothing was; a unit that still wants a reason stays below a refusal. */
export function ScanCard(props: ScanCardProps) {
  const t = useText('outputs');
  const { output, scans, shown } = props;
  const { error, variables } = scans;
  const scanned = scans.data?.scanned;
  const line = output.lines.find(({ id }) => id === scanned?.line_id);
  const said = error?.body?.errors?.code?.[0] ?? error?.message;
  const unit = error === null || (shown && needsReason(shown.unit)) ? shown : undefined;
  return (
    <>
      <div role="status" aria-live="assertive" className="unseen" data-testid="scan-status">
        {error ? said : shown ? `${shown.line.product_variant.title}, ${nameOf(shown.unit)}` : ''}
      </div>
      {error && (
        <section className="box out-card out-refused fam-red" aria-label={t('card.refused')} data-testid="card-refused">
          <WarningSignIcon size={20} />
          <div className="grow">
            <p className="out-taken">{t('card.refused')}</p>
            <h2 className="out-title">{said}</h2>
            <p className="code text-xs">
              {variables?.code} · {formatTimeSeconds(variables?.at ?? 0)}
            </p>
          </div>
          {error.status === 0 && variables !== undefined && (
            <Button text={t('common:retry')} onClick={() => scans.take(variables)} data-testid="scan-retry" />
          )}
        </section>
      )}
      {unit ? (
        <UnitCard {...props} shown={unit} />
      ) : error ? null : line ? (
        <section className="box out-card" aria-label={t('card.label')} data-testid="card">
          <div className="out-card-head">
            <div className="grow">
              <p className="out-taken">
                <TickIcon size={12} className="green" />
                {t('card.taken', { time: formatTimeSeconds(variables?.at ?? 0) })}
              </p>
              <h2 className="out-title">{line.product_variant.title}</h2>
              <p className="muted text-xs">{t('card.oldest')}</p>
            </div>
            <Ready now={pickedOf(line)} all={line.qty} words={t('card.ofGoods')} />
          </div>
        </section>
      ) : (
        <section className="box out-card" aria-label={t('card.label')} data-testid="card">
          <div className="out-card-head">
            <p className="grow muted">{t(output.picked === 0 ? 'card.begin' : 'card.next')}</p>
            <Ready now={output.picked - output.facts.unexplained} all={output.units} words={t('card.ready')} />
          </div>
        </section>
      )}
    </>
  );
}

function Ready({ now, all, words }: { now: number; all: number; words: string }) {
  const t = useText('outputs');
  return (
    <div className="out-ready">
      <span className="muted text-xs">{words}</span>
      <b className="out-figure">{formatNumber(now)}</b>
      <span className="muted">{t('card.of', { figure: formatNumber(all) })}</span>
    </div>
  );
}

function UnitCard(props: ScanCardProps & { shown: ShownUnit }) {
  const t = useText('outputs');
  const { output, shown, scans } = props;
  const { line, unit } = shown;
  const asks = needsReason(unit);
  const replaced = scans.data?.scanned.unit_id === unit.id ? scans.data.scanned.replaced : null;
  return (
    <section className="box out-card" aria-label={t('card.label')} data-testid="card">
      <div className="out-card-head">
        <div className="grow">
          <p className={asks ? 'out-taken amber' : 'out-taken'}>
            {asks ? <TimeIcon size={12} /> : <TickIcon size={12} className="green" />}
            {t(asks ? 'card.takenAsks' : 'card.taken', { time: formatTimeSeconds(unit.scanned_at) })}
            {replaced !== null && ` · ${t('card.replaced', { serial: replaced })}`}
          </p>
          <h2 className="out-title">{line.product_variant.title}</h2>
          <p className="text-xs">
            <UnitName unit={unit} /> ·{' '}
            <span className="muted">
              {output.warehouse.name} · {t('unit.received', { date: formatDate(unit.received_on) })}
              {unit.is_named && ` · ${t('unit.named')}`}
            </span>
          </p>
        </div>
        <Ready now={output.picked - output.facts.unexplained} all={output.units} words={t('card.ready')} />
      </div>
      {unit.older.length > 0 && <Older {...props} />}
    </section>
  );
}

/** Older units beside it, and why it leaves all the same (V7). */
function Older({ shown: { unit }, steps, onReason, output }: ScanCardProps & { shown: ShownUnit }) {
  const t = useText('outputs');
  const opensInvoices = useAllows('product_invoice.show|product_invoice.allshow');
  const picks = output.allowed_events.includes('breach.explain');
  return (
    <div className="out-fifo" data-testid="fifo">
      <h3 className="row">
        <TimeIcon size={14} className="amber" />
        {t('fifo.title')}
      </h3>
      <table className="out-older">
        <thead>
          <tr>
            <th scope="col">{t('fifo.unit')}</th>
            <th scope="col">{t('fifo.received')}</th>
            <th scope="col">{t('fifo.source')}</th>
            <th scope="col">{t('fifo.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {unit.older.map((older) => (
            <tr key={older.serial_number}>
              <td>
                <UnitName unit={older} />
              </td>
              <td>{formatDate(older.received_on)}</td>
              <td>
                {older.source.is_invoice && opensInvoices ? (
                  <Link href={pathOf('invoice', { id: older.source.id })} className="code">
                    {older.source.number}
                  </Link>
                ) : (
                  <span className="code">{older.source.number}</span>
                )}
              </td>
              <td className="muted">{t('fifo.older', { count: older.days, figure: formatNumber(older.days) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {picks && (
        <fieldset className="out-reasons">
          <legend className="unseen">{t('fifo.reason')}</legend>
          {BREACH_REASONS.map((reason, at) => (
            <Button
              key={reason}
              active={unit.reason === reason}
              aria-pressed={unit.reason === reason}
              loading={steps.busy && unit.reason === reason}
              onClick={() => onReason(reason)}
              data-testid={`reason-${reason}`}
            >
              <Kbd>Alt</Kbd> <Kbd>{at + 1}</Kbd> {t(`reasons.${reason}`)}
            </Button>
          ))}
        </fieldset>
      )}
      <p>
        {unit.reason === null
          ? t('fifo.advice')
          : t('fifo.kept', { reason: unit.words ?? t(`reasons.${unit.reason}`) })}
      </p>
    </div>
  );
}
