import { Button } from '@blueprintjs/core';
import { CrossIcon, EditIcon } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useSelector } from '@xstate/react';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { checkedOf } from '../../../../machines/serialDesk/desk.ts';
import { type DraftUnit, type Fault, MOST_IMEIS } from '../../../../machines/serialDesk/units.ts';
import { useText } from '../../../i18n/index.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { classes } from '../../../ui/look.ts';
import { Threes } from '../../../ui/Quantity.tsx';
import { useRem } from '../../../ui/useRem.ts';
import type { SerialDeskActor } from './actors.ts';
import type { Models } from './models.ts';
import { useFaultWords } from './words.ts';

const ROW_REM = 3;

interface UnitListProps {
  actor: SerialDeskActor;
  models: Models;
  /** The scanner's field: where the focus goes when a row is done. */
  field: RefObject<HTMLInputElement | null>;
}

/** Units that are not saved, the newest first; a thousand as easily as ten. */
export function UnitList({ actor, models, field }: UnitListProps) {
  const t = useText('serialDesk');
  const [filter, setFilter] = useState<'all' | 'bad'>('all');
  const scroller = useRef<HTMLDivElement>(null);
  const units = useSelector(actor, ({ context }) => context.units);
  const openId = useSelector(actor, ({ context }) => context.openId);
  const editId = useSelector(actor, ({ context }) => context.editId);
  const sending = useSelector(actor, ({ context }) => context.sending);
  const lastId = useSelector(actor, ({ context }) => context.last?.unitId ?? null);
  const locked = useSelector(actor, (snapshot) => snapshot.hasTag('locked'));
  const faults = useSelector(actor, ({ context }) => checkedOf(context).faults);
  const shown = useMemo(() => {
    const all = units.map((unit, at) => ({ unit, place: at + 1 })).reverse();
    return filter === 'bad' ? all.filter(({ unit }) => faults.has(unit.id)) : all;
  }, [units, faults, filter]);
  const held = useMemo(() => new Set(sending), [sending]);

  const height = Math.round(useRem() * ROW_REM);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => shown[index]?.unit.id ?? index,
    overscan: 6,
  });

  // what was scanned last, or is being corrected, is in sight
  const sought = editId ?? lastId;
  const rows = useRef(shown);
  rows.current = shown;
  useEffect(() => {
    const at = rows.current.findIndex(({ unit }) => unit.id === sought);
    if (at !== -1) virtual.scrollToIndex(at);
  }, [sought, virtual]);

  return (
    <div className="desk-units">
      <div className="desk-part-head">
        <h3>{t('list.title')}</h3>
        {(faults.size > 0 || filter === 'bad') && (
          <FilterChips
            label={t('list.filter')}
            value={filter}
            onChange={setFilter}
            items={[
              { key: 'all', title: t('common:all'), count: units.length },
              { key: 'bad', title: t('list.bad'), count: faults.size, look: 'bad' },
            ]}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="desk-scroll" ref={scroller} tabIndex={0} aria-label={t('list.title')}>
        {shown.length === 0 ? (
          <p className="desk-empty muted">{t(filter === 'bad' ? 'list.noBad' : 'list.empty')}</p>
        ) : (
          <ul style={{ height: virtual.getTotalSize() }} data-testid="unit-list">
            {virtual.getVirtualItems().map((item) => {
              const row = shown[item.index];
              if (row === undefined) return null;
              const { unit, place } = row;
              return (
                <li
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  data-testid="desk-unit"
                  data-fault={faults.get(unit.id)?.reason}
                  className={classes('desk-unit', faults.has(unit.id) && 'bad', unit.id === lastId && 'last')}
                  style={{ transform: `translateY(${item.start}px)` }}
                  aria-setsize={shown.length}
                  aria-posinset={item.index + 1}
                >
                  {unit.id === editId ? (
                    <Editor actor={actor} unit={unit} place={place} fault={faults.get(unit.id)} field={field} />
                  ) : (
                    <Row
                      actor={actor}
                      unit={unit}
                      place={place}
                      fault={faults.get(unit.id)}
                      open={unit.id === openId}
                      held={held.has(unit.id)}
                      locked={locked}
                      models={models}
                      field={field}
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

interface RowProps {
  actor: SerialDeskActor;
  unit: DraftUnit;
  place: number;
  fault: Fault | undefined;
  open: boolean;
  held: boolean;
  locked: boolean;
  models: Models;
  field: RefObject<HTMLInputElement | null>;
}

const Row = memo(function Row({ actor, unit, place, fault, open, held, locked, models, field }: RowProps) {
  const t = useText('serialDesk');
  const words = useFaultWords();
  return (
    <>
      <span className="num faint desk-place">{place}</span>
      <div className="grow">
        <Codes unit={unit} models={models} matter={fault?.code ?? null} />
        {fault !== undefined && <p className="desk-fault">{words(fault)}</p>}
        {open && <p className="desk-waits">{t(unit.imei_numbers.length === 0 ? 'list.waitsFirst' : 'list.waits')}</p>}
        {held && <p className="muted">{t('list.held')}</p>}
      </div>
      {!held && !locked && (
        <span className="row desk-acts">
          <Button
            variant="minimal"
            size="small"
            icon={<EditIcon size={14} />}
            aria-label={t('list.edit', { number: place })}
            title={t('list.editShort')}
            onClick={() => actor.send({ type: 'unit.edit', unitId: unit.id })}
            data-testid="unit-edit"
          />
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={14} />}
            aria-label={t('list.remove', { number: place })}
            title={t('list.removeShort')}
            onClick={() => {
              actor.send({ type: 'unit.remove', unitId: unit.id });
              field.current?.focus();
            }}
            data-testid="unit-remove"
          />
        </span>
      )}
    </>
  );
});

/** Numbers of a unit with their models; the one that is the matter is underlined. */
export function Codes({
  unit,
  models,
  matter = null,
}: {
  unit: { serial_number: string; imei_numbers: readonly string[] };
  models: Models;
  matter?: string | null;
}) {
  const t = useText('serialDesk');
  const own = unit.serial_number !== '' && !unit.imei_numbers.includes(unit.serial_number);
  const codes = [...(own ? [unit.serial_number] : []), ...unit.imei_numbers];
  const model = codes.map(models).find((found) => found !== undefined);
  return (
    <p className="desk-codes">
      {codes.map((code, at) => (
        // a wrong unit may have the same IMEI twice
        // biome-ignore lint/suspicious/noArrayIndexKey: codes of one unit have no other name
        <span key={at} className={classes(code === matter && 'desk-matter')}>
          {own && at === 0 ? <span className="code">{code}</span> : <Threes digits={code} />}
        </span>
      ))}
      {model !== undefined && (
        <span className={classes('desk-model', model.strange ? 'amber' : 'muted')}>
          {model.name}
          {model.strange && ` · ${t('list.strange')}`}
        </span>
      )}
    </p>
  );
}

interface EditorProps {
  actor: SerialDeskActor;
  unit: DraftUnit;
  place: number;
  fault: Fault | undefined;
  field: RefObject<HTMLInputElement | null>;
}

/** A unit in correction: what is typed here is the form's own until it is taken. */
function Editor({ actor, unit, place, fault, field }: EditorProps) {
  const t = useText('serialDesk');
  const words = useFaultWords();
  const phone = useSelector(actor, ({ context }) => context.line.imeiCount > 0);
  const [serial, setSerial] = useState(unit.serial_number);
  const [imeis, setImeis] = useState(() => {
    const boxes = phone ? MOST_IMEIS : 0;
    return [...unit.imei_numbers, ...Array<string>(MOST_IMEIS).fill('')].slice(
      0,
      Math.max(boxes, unit.imei_numbers.length),
    );
  });
  const back = () => field.current?.focus();
  // the number that is the matter is the one to be typed over
  const matter = fault?.code ?? null;
  const first = matter !== null ? unit.imei_numbers.indexOf(matter) : phone ? 0 : -1;
  return (
    <form
      className="desk-editor"
      aria-label={t('list.edit', { number: place })}
      data-testid="unit-editor"
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'unit.change', words: { serial_number: serial, imei_numbers: imeis } });
        back();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        actor.send({ type: 'edit.drop' });
        back();
      }}
    >
      <span className="num faint desk-place">{place}</span>
      <div className="desk-boxes">
        <input
          className="bp6-input code"
          aria-label={t('list.serial')}
          placeholder={t('list.serial')}
          // biome-ignore lint/a11y/noAutofocus: the person asked to correct this row
          autoFocus={first === -1}
          onFocus={(event) => event.target.select()}
          value={serial}
          onChange={(event) => setSerial(event.target.value)}
          data-testid="edit-serial"
        />
        {imeis.map((imei, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes stay in their places
            key={at}
            className="bp6-input code"
            inputMode="numeric"
            aria-label={t('list.imei', { number: at + 1 })}
            placeholder={t('list.imei', { number: at + 1 })}
            // biome-ignore lint/a11y/noAutofocus: the person asked to correct this row
            autoFocus={first === at}
            onFocus={(event) => event.target.select()}
            value={imei}
            onChange={(event) => setImeis(imeis.map((one, other) => (other === at ? event.target.value : one)))}
            data-testid="edit-imei"
          />
        ))}
        <span className="row">
          <Button type="submit" size="small" text={t('list.take')} data-testid="edit-take" />
          <Button
            size="small"
            variant="minimal"
            text={t('common:back')}
            onClick={() => {
              actor.send({ type: 'edit.drop' });
              back();
            }}
            data-testid="edit-drop"
          />
        </span>
        {fault !== undefined && <p className="desk-fault">{words(fault)}</p>}
      </div>
    </form>
  );
}
