import { Button } from '@blueprintjs/core';
import { BarcodeIcon, CrossIcon, TickIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ScanNotice } from '../../../../machines/countingWorkspace/list.ts';
import { serialsOf } from '../../../../machines/countingWorkspace/tally.ts';
import { formatTimeSeconds } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import { Threes } from '../../../ui/Quantity.tsx';
import type { EntryQueue } from './actors.ts';
import type { CounterActor, ScanController } from './scanController.ts';
import { useDesk } from './useDesk.ts';
import { useNoticeWords } from './words.ts';

/** Serial numbers on the card; the rest are in the list of entries. */
const SERIALS_SHOWN = 60;

interface CardProps {
  actor: CounterActor;
  entryQueue: EntryQueue;
  scans: ScanController;
  /** Where the focus goes back to. */
  toField: () => void;
}

/** The total as it is typed: text, so that the mouse wheel changes nothing. Blank is not zero. */
function TotalField({ begun, scans, toField }: { begun: number | null; scans: ScanController; toField: () => void }) {
  const t = useText('counter');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <input
      ref={input}
      type="text"
      inputMode="numeric"
      className="bp6-input total-field"
      aria-label={t('card.totalLabel')}
      aria-describedby="total-help"
      defaultValue={begun ?? ''}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          scans.commitTotal(event.currentTarget.value);
          toField();
        } else if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          scans.cancelTotal();
          toField();
        }
      }}
      onBlur={(event) => scans.commitTotal(event.currentTarget.value)}
      data-testid="total"
    />
  );
}

/** A scan that was not taken, as large as a product: nobody goes on over it. */
function RefusedCard({
  card,
  notice,
  words,
}: {
  card: RefObject<HTMLElement | null>;
  notice: ScanNotice;
  words: string;
}) {
  const t = useText('counter');
  const tone = notice.reason === 'serialTwice' ? 'fam-amber' : 'fam-red';
  return (
    <section
      ref={card}
      className={classes('box card card-refused', tone)}
      aria-label={t('card.refused')}
      data-testid="card-refused"
    >
      <WarningSignIcon size={20} />
      <div className="grow">
        <p className="card-taken">{t('card.refused')}</p>
        <h2 className="card-title" data-testid="scan-notice">
          {words}
        </h2>
        <p className="code text-xs">
          {notice.code} · {formatTimeSeconds(notice.at)}
        </p>
      </div>
    </section>
  );
}

/** The product of the last scan or choice, large; the last scan itself when it was refused. */
export function ProductCard({ actor, entryQueue, scans, toField }: CardProps) {
  const t = useText('counter');
  const noticeWords = useNoticeWords(entryQueue);
  const desk = useDesk(entryQueue);
  const productId = useSelector(actor, ({ context }) => context.productId);
  const total = useSelector(actor, ({ context }) => context.total);
  const editing = useSelector(actor, (snapshot) => snapshot.matches({ counting: { talking: 'editing' } }));
  const refused = useSelector(actor, ({ context }) => context.refused);
  const product = scans.productOf(productId);
  const last = desk.last(1)[0];
  const line = productId === null ? undefined : desk.tally.lines.get(productId);
  const serials = serialsOf(line);
  const counted = productId === null ? null : desk.tally.totalOf(productId);

  const words = refused === null ? '' : noticeWords(refused);
  const taken = last !== undefined && last.product_variant_id === productId && !desk.undone.has(last.entry_id);
  const card = useRef<HTMLElement>(null);
  const heard = refused ?? (taken ? last : null);
  // a scan is looked at, wherever the list was scrolled to
  useEffect(() => {
    if (heard !== null) card.current?.scrollIntoView({ block: 'nearest' });
  }, [heard]);
  return (
    <>
      <div role="status" aria-live="assertive" className="unseen" data-testid="scan-status">
        {refused !== null
          ? words
          : taken && product
            ? t('card.told', { title: product.title, total: counted ?? 0 })
            : ''}
      </div>
      {refused !== null && <RefusedCard card={card} notice={refused} words={words} />}
      {product !== undefined && refused === null && (
        <section ref={card} className="box card" aria-label={t('card.label')} data-testid="card">
          <div className="card-head">
            <div className="grow">
              <p className="card-taken">
                {taken ? (
                  <>
                    <TickIcon size={12} className="green" />
                    {t('card.taken', { time: formatTimeSeconds(last.entered_at) })}
                  </>
                ) : (
                  t('card.chosen')
                )}
              </p>
              <h2 className="card-title">{product.title}</h2>
              <p className="code muted text-xs">{[product.sku, product.barcode].filter(Boolean).join(' · ')}</p>
            </div>
            <div className="card-total">
              <span className="muted text-xs">{t('card.total')}</span>
              {editing && total?.productId === product.id ? (
                <TotalField key={product.id} begun={total.begun} scans={scans} toField={toField} />
              ) : (
                <button
                  type="button"
                  className="card-figure"
                  disabled={product.is_serial_number}
                  title={product.is_serial_number ? undefined : t('card.edit')}
                  onClick={() => scans.editTotal(product.id)}
                  data-testid="card-total"
                >
                  {counted === null ? '·' : formatNumber(counted)}
                </button>
              )}
              <span className="muted text-xs">{t('common:pieces')}</span>
            </div>
          </div>
          {editing && (
            <p className="card-foot muted text-xs" id="total-help">
              {t('card.blank')}
            </p>
          )}
          {product.is_serial_number && (
            <div className="card-serials">
              <p className="row">
                <BarcodeIcon size={14} />
                <b>{t('card.serialGoods')}</b>
                <span className="muted">{t(product.imei_count > 0 ? 'card.imeis' : 'card.serials')}</span>
                {counted === null && (
                  <Button
                    size="small"
                    text={t('card.zero')}
                    onClick={() => scans.zero(product.id)}
                    data-testid="zero"
                  />
                )}
              </p>
              <ul className="serials">
                {serials.slice(-SERIALS_SHOWN).map((serial) => (
                  <li key={serial} className="serial" title={entryQueue.elsewhere.get(serial)}>
                    {/^\d{15}$/.test(serial) ? <Threes digits={serial} /> : <span className="code cut">{serial}</span>}
                    {entryQueue.elsewhere.has(serial) && <WarningSignIcon size={12} className="amber" />}
                    <button
                      type="button"
                      aria-label={t('card.dropSerial', { serial })}
                      onClick={() => {
                        scans.dropSerial(product.id, serial);
                        toField();
                      }}
                    >
                      <CrossIcon size={12} />
                    </button>
                  </li>
                ))}
              </ul>
              {serials.length > SERIALS_SHOWN && (
                <p className="muted text-xs">{t('card.moreSerials', { count: serials.length - SERIALS_SHOWN })}</p>
              )}
            </div>
          )}
        </section>
      )}
    </>
  );
}
