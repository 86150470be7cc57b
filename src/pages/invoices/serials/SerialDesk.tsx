import { Button } from '@blueprintjs/core';
import { ErrorIcon, UndoIcon } from '@blueprintjs/icons';
import { useActorRef, useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { serialIndex } from '../../../../contract/invoices/serials.ts';
import { SERIALS } from '../../../../contract/invoices/shared.ts';
import { invoiceMachine } from '../../../../machines/invoice/invoice.machine.ts';
import { checkedOf, savable } from '../../../../machines/serialDesk/desk.ts';
import { goodsOf, tacsOf } from '../../../../machines/serialDesk/units.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { inspect } from '../../../app/inspect.ts';
import { type KeyGroup, openSheetBy, useKeys } from '../../../app/keys.ts';
import { useUnsaved } from '../../../app/navigation.ts';
import { useAllows, useUser } from '../../../app/session.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { LeftOffer } from '../../../ui/form/drafts/LeftOffer.tsx';
import { TopBar } from '../../../ui/loading.tsx';
import { Notice, Reason } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { prepareSound } from '../../../ui/sound.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { type SerialDeskActor, serialDesk } from './actors.ts';
import { Entry } from './Entry.tsx';
import { type KeptInTab, keptKey, takeKept, useKept, useLeftUnits } from './kept.ts';
import { useModels } from './models.ts';
import { usePlaces } from './places.ts';
import { SavedList } from './SavedList.tsx';
import { UnitList } from './UnitList.tsx';
import './serials.css';

export interface SerialDeskProps {
  invoice: { id: number; organization_id: number; status: string };
  line: Pick<InputProduct, 'id' | 'product_variant' | 'count' | 'serials'>;
  onClose: () => void;
}

const editable = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** States in which an invoice takes serial numbers. */
const takesIn = (status: string): boolean =>
  Object.entries(invoiceMachine.states).some(
    ([state, { tags }]) => state === status && tags.includes('serialsMayJoin'),
  );

const KEYS: KeyGroup = { space: 'keys', title: 'desk.title', rows: [['desk.undo', 'Ctrl', 'Z']] };

/** The desk of one line over the page that opened it; what another tab left of it opens it anew. */
export function SerialDesk(props: SerialDeskProps) {
  const user = useUser();
  const key = keptKey(user.id, props.line.id);
  const [{ turn, kept }, setOpened] = useState(() => ({ turn: 0, kept: takeKept(key) }));
  const [own] = useState(newKey);
  return (
    <Desk
      key={turn}
      {...props}
      tabKey={key}
      kept={kept}
      visit={kept?.visit ?? own}
      onTake={(taken) => setOpened({ turn: turn + 1, kept: taken })}
    />
  );
}

interface DeskProps extends SerialDeskProps {
  tabKey: string;
  kept: KeptInTab | null;
  visit: string;
  onTake: (kept: KeptInTab) => void;
}

function Desk({ invoice, line, onClose, tabKey, kept, visit, onTake }: DeskProps) {
  const t = useText('serialDesk');
  const allowed = useAllows(SERIALS);
  const { product_variant: variant } = line;
  const hasMany = variant.is_serial_number;
  const needed = hasMany ? line.count : 1;
  const takes = allowed && takesIn(invoice.status);
  const actor = useActorRef(serialDesk, {
    inspect,
    input: {
      line: {
        lineId: line.id,
        invoiceId: invoice.id,
        organizationId: invoice.organization_id,
        variantId: variant.id,
        ...goodsOf(line),
      },
      needed,
      takes,
      kept,
    },
  });
  const field = useRef<HTMLInputElement>(null);
  const read = useCall(serialIndex, { params: { id: line.id }, query: { has_many: hasMany ? 'true' : 'false' } });
  const saved = read.data?.serial_numbers;
  useEffect(() => {
    if (saved !== undefined) actor.send({ type: 'desk.read', saved, needed, takes });
  }, [actor, saved, needed, takes]);

  const giveUp = useRef(() => {});
  useKept(actor, tabKey, visit, giveUp);
  const left = useLeftUnits(actor, { lineId: line.id, visit, saved, onTake });
  giveUp.current = left.drop;
  const latest = useRef({ onClose, t, left });
  latest.current = { onClose, t, left };
  useEffect(() => {
    const subscriptions = [
      actor.on('serials.saved', (event) => {
        if (event.saved > 0) toastSuccess(latest.current.t('done.saved', { count: event.saved }));
      }),
      actor.on('serial.deleted', (event) => toastSuccess(latest.current.t('done.deleted', { number: event.serial }))),
      actor.on('desk.closed', () => {
        // given up by the answer to its question, or all of it saved
        latest.current.left.drop();
        latest.current.onClose();
      }),
    ];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [actor]);

  usePlaces(actor);
  useEffect(prepareSound, []);
  const units = useSelector(actor, ({ context }) => context.units);
  const known = useSelector(actor, ({ context }) => context.saved);
  useUnsaved(useSelector(actor, (snapshot) => snapshot.context.units.length > 0 && !snapshot.hasTag('locked')));
  const tacs = useMemo(
    () => (variant.imei_count > 0 ? tacsOf([...units, ...known]) : []),
    [units, known, variant.imei_count],
  );
  const models = useModels(tacs, variant.product_variant_title);

  const locked = useSelector(actor, (snapshot) => snapshot.hasTag('locked'));
  const bad = useSelector(actor, ({ context }) => checkedOf(context).faults.size);
  const [tab, setTab] = useState<'list' | 'saved'>(takes ? 'list' : 'saved');

  useKeys(KEYS);

  /** A scanner types wherever the focus is: every code must arrive in its field. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      const input = field.current;
      const free = !editable(event.target) || (event.target === input && input?.value === '');
      if (event.code === 'KeyZ' && !event.shiftKey && !event.altKey && free) {
        event.preventDefault();
        actor.send({ type: 'step.undo' });
      }
      return;
    }
    const input = field.current;
    if ((!editable(event.target) || (event.target === input && input?.value === '')) && openSheetBy(event)) return;
    if (input === null || editable(event.target) || event.key.length !== 1 || event.key === ' ') return;
    event.preventDefault();
    input.focus();
    input.value += event.key;
  }

  const close = () => actor.send({ type: 'desk.close' });
  const figures = [
    { key: 'needed', value: needed },
    { key: 'saved', value: known.length },
    { key: 'listed', value: units.length },
    { key: 'bad', value: bad },
  ] as const;
  return (
    <Dialog
      isOpen
      className="serial-desk"
      title={
        <>
          {variant.product_variant_title} <span className="code muted desk-sku">{variant.sku}</span>
        </>
      }
      onClose={close}
      canOutsideClickClose={false}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of a scanner, wherever the focus is */}
      <div className="desk" onKeyDown={onKeyDown} data-testid="serial-desk" data-tab={tab}>
        {read.isFetching && <TopBar label={t('common:loading')} />}
        <dl className="desk-figures" data-testid="desk-figures">
          {figures
            .filter(({ key }) => hasMany || key === 'saved')
            .map(({ key: name, value }) => (
              <div key={name} className={name === 'bad' && value > 0 ? 'red' : undefined}>
                <dt>{t(`figures.${name}`)}</dt>
                <dd data-testid={`desk-${name}`}>{formatNumber(value)}</dd>
              </div>
            ))}
        </dl>
        <Notices actor={actor} allowed={allowed} status={invoice.status} />
        <LeftOffer draft={left} counted={(rows) => t('left', { figure: formatNumber(rows) })} />
        {!locked && <Entry actor={actor} field={field} />}
        <div className="desk-tabs">
          <FilterChips
            label={t('list.tabs')}
            value={tab}
            onChange={setTab}
            items={[
              { key: 'list', title: t('list.title'), count: units.length },
              { key: 'saved', title: t('saved.title'), count: known.length },
            ]}
          />
        </div>
        <div className="desk-lists">
          {(!locked || units.length > 0) && <UnitList actor={actor} models={models} field={field} />}
          <SavedList actor={actor} models={models} failed={read.isError} />
        </div>
        <Foot actor={actor} toField={() => field.current?.focus()} />
      </div>
    </Dialog>
  );
}

