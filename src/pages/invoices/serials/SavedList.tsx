import { Button } from '@blueprintjs/core';
import { TrashIcon } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { newKey } from '../../../api/client.ts';
import { useText } from '../../../i18n/index.ts';
import { useRem } from '../../../ui/useRem.ts';
import type { SerialDeskActor } from './actors.ts';
import type { Models } from './models.ts';
import { Codes } from './UnitList.tsx';

const ROW_REM = 2.75;

/** Saved numbers of the line, the newest first; each may be deleted while the invoice allows it. */
export function SavedList({ actor, models, failed }: { actor: SerialDeskActor; models: Models; failed: boolean }) {
  const t = useText('serialDesk');
  const scroller = useRef<HTMLDivElement>(null);
  const saved = useSelector(actor, ({ context }) => context.saved);
  const asked = useSelector(actor, (snapshot) =>
    snapshot.hasTag('asking') ? (snapshot.context.deleting?.serial ?? null) : null,
  );
  const deleting = useSelector(actor, (snapshot) => snapshot.matches({ open: { desk: 'deleting' } }));
  const mayAsk = useSelector(actor, (snapshot) => snapshot.matches({ open: { desk: 'idle' } }));
  const height = Math.round(useRem() * ROW_REM);
  const at = (index: number) => saved[saved.length - 1 - index];
  const virtual = useVirtualizer({
    count: saved.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => at(index)?.serial_number ?? index,
    overscan: 6,
  });
  return (
    <div className="desk-saved">
      <div className="desk-part-head">
        <h3>{t('saved.title')}</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="desk-scroll" ref={scroller} tabIndex={0} aria-label={t('saved.title')}>
        {saved.length === 0 ? (
          <p className="desk-empty muted">{t(failed ? 'saved.failed' : 'saved.empty')}</p>
        ) : (
          <ul style={{ height: virtual.getTotalSize() }} data-testid="saved-list">
            {virtual.getVirtualItems().map((item) => {
              const entry = at(item.index);
              if (entry === undefined) return null;
              const { serial_number } = entry;
              return (
                <li
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  data-testid="saved-unit"
                  className="desk-unit"
                  style={{ transform: `translateY(${item.start}px)` }}
                  aria-setsize={saved.length}
                  aria-posinset={item.index + 1}
                >
                  <span className="num faint desk-place">{saved.length - item.index}</span>
                  <div className="grow">
                    <Codes unit={entry} models={models} />
                    {asked === serial_number && (
                      <div className="row desk-ask" role="alertdialog" aria-label={t('saved.ask')}>
                        <span>{t('saved.ask')}</span>
                        <Button
                          size="small"
                          intent="danger"
                          text={t('saved.delete')}
                          loading={deleting}
                          onClick={() => actor.send({ type: 'saved.delete', key: newKey() })}
                          data-testid="saved-delete"
                        />
                        <Button
                          size="small"
                          text={t('saved.keep')}
                          disabled={deleting}
                          autoFocus
                          onClick={() => actor.send({ type: 'saved.keep' })}
                          data-testid="saved-keep"
                        />
                      </div>
                    )}
                  </div>
                  {entry.is_deletable && asked !== serial_number && (
                    <Button
                      variant="minimal"
                      size="small"
                      icon={<TrashIcon size={14} />}
                      disabled={!mayAsk}
                      aria-label={t('saved.deleteOne', { number: serial_number })}
                      title={t('saved.delete')}
                      onClick={() => actor.send({ type: 'saved.ask', serial: serial_number })}
                      data-testid="saved-ask"
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </section>
    </div>
  );
}
