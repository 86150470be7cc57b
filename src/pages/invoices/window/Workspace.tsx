import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { EditIcon, HistoryIcon, MoreIcon, TickIcon, UndoIcon } from '@blueprintjs/icons';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ResponseOf } from '../../../../contract/call.ts';
import { currencyGetAll, type VariantInSelect } from '../../../../contract/invoices/choices.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { type InputProduct, type lineCreateMany, lineIndex } from '../../../../contract/invoices/lines.ts';
import { INVOICE_MAIN_PATH } from '../../../../machines/invoice/invoice.machine.ts';
import { type CommandType, hasDialog, type InvoiceCommand } from '../../../../machines/invoiceWorkspace/commands.ts';
import { gridRows, mayRedo, mayUndo } from '../../../../machines/invoiceWorkspace/drafts.ts';
import type { LineChange, LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import { lostByRedo, lostByUndo, numbersOn } from '../../../../machines/invoiceWorkspace/numbers.ts';
import { type Cursor, cursorIn, endOf, type GridRow, rowsOf } from '../../../../machines/invoiceWorkspace/rows.ts';
import { newKey } from '../../../api/client.ts';
import { invalidate, keyOf, queryClient, useCall } from '../../../api/queries.ts';
import { useAddress } from '../../../app/address.ts';
import { copyAddress } from '../../../app/copyAddress.ts';
import { inspect } from '../../../app/inspect.ts';
import { useUnsaved } from '../../../app/navigation.ts';
import { useAllows, useUser } from '../../../app/session.ts';
import { formatDate, formatDateTime } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { pathOf, withQuery } from '../../../routes/registry.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StepBar } from '../../../ui/StepBar.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { invoiceLook, placeOf } from '../looks.ts';
import { LinesPaste, type Pasted } from '../paste/LinesPaste.tsx';
import { AddLine } from './AddLine.tsx';
import { type CommandActor, commandOf, headOf, type InvoiceActor, invoiceWorkspaceOf, newLineOf } from './actors.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { CommandConflict, LineConflict } from './Conflicts.tsx';
import { currencyOf } from './cells.ts';
import { historyKeyOf } from './historyKeys.ts';
import { keptKey, takeKept, useKept } from './kept.ts';
import { LineGrid } from './LineGrid.tsx';
import { LosesNumbers } from './LosesNumbers.tsx';
import { PriceStrip } from './PriceStrip.tsx';
import { Side } from './Side.tsx';
import { type Capabilities, capabilitiesOf, stepAfter } from './serverState.ts';
import '../../../ui/document/document.css';
import './window.css';

/** The serial desk comes when a line's numbers are opened. */
const SerialDesk = lazy(() => import('../serials/SerialDesk.tsx').then((module) => ({ default: module.SerialDesk })));
const GridKeys = lazy(() => import('./GridKeys.tsx').then((module) => ({ default: module.GridKeys })));
const PrintMenu = lazy(() => import('../print/PrintMenu.tsx').then((module) => ({ default: module.PrintMenu })));

/** The window of an invoice. `invoice` is read again and again; the machine keeps what the person is doing to it. */
export function Workspace({ invoice }: { invoice: InvoiceDetails }) {
  const t = useText('invoice');
  const [, navigate] = useLocation();
  const user = useUser();
  const { id } = invoice;
  const capabilities = capabilitiesOf(invoice);
  const [params] = useAddress();
  const beside = params.get('side') !== null;
  const allowed = invoice.allowed_events.join();
  const key = keptKey(user.id, id);
  const [machine] = useState(() => invoiceWorkspaceOf(id, invoice.organization_id));
  const [kept] = useState(() => takeKept(key));
  const actor = useActorRef(machine, {
    inspect,
    input: {
      invoiceId: id,
      invoice: { version: invoice.version, allowed: invoice.allowed_events },
      ...(kept && { kept }),
    },
  });
  const command = useSelector(actor, commandOf);
  useKept(actor, key);
  useEffect(() => {
    const events = allowed === '' ? [] : allowed.split(',');
    command.send({ type: 'subject.read', subject: { version: invoice.version, allowed: events } });
  }, [command, invoice.version, allowed]);

  const lines = useCall(lineIndex, { params: { id } }, { staleTime: 15_000 });
  // calls of one line do not declare the lines stale, as their answer has the line: they are old when somebody else was faster
  const readLines = useCallback(() => void invalidate(lineIndex, { id }), [id]);
  /** Writes the server's answer into the query cache, without another request. */
  const patch = useCallback(
    (change: (data: InputProduct[]) => InputProduct[]) => {
      const queryKey = keyOf(lineIndex, { id });
      queryClient.setQueryData<{ data: InputProduct[] }>(
        queryKey,
        (before) => before && { ...before, data: change(before.data) },
      );
      // a read in flight may not include it
      if (queryClient.isFetching({ queryKey }) > 0) readLines();
    },
    [id, readLines],
  );
  useEffect(() => {
    const subscriptions = [
      command.on('command.done', ({ command: { type } }) => {
        if (type === 'invoice.delete') navigate(pathOf('invoices'));
        toastSuccess(t(`done.${type}`, { number: invoice.number }));
      }),
      actor.on('theirs.taken', readLines),
      actor.on('lines.old', readLines),
      actor.on('line.saved', ({ line }) => {
        patch((data) =>
          data.some((one) => one.id === line.id)
            ? data.map((one) => (one.id === line.id ? line : one))
            : [...data, line],
        );
      }),
      actor.on('line.gone', ({ lineId }) => {
        patch((data) => data.filter((one) => one.id !== lineId));
      }),
    ];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [actor, command, readLines, patch, navigate, t, invoice.number]);

  const stored = useSelector(command, ({ context }) => context.refusal?.current?.lines);
  useEffect(() => {
    if (stored) actor.send({ type: 'lines.read', lines: stored });
  }, [actor, stored]);

  useUnsaved(useSelector(actor, ({ context }) => Object.keys(context.drafts).length + context.codes.length > 0));
  const known = lines.data?.data;
  useEffect(() => {
    if (known) actor.send({ type: 'lines.read', lines: known });
  }, [actor, known]);
  const shownLines = useSelector(actor, ({ context }) => context.lines);

  return (
    <>
      <CommandRefusal actor={command} />
      <div className="sheet-body document-body invoice-body" data-testid="invoice">
        <div className="sheet-main">
          <Head
            invoice={invoice}
            capabilities={capabilities}
            actor={actor}
            command={command}
            lines={shownLines ?? undefined}
          />
          <Steps invoice={invoice} />
          {shownLines ? (
            <Lines
              invoice={invoice}
              capabilities={capabilities}
              actor={actor}
              command={command}
              lines={shownLines}
              onAdded={({ data, invoice: after }) => {
                const view = { version: after.version, allowed: after.allowed_events };
                actor.send({ type: 'lines.pasted', lines: data, invoice: view });
              }}
            />
          ) : lines.error ? (
            <Empty kind="failed" title={t('lines.failed')} text={lines.error.message}>
              <Button text={t('common:retry')} onClick={() => void lines.refetch()} />
            </Empty>
          ) : (
            <SkeletonRows rows={10} />
          )}
        </div>
        {beside && <Side invoice={invoice} capabilities={capabilities} command={command} />}
        <CommandDialog actor={actor} command={command} invoice={invoice} lines={shownLines ?? []} />
        <CommandConflict actor={command} invoice={invoice} />
      </div>
    </>
  );
}

/** A refusal of a command that has no dialog of its own. */
function CommandRefusal({ actor }: { actor: CommandActor }) {
  const { command, refusal } = useSelector(actor, ({ context }) => context);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('refused'));
  if (!shown || refusal === null || command === null || hasDialog(command)) return null;
  return (
    <RefusalNotice
      refusal={refusal}
      onRetry={() => actor.send({ type: 'command.retry' })}
      onClose={() => actor.send({ type: 'command.close' })}
    />
  );
}

interface PartProps {
  invoice: InvoiceDetails;
  capabilities: Capabilities;
  actor: InvoiceActor;
  command: CommandActor;
}

/** The next step of the main path, by state. */
const NEXT: Partial<Record<string, CommandType>> = { draft: 'invoice.send', sent: 'invoice.confirm' };
const BESIDES: readonly CommandType[] = ['partner.change', 'invoice.takeBack', 'invoice.cancel', 'invoice.delete'];

function Head({
  invoice,
  capabilities,
  actor,
  command,
  lines,
}: PartProps & { lines: readonly InputProduct[] | undefined }) {
  const t = useText('invoice');
  const language = useLanguage();
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  const unsaved = useSelector(actor, ({ context }) => Object.keys(context.drafts).length);
  const next = NEXT[invoice.status];
  const besides = BESIDES.filter((type) => capabilities.may(type));
  const mayCopy = useAllows('product_invoice.add');
  const [, navigate] = useLocation();
  const codes = useSelector(actor, ({ context }) => context.codes.length);
  const closed = next !== undefined && (!capabilities.may(next) || (next === 'invoice.send' && unsaved + codes > 0));
  const sums = Object.entries(invoice.totals).filter(([currency, sum]) => sum !== 0 || currency === 'UZS');
  const [params, setAddress] = useAddress();
  const beside = params.get('side') !== null;
  const ask = (type: CommandType) =>
    actor.send({
      type: 'command.ask',
      command:
        type === 'partner.change'
          ? { type, of: { version: invoice.version, allowed: invoice.allowed_events }, seen: headOf(invoice) }
          : { type, onStale: 'askAgain' },
    });
  return (
    <>
      <div className="document-head">
        <div className="document-words">
          <b>{invoice.partner}</b>
          {invoice.partner_firm !== null && <span>{invoice.partner_firm}</span>}
          <span>{t('head.paper', { number: invoice.number_invoice, date: formatDate(invoice.invoice_date) })}</span>
          <span>
            {invoice.organization}, {invoice.warehouse_list}
          </span>
          {invoice.type === 'special' && <span className="amber">{t('types.special')}</span>}
          {invoice.comment !== '' && <span className="muted">{invoice.comment}</span>}
          {capabilities.may('partner.change') && (
            <Button
              variant="minimal"
              size="small"
              icon={<EditIcon size={12} />}
              aria-label={t('head.edit')}
              title={t('head.edit')}
              onClick={() => ask('partner.change')}
              data-testid="head-edit"
            />
          )}
        </div>
        <div className="row wrap document-actions">
          <span className="sums" data-testid="sums">
            {sums.map(([currency, sum]) => (
              <b key={currency} className="num">
                {formatMoney(sum, currency, language)}
              </b>
            ))}
          </span>
          <Button
            icon={<HistoryIcon size={14} />}
            text={t('tabs.label')}
            aria-pressed={beside}
            active={beside}
            onClick={() => setAddress({ side: beside ? null : 'history' })}
            data-testid="invoice-side"
          />
          {next !== undefined && capabilities.shows(next) && (
            <Button
              intent="primary"
              icon={<TickIcon size={14} />}
              text={t(`ask.${next}.do`)}
              disabled={closed}
              aria-describedby={closed ? 'why-not' : undefined}
              loading={busy}
              onClick={() => ask(next)}
              data-testid="invoice-next"
            />
          )}
          {lines && (
            <Suspense fallback={null}>
              <PrintMenu invoice={invoice} lines={lines} unsaved={unsaved} />
            </Suspense>
          )}
          {(mayCopy || besides.length > 0) && (
            <PopoverNext
              arrow={false}
              animation="minimal"
              placement="bottom-end"
              content={
                <Menu>
                  {mayCopy && (
                    <MenuItem
                      text={t('copy')}
                      onClick={() => navigate(withQuery(pathOf('invoices'), copyAddress(invoice.id)))}
                      data-testid="invoice-copy"
                    />
                  )}
                  {besides.map((type) => (
                    <span key={type}>
                      {(type === 'invoice.cancel' || type === 'invoice.delete') && <MenuDivider />}
                      <MenuItem
                        text={t(`ask.${type}.do`)}
                        intent={type === 'invoice.cancel' || type === 'invoice.delete' ? 'danger' : 'none'}
                        onClick={() => ask(type)}
                      />
                    </span>
                  ))}
                </Menu>
              }
            >
              <Button
                variant="minimal"
                icon={<MoreIcon size={16} />}
                aria-label={t('head.more')}
                data-testid="invoice-more"
              />
            </PopoverNext>
          )}
        </div>
      </div>
      <WhyNot invoice={invoice} capabilities={capabilities} unsaved={unsaved} codes={codes} />
    </>
  );
}

/** Why the next step is closed, in place; and why an invoice was called off. */
function WhyNot({
  invoice,
  capabilities,
  unsaved,
  codes,
}: Omit<PartProps, 'actor' | 'command'> & { unsaved: number; codes: number }) {
  const t = useText('invoice');
  const { status, facts } = invoice;
  if (status === 'cancelled' && invoice.canceled_commentary_type !== null) {
    return (
      <Notice tone="info">
        <b>{t(`reasons.${invoice.canceled_commentary_type}`)}</b> {invoice.canceled_commentary}
      </Notice>
    );
  }
  const reasons = [
    status === 'draft' && facts.lines === 0 && t('why.noLines'),
    status === 'draft' && unsaved > 0 && t('why.unsaved', { count: unsaved, figure: formatNumber(unsaved) }),
    status === 'draft' && codes > 0 && t('why.codes', { count: codes, figure: formatNumber(codes) }),
    (status === 'draft' || status === 'sent') &&
      facts.missing > 0 &&
      t('why.serials', { count: facts.missing, figure: formatNumber(facts.missing) }),
    status === 'sent' && !invoice.allowed_events.includes('invoice.confirm') && facts.missing === 0 && t('why.waits'),
    status === 'draft' && !capabilities.editable && t('why.onlyReader'),
    status === 'draft' &&
      invoice.duplicates.length > 0 &&
      t('why.duplicate', { number: invoice.duplicates[0]?.number_invoice ?? '' }),
  ].filter((one): one is string => typeof one === 'string');
  if (reasons.length === 0) return null;
  return (
    <div id="why-not" data-testid="why-not">
      <Notice tone="waiting">{reasons.join(' · ')}</Notice>
    </div>
  );
}

function Steps({ invoice }: { invoice: InvoiceDetails }) {
  const t = useText('invoice');
  const tm = useText('machines/invoice');
  const cancelled = invoice.status === 'cancelled';
  const reached = INVOICE_MAIN_PATH.filter((state) => invoice.moments[state] !== undefined).length;
  const at = cancelled ? Math.max(0, reached - 1) : placeOf(invoice.status);
  return (
    <StepBar
      label={t('steps')}
      at={at}
      steps={INVOICE_MAIN_PATH.map((state, index) => {
        const event = stepAfter(state);
        const moment = invoice.moments[state];
        return {
          key: state,
          title: tm(`states.${state}.name`),
          event: event && tm(`events.${event}.name`),
          note:
            index === at && cancelled
              ? `${tm('states.cancelled.name')} ${formatDateTime(invoice.moments.cancelled ?? '')}`
              : index <= at && moment
                ? formatDateTime(moment)
                : '',
          look: cancelled && index === at ? 'off' : invoiceLook(state),
        };
      })}
    />
  );
}

interface LinesProps extends PartProps {
  lines: readonly InputProduct[];
  onAdded: (answer: ResponseOf<typeof lineCreateMany>) => void;
}

function Lines({ invoice, capabilities, actor, command, lines, onAdded }: LinesProps) {
  const t = useText('invoice');
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  const keys = useSelector(actor, ({ context }) => context.keys);
  const saving = useSelector(actor, (snapshot) =>
    snapshot.hasTag('saving') ? (snapshot.context.sent?.key ?? null) : null,
  );
  const offline = useSelector(actor, (snapshot) => snapshot.hasTag('offline'));
  const undoes = useSelector(actor, ({ context }) => mayUndo(context));
  const redoes = useSelector(actor, ({ context }) => mayRedo(context));
  const currencyList = useCall(
    currencyGetAll,
    { query: { organization_id: invoice.organization_id } },
    { staleTime: 60_000 },
  ).data?.data;
  const currencies = useMemo(() => currencyList ?? [], [currencyList]);
  const rows = useMemo(() => rowsOf(lines, drafts, keys), [lines, drafts, keys]);
  const [serialsOf, setSerialsOf] = useState<number | null>(null);
  const serialLine = lines.find((line) => line.id === serialsOf);
  const [cursor, setCursor] = useState<Cursor>({ key: null, row: 0, column: 'value' });
  const shownCursor = cursorIn(cursor, rows);
  const [typing, setTyping] = useState<LineFigures | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [pasted, setPasted] = useState<Pasted>(null);
  /** The line, or the undo or redo, that would take saved serial numbers along. */
  const [asked, setAsked] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const row = rows[shownCursor.row];
  const conflicted = conflict === null ? undefined : drafts[conflict];

  // a line that was changed by somebody else asks at once
  const firstConflict = Object.values(drafts).find((draft) => draft.theirs !== null)?.key ?? null;
  useEffect(() => setConflict(firstConflict), [firstConflict]);

  const focusGrid = () => place.current?.querySelector<HTMLElement>('.lines')?.focus();
  // what a key opened over the grid closes into it: the dialog leaves the page and takes the focus along
  const over = useSelector(command, ({ context }) => context.command !== null) || serialLine !== undefined;
  const fromGrid = useRef(false);
  useEffect(() => {
    if (over || !fromGrid.current) return;
    fromGrid.current = false;
    place.current?.querySelector<HTMLElement>('.lines')?.focus({ preventScroll: true });
  }, [over]);
  const askOf = (asked: Omit<InvoiceCommand, 'onStale'>) => {
    actor.send({ type: 'command.ask', command: { ...asked, onStale: 'askAgain' } });
    fromGrid.current = command.getSnapshot().hasTag('asking');
  };
  // of one line, or what undo or redo would remove
  const losing =
    asked === null
      ? []
      : asked === 'undo'
        ? lostByUndo(actor.getSnapshot().context)
        : asked === 'redo'
          ? lostByRedo(actor.getSnapshot().context)
          : rows.flatMap(({ key, line, draft }) =>
              key === asked && line && !draft?.removed && numbersOn(line) > 0 ? [line] : [],
            );
  const removeNow = (key: string) => actor.send({ type: 'line.remove', key, idem: newKey() });
  const takeBackNow = () => actor.send({ type: 'edit.undo', idem: newKey() });
  const takeBack = () => (lostByUndo(actor.getSnapshot().context).length > 0 ? setAsked('undo') : takeBackNow());
  const doAgainNow = () => actor.send({ type: 'edit.redo', idem: newKey() });
  const doAgain = () => (lostByRedo(actor.getSnapshot().context).length > 0 ? setAsked('redo') : doAgainNow());
  const remove = ({ key, line }: GridRow) => (line && numbersOn(line) > 0 ? setAsked(key) : removeNow(key));
  const answered = () => {
    setAsked(null);
    focusGrid();
  };
  // when the last line goes, the grid goes with the focus: its keys work on
  useEffect(() => {
    if (!capabilities.editable) return;
    const onKey = (event: KeyboardEvent) => {
      const way = historyKeyOf(event);
      if (way === null || document.activeElement !== document.body) return;
      event.preventDefault();
      if (way === 'undo') takeBack();
      else doAgain();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  // once its line is gone, the cursor moves to the line now in its place
  useEffect(() => {
    if (shownCursor.key !== cursor.key) setCursor(shownCursor);
  });
  useEffect(() => {
    const subscription = actor.on('line.pointed', ({ key }) => {
      // who works in the grid meanwhile is not led away
      if (document.activeElement !== field.current) return;
      const now = gridRows(actor.getSnapshot().context);
      const at = now.findIndex((one) => one.key === key);
      setCursor({ key, row: at, column: now[at]?.figures.value === null ? 'value' : 'count' });
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  const choose = (product: VariantInSelect, exact: boolean) => {
    const currencyId = rows.at(-1)?.figures.currency_id ?? null;
    actor.send({
      type: 'line.add',
      key: newKey(),
      ...newLineOf(product, currencies, currencyId),
      exact,
      idem: newKey(),
    });
    if (!exact) focusGrid();
  };
  const edit = (one: GridRow, change: LineChange) =>
    actor.send({ type: 'line.edit', key: one.key, change, idem: newKey() });
  const lineOf = (one: GridRow) => ({
    id: one.line?.id ?? 0,
    title: one.product.title,
    seen: { count: one.line?.count ?? 0, value: one.line?.value ?? 0 },
  });
  const versionOf = (one: GridRow) => ({ version: one.line?.version ?? 0, allowed: invoice.allowed_events });
  const editable = capabilities.editable;
  const correctable = capabilities.may('line.correct');
  const kept = Object.keys(drafts).length;

  return (
    <div className="lines-place" ref={place}>
      <div className="lines-bar">
        <span className="muted">
          {t('lines.found', { count: rows.length, figure: formatNumber(rows.length) })} ·{' '}
          {t('lines.units', { count: invoice.units, figure: formatNumber(invoice.units) })}
        </span>
        <span className="saved" role="status" data-testid="lines-saved">
          {offline ? (
            <button type="button" className="link amber" onClick={() => actor.send({ type: 'lines.retry' })}>
              {t('lines.offline', { count: kept, figure: formatNumber(kept) })}
            </button>
          ) : saving !== null ? (
            t('lines.saving')
          ) : kept > 0 ? (
            <span className="amber">{t('lines.unsaved', { count: kept, figure: formatNumber(kept) })}</span>
          ) : (
            editable && <span className="green">{t('lines.allSaved')}</span>
          )}
        </span>
        {editable && (
          <span role="status">
            {redoes && (
              <>
                {t('lines.undone')}{' '}
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    doAgain();
                    focusGrid();
                  }}
                  data-testid="lines-redo"
                >
                  {t('lines.redo')}
                </button>
              </>
            )}
          </span>
        )}
        {editable && (
          <span className="row end-acts">
            <Suspense fallback={null}>
              <LinesPaste invoice={invoice} end={endOf(rows)} pasted={pasted} onPaste={setPasted} onAdded={onAdded} />
            </Suspense>
            <Button
              variant="minimal"
              icon={<UndoIcon size={14} />}
              text={t('lines.undo')}
              disabled={!undoes}
              onClick={takeBack}
              data-testid="lines-undo"
            />
          </span>
        )}
        {rows.length > 0 && (
          <span className={editable ? 'grid-keys' : 'grid-keys end-acts'}>
            <Suspense fallback={null}>
              <GridKeys editable={editable} correctable={correctable} labelled={capabilities.may('labels.mark')} />
            </Suspense>
          </span>
        )}
      </div>
      {rows.length === 0 ? (
        <Empty
          kind="nothing"
          title={t('lines.nothing')}
          text={t(editable ? 'lines.nothingText' : 'lines.nothingRead')}
        />
      ) : (
        <LineGrid
          rows={rows}
          currencies={currencies}
          editable={editable}
          correctable={correctable}
          labelled={capabilities.may('labels.mark')}
          saving={saving}
          cursor={shownCursor}
          onCursor={setCursor}
          onChange={edit}
          onRemove={remove}
          onCorrect={(one) => askOf({ type: 'line.correct', line: lineOf(one), of: versionOf(one) })}
          // goods that left keep their line: the correction form shows why
          onWithdraw={(one) => {
            const kept = one.line !== null && (one.line.left ?? one.line.count) < one.line.count;
            const type = kept || !capabilities.may('line.withdraw') ? 'line.correct' : 'line.withdraw';
            askOf({ type, line: lineOf(one), of: versionOf(one) });
          }}
          onSerials={(one) => {
            fromGrid.current = one.line !== null;
            setSerialsOf(one.line?.id ?? null);
          }}
          onLabels={(one, print, print_count) => edit(one, { print, print_count })}
          onUndo={takeBack}
          onRedo={doAgain}
          onPaste={(text) => setPasted({ text })}
          onTyping={setTyping}
        />
      )}
      {editable && <AddLine actor={actor} field={field} organizationId={invoice.organization_id} onChoose={choose} />}
      {row && (
        <PriceStrip
          invoice={invoice}
          row={row}
          figures={typing ?? row.figures}
          currency={currencyOf(currencies, row)}
          editable={editable}
          onChange={(change) => edit(row, change)}
          onAccept={() => actor.send({ type: 'line.accept', key: row.key, idem: newKey() })}
          onRevert={() => actor.send({ type: 'line.revert', key: row.key })}
          onAddAgain={() => actor.send({ type: 'line.addAgain', key: row.key, idem: newKey() })}
          onConflict={() => setConflict(row.key)}
        />
      )}
      {conflicted && <LineConflict actor={actor} draft={conflicted} currencies={currencies} invoiceId={invoice.id} />}
      {asked !== null && (
        <LosesNumbers
          lines={losing}
          onClose={answered}
          onRemove={() => {
            if (asked === 'undo') takeBackNow();
            else if (asked === 'redo') doAgainNow();
            else removeNow(asked);
            answered();
          }}
        />
      )}
      {serialLine && (
        <Suspense fallback={null}>
          <SerialDesk invoice={invoice} line={serialLine} onClose={() => setSerialsOf(null)} />
        </Suspense>
      )}
    </div>
  );
}