function Notices({ actor, allowed, status }: { actor: SerialDeskActor; allowed: boolean; status: string }) {
  const t = useText('serialDesk');
  const tm = useText('machines/invoice');
  const locked = useSelector(actor, (snapshot) => snapshot.hasTag('locked'));
  const failed = useSelector(actor, (snapshot) => snapshot.matches({ open: { desk: 'failed' } }));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const numbering = useSelector(actor, (snapshot) => snapshot.matches({ open: { entry: 'numbering' } }));
  const count = useSelector(actor, ({ context }) => context.sending.length);
  if (failed) {
    return (
      <div role="alert" data-testid="desk-failed">
        <Notice
          tone="offline"
          action={
            <span className="row">
              <Button
                size="small"
                text={t('failed.retry')}
                onClick={() => actor.send({ type: 'save.retry' })}
                data-testid="desk-retry"
              />
              <Button
                size="small"
                variant="minimal"
                text={t('failed.release')}
                onClick={() => actor.send({ type: 'save.release' })}
                data-testid="desk-release"
              />
            </span>
          }
        >
          {t('failed.text', { count })} {refusal?.message}
        </Notice>
      </div>
    );
  }
  if (locked) {
    return (
      <div data-testid="desk-locked">
        <Notice tone={refusal === null ? 'info' : 'bad'}>
          {refusal?.message ??
            (allowed ? t('locked.state', { state: tm(`states.${status}.name`) }) : t('locked.right'))}
          {refusal !== null && ` ${t('locked.now')}`}
        </Notice>
      </div>
    );
  }
  // a refusal of making numbers is shown at its own field
  return refusal !== null && !numbering ? <RefusalNotice refusal={refusal} /> : null;
}

