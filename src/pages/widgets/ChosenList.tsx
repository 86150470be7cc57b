/** The widgets of the dashboard, ordered with the pointer and by keys, and those that may be added. */
import { Button, SegmentedControl } from '@blueprintjs/core';
import { ArrowDownIcon, ArrowUpIcon, CrossIcon, DragHandleVerticalIcon, PlusIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type ChosenWidget, type OfferedWidget, WIDGET_SIZES, type Widget } from '../../../contract/widgets.ts';
import { useText } from '../../i18n/index.ts';
import { useReorder } from '../../shell/useReorder.ts';
import { classes } from '../../ui/look.ts';
import type { WidgetsActor } from './saving.ts';

interface RowProps {
  actor: WidgetsActor;
  one: ChosenWidget;
  sizes: OfferedWidget['sizes'];
  first: boolean;
  last: boolean;
  onMove: (up: boolean) => void;
  onRemove: () => void;
}

function Row({ actor, one, sizes, first, last, onMove, onRemove }: RowProps) {
  const t = useText('widgets');
  const name = t(`names.${one.widget}`);
  return (
    <>
      <span className="handle" data-handle aria-hidden="true">
        <DragHandleVerticalIcon size={14} />
      </span>
      <span className="widgets-name">{name}</span>
      <SegmentedControl
        size="small"
        aria-label={t('sizeOf', { name })}
        value={one.size}
        options={sizes.map((size) => ({ value: size, label: t(`sizes.${size}`) }))}
        onValueChange={(value) => {
          const size = WIDGET_SIZES.find((known) => known === value);
          if (size !== undefined) actor.send({ type: 'widget.resize', widget: one.widget, size });
        }}
      />
      <span className="widgets-actions">
        <Button
          variant="minimal"
          size="small"
          icon={<ArrowUpIcon size={14} />}
          aria-label={t('up', { name })}
          title={t('upTitle')}
          disabled={first}
          onClick={() => onMove(true)}
          data-part="up"
        />
        <Button
          variant="minimal"
          size="small"
          icon={<ArrowDownIcon size={14} />}
          aria-label={t('down', { name })}
          title={t('downTitle')}
          disabled={last}
          onClick={() => onMove(false)}
          data-part="down"
        />
        <Button
          variant="minimal"
          size="small"
          icon={<CrossIcon size={14} />}
          aria-label={t('remove', { name })}
          title={t('removeTitle')}
          onClick={onRemove}
          data-part="remove"
        />
      </span>
    </>
  );
}

interface OfferProps {
  offers: readonly OfferedWidget[];
  onAdd: (widget: Widget) => void;
}