function Foot({ actor, toField }: { actor: SerialDeskActor; toField: () => void }) {
  const t = useText('serialDesk');
  const stay = useRef<HTMLButtonElement>(null);
  const good = useSelector(actor, ({ context }) => savable(context).length);
  const bad = useSelector(actor, ({ context }) => checkedOf(context).faults.size);
  const units = useSelector(actor, ({ context }) => context.units.length);
  const saving = useSelector(actor, (snapshot) => snapshot.matches({ open: { desk: 'saving' } }));
  const leaving = useSelector(actor, (snapshot) => snapshot.hasTag('leaving'));
  const locked = useSelector(actor, (snapshot) => snapshot.hasTag('locked'));
  const maySave = useSelector(actor, (snapshot) => snapshot.can({ type: 'serials.save', key: '' }));
  const mayUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'step.undo' }));
  const mayClose = useSelector(actor, (snapshot) => snapshot.can({ type: 'desk.close' }));
  const single = useSelector(actor, ({ context }) => !context.line.hasMany);
  useEffect(() => {
    if (leaving) stay.current?.focus();
  }, [leaving]);
  if (leaving) {
    return (
      <div className="action-bar fam-amber desk-leaving" role="alertdialog" aria-label={t('leaving.title')}>
        <b>{t('leaving.text', { count: units })}</b>
        <Button
          ref={stay}
          intent="primary"
          text={t('leaving.stay')}
          onClick={() => {
            actor.send({ type: 'close.stay' });
            toField();
          }}
          data-testid="leaving-stay"
        />
        <Button
          text={t('leaving.discard')}
          onClick={() => actor.send({ type: 'close.discard' })}
          data-testid="leaving-discard"
        />
      </div>
    );
  }
  return (
    <div className="action-bar">
      {!locked && (
        <>
          <Button
            intent="primary"
            loading={saving}
            disabled={!maySave}
            text={single ? t('save.one') : t('save.many', { count: good })}
            aria-describedby={maySave || saving ? undefined : 'desk-why'}
            onClick={() => {
              actor.send({ type: 'serials.save', key: newKey() });
              toField();
            }}
            data-testid="desk-save"
          />
          <Button
            icon={<UndoIcon size={14} />}
            disabled={!mayUndo}
            text={t('undo')}
            onClick={() => {
              actor.send({ type: 'step.undo' });
              toField();
            }}
            data-testid="desk-undo"
          />
          {bad > 0 && (
            <>
              <span className="error-count">
                <ErrorIcon size={12} />
                {t('list.count', { count: bad })}
              </span>
              <Button
                variant="minimal"
                text={t('list.dropBad')}
                onClick={() => {
                  actor.send({ type: 'units.dropBad' });
                  toField();
                }}
                data-testid="desk-drop-bad"
              />
            </>
          )}
          {!maySave && !saving && bad === 0 && <Reason id="desk-why">{t('save.nothing')}</Reason>}
          {!maySave && !saving && bad > 0 && (
            <span className="unseen" id="desk-why">
              {t('save.onlyBad')}
            </span>
          )}
        </>
      )}
      <Button
        className="rare"
        disabled={!mayClose}
        text={t('common:close')}
        onClick={() => actor.send({ type: 'desk.close' })}
        data-testid="desk-close"
      />
    </div>
  );
}