function Offers({ offers, onAdd }: OfferProps) {
  const t = useText('widgets');
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid="widgets-offered">
      <h2 id={id} className="section-title">
        {t('offered')}
      </h2>
      {offers.length === 0 ? (
        <p className="muted">{t('allChosen')}</p>
      ) : (
        <ul className="widgets-list">
          {offers.map(({ widget }) => {
            const name = t(`names.${widget}`);
            return (
              <li key={widget} data-offer={widget}>
                <span className="widgets-name">
                  {name}
                  <span className="muted text-xs">{t(`about.${widget}`)}</span>
                </span>
                <Button
                  size="small"
                  icon={<PlusIcon size={14} />}
                  text={t('add')}
                  aria-label={t('addOf', { name })}
                  onClick={() => onAdd(widget)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

export function ChosenList({ actor }: { actor: WidgetsActor }) {
  const t = useText('widgets');
  const id = useId();
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  const offered = useSelector(actor, ({ context }) => context.offered);
  const pane = useRef<HTMLDivElement>(null);
  const wanted = useRef<readonly string[]>([]);
  const [said, setSaid] = useState('');
  // a row that is put elsewhere in the document, or is gone, loses the focus
  useLayoutEffect(() => {
    for (const place of wanted.current.toReversed()) pane.current?.querySelector<HTMLElement>(place)?.focus();
    wanted.current = [];
  });

  const nameOf = (widget: Widget) => t(`names.${widget}`);
  const move = (widget: Widget, before: Widget | null) => {
    const event = { type: 'widget.move', widget, before } as const;
    if (!actor.getSnapshot().can(event)) return;
    actor.send(event);
    const rest = chosen.filter((one) => one.widget !== widget);
    const at = before === null ? rest.length : rest.findIndex((one) => one.widget === before);
    setSaid(t('moved', { name: nameOf(widget), place: at + 1, all: chosen.length }));
  };
  const moveBy = (at: number, up: boolean, from: string) => {
    const own = chosen[at]?.widget;
    if (own === undefined || chosen[up ? at - 1 : at + 1] === undefined) return;
    const row = `[data-key="${own}"]`;
    wanted.current = [`${row} ${from}:not(:disabled)`, `${row} [data-part="${up ? 'down' : 'up'}"]`];
    move(own, chosen[up ? at - 1 : at + 2]?.widget ?? null);
  };
  const { dragging, begin } = useReorder((key, before) => {
    const known = (one: string | null) => chosen.find(({ widget }) => widget === one)?.widget ?? null;
    const own = known(key);
    if (own !== null) move(own, known(before));
  });
  const onKey = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    // the sizes take arrows for their own
    event.preventDefault();
    event.stopPropagation();
    const part = (event.target as HTMLElement).closest<HTMLElement>('[data-part]')?.dataset.part;
    moveBy(at, event.key === 'ArrowUp', part === undefined ? '[aria-checked="true"]' : `[data-part="${part}"]`);
  };
  const remove = (widget: Widget) => {
    wanted.current = [`[data-offer="${widget}"] button`];
    actor.send({ type: 'widget.remove', widget });
    setSaid(t('removed', { name: nameOf(widget) }));
  };
  const add = (widget: Widget) => {
    wanted.current = [`[data-key="${widget}"] [data-part="remove"]`];
    actor.send({ type: 'widget.add', widget });
    setSaid(t('added', { name: nameOf(widget) }));
  };

  return (
    <div className="widgets-choice" ref={pane}>
      <section aria-labelledby={id} data-testid="widgets-chosen">
        <h2 id={id} className="section-title row">
          {t('chosen')}
          {chosen.length > 1 && (
            <span className="widgets-hint">
              <kbd className="kbd">Alt</kbd>
              <kbd className="kbd">↑</kbd>
              <kbd className="kbd">↓</kbd>
              {t('hint')}
            </span>
          )}
        </h2>
        {chosen.length === 0 ? (
          <p className="muted">{t('noneChosen')}</p>
        ) : (
          <ol className={classes('widgets-list', 'reorder', dragging !== null && 'dragging')}>
            {chosen.map((one, at) => {
              const by = dragging?.by[one.widget] ?? 0;
              return (
                <li
                  key={one.widget}
                  data-key={one.widget}
                  className={classes(dragging?.key === one.widget && 'drawn')}
                  style={by === 0 ? undefined : { translate: `0 ${by}px` }}
                  onPointerDown={(event) => begin(one.widget, event)}
                  onKeyDownCapture={(event) => onKey(event, at)}
                >
                  <Row
                    actor={actor}
                    one={one}
                    sizes={offered.find(({ widget }) => widget === one.widget)?.sizes ?? [one.size]}
                    first={at === 0}
                    last={at === chosen.length - 1}
                    onMove={(up) => moveBy(at, up, `[data-part="${up ? 'up' : 'down'}"]`)}
                    onRemove={() => remove(one.widget)}
                  />
                </li>
              );
            })}
          </ol>
        )}
      </section>
      <Offers offers={offered.filter(({ widget }) => !chosen.some((one) => one.widget === widget))} onAdd={add} />
      <div className="unseen" aria-live="polite">
        {said}
      </div>
    </div>
  );
}
