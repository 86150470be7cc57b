import { Button } from '@blueprintjs/core';
import { UndoIcon } from '@blueprintjs/icons';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ResponseOf } from '../../../../contract/call.ts';
import { currencyGetAll, type VariantInSelect } from '../../../../contract/invoices/choices.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { type InputProduct, type lineCreateMany, lineIndex } from '../../../../contract/invoices/lines.ts';
import { hasDialog, type InvoiceCommand } from '../../../../machines/invoiceWorkspace/commands.ts';
import { gridRows, mayRedo, mayUndo } from '../../../../machines/invoiceWorkspace/drafts.ts';
import type { LineChange, LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import { lostByRedo, lostByRemoving, lostByUndo, numbersOn } from '../../../../machines/invoiceWorkspace/numbers.ts';
import { type Cursor, cursorIn, endOf, type GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { newKey } from '../../../api/client.ts';
import { invalidate, keyOf, queryClient, useCall } from '../../../api/queries.ts';
import { useAddress } from '../../../app/address.ts';
import { inspect } from '../../../app/inspect.ts';
import { useUnsaved } from '../../../app/navigation.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { pathOf } from '../../../routes/registry.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { LeftOffer } from '../../../ui/form/drafts/LeftOffer.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { useStepOfOthers } from '../own.ts';
import { LinesPaste, type Pasted } from '../paste/LinesPaste.tsx';
import { AddLine } from './AddLine.tsx';
import { type CommandActor, commandOf, invoiceWorkspaceOf, newLineOf } from './actors.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { CommandConflict, LineConflict } from './Conflicts.tsx';
import { type CurrencyChoice, currencyOf } from './cells.ts';
import { useGridFocus } from './gridFocus.ts';
import { Head, InvoiceWay, type WindowProps } from './Head.tsx';
import { historyKeyOf, leavesHistory } from './historyKeys.ts';
import { type Tab, useLeftLines } from './kept.ts';
import { LineGrid } from './LineGrid.tsx';
import { LosesNumbers } from './LosesNumbers.tsx';
import { PriceStrip } from './PriceStrip.tsx';
import { ErrorList, ProblemChips } from './Problems.tsx';
import { type Problem, problemsOf, unsavedOf } from './problems.ts';
import { Side } from './Side.tsx';
import { capabilitiesOf } from './serverState.ts';
import { useRows } from './useRows.ts';
import '../../../ui/document/document.css';
import './window.css';

/** The serial desk comes when a line's numbers are opened. */
const SerialDesk = lazy(() => import('../serials/SerialDesk.tsx').then((module) => ({ default: module.SerialDesk })));
const GridKeys = lazy(() => import('./GridKeys.tsx').then((module) => ({ default: module.GridKeys })));

/** The window of an invoice. `invoice` is read again and again; the machine keeps what the person is doing to it. */
export function Workspace({ invoice, tab }: { invoice: InvoiceDetails; tab: Tab }) {
  const t = useText('invoice');
  const [, navigate] = useLocation();
  const { id } = invoice;
  const capabilities = capabilitiesOf(invoice);
  const [params] = useAddress();
  const beside = params.get('side') !== null;
  const allowed = invoice.allowed_events.join();
  const [machine] = useState(() => invoiceWorkspaceOf(id, invoice.organization_id));
  const actor = useActorRef(machine, {
    inspect,
    input: {
      invoiceId: id,
      invoice: { version: invoice.version, allowed: invoice.allowed_events },
      ...(tab.kept && { kept: tab.kept }),
    },
  });
  const command = useSelector(actor, commandOf);
  const left = useLeftLines(actor, tab, capabilities.editable);
  useEffect(() => {
    const events = allowed === '' ? [] : allowed.split(',');
    command.send({ type: 'subject.read', subject: { version: invoice.version, allowed: events } });
  }, [command, invoice.version, allowed]);

  const lines = useCall(lineIndex, { params: { id } }, { staleTime: 15_000 });
  // calls of one line do not declare the lines stale, as their answer has the line: they are old when somebody else was faster
  const readLines = useCallback(() => void invalidate(lineIndex, { id }), [id]);
  useStepOfOthers(invoice, readLines);
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
  const rates = useCall(currencyGetAll, { query: { organization_id: invoice.organization_id } }, { staleTime: 60_000 });
  const currencies = useMemo(() => rates.data?.data ?? [], [rates.data]);

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
            currencies={currencies}
            isWhole={!lines.isPending && !rates.isPending}
          />
          <LeftOffer draft={left} counted={(rows) => t('left', { figure: formatNumber(rows) })} />
          {shownLines ? (
            <Lines
              invoice={invoice}
              capabilities={capabilities}
              actor={actor}
              command={command}
              lines={shownLines}
              currencies={currencies}
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
        <InvoiceWay invoice={invoice} />
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
      fieldless
      refusal={refusal}
      onRetry={() => actor.send({ type: 'command.retry' })}
      onClose={() => actor.send({ type: 'command.close' })}
    />
  );
}

interface LinesProps extends WindowProps {
  lines: readonly InputProduct[];
  currencies: readonly CurrencyChoice[];
  onAdded: (answer: ResponseOf<typeof lineCreateMany>) => void;
}

function Lines({ invoice, capabilities, actor, command, lines, currencies, onAdded }: LinesProps) {
  const t = useText('invoice');
  const { drafts, saving, written, rows } = useRows(actor, lines, capabilities.editable);
  const offline = useSelector(actor, (snapshot) => snapshot.hasTag('offline'));
  const beside = useSelector(command, ({ context }) => context.command?.type === 'partner.change');
  const undoes = useSelector(actor, ({ context }) => mayUndo(context));
  const redoes = useSelector(actor, ({ context }) => mayRedo(context));
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
  const problems = useMemo(() => problemsOf(written), [written]);
  const conflicted = conflict === null ? undefined : drafts[conflict];

  const commanding = useSelector(command, ({ context }) => context.command !== null);
  const over = commanding || serialLine !== undefined || conflicted !== undefined;
  const { focusGrid, returnToGrid } = useGridFocus({
    ...{ place, field, over },
    editable: capabilities.editable,
    pasting: pasted !== null,
    none: rows.length === 0,
  });
  const askConflict = (key: string | null) => {
    setConflict(key);
    if (key !== null) returnToGrid(true);
  };
  // a line that was changed by somebody else asks at once
  const firstConflict = Object.values(drafts).find((draft) => draft.theirs !== null)?.key ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another line asks
  useEffect(() => askConflict(firstConflict), [firstConflict]);

  const lead = ({ key, row, column }: Problem) => {
    setCursor({ key, row, column });
    focusGrid();
  };
  const takePasted = (answer: ResponseOf<typeof lineCreateMany>) => {
    onAdded(answer);
    const [first] = answer.data;
    if (first) setCursor({ key: String(first.id), row: rows.length, column: 'value' });
  };
  const askOf = (asked: Omit<InvoiceCommand, 'onStale'>) => {
    actor.send({ type: 'command.ask', command: { ...asked, onStale: 'askAgain' } });
    returnToGrid(command.getSnapshot().hasTag('asking'));
  };
  // of one line, or what undo or redo would remove
  const losing =
    asked === null
      ? []
      : asked === 'undo'
        ? lostByUndo(actor.getSnapshot().context)
        : asked === 'redo'
          ? lostByRedo(actor.getSnapshot().context)
          : lostByRemoving(rows, asked);
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
      const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (event.key === 'F4' && !inDialog && !event.altKey && !event.ctrlKey) {
        event.preventDefault();
        field.current?.focus();
        return;
      }
      const way = historyKeyOf(event);
      if (way === null || !leavesHistory(document.activeElement, field.current)) return;
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
  // the button goes with its question
  function accept(key: string): void {
    actor.send({ type: 'line.accept', key, idem: newKey() });
    focusGrid();
  }
  function giveUp(key: string): void {
    actor.send({ type: 'line.revert', key });
    focusGrid();
  }
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
        {editable && (
          <AddLine
            actor={actor}
            field={field}
            organizationId={invoice.organization_id}
            onChoose={choose}
            onList={(text) => setPasted({ text })}
          />
        )}
        {editable && (
          <span className="row">
            <Suspense fallback={null}>
              <LinesPaste
                invoice={invoice}
                end={endOf(rows)}
                pasted={pasted}
                onPaste={setPasted}
                onAdded={takePasted}
              />
            </Suspense>
            <Button
              variant="minimal"
              icon={<UndoIcon size={14} />}
              aria-label={t('lines.undo')}
              title={t('lines.undo')}
              disabled={!undoes}
              onClick={takeBack}
              data-testid="lines-undo"
            />
          </span>
        )}
        <span className="saved" id="lines-saved" role="status" data-testid="lines-saved">
          {offline ? (
            <button type="button" className="link amber" onClick={() => actor.send({ type: 'lines.retry' })}>
              {t('lines.offline', { count: kept, figure: formatNumber(kept) })}
            </button>
          ) : saving !== null ? (
            editable && t('lines.saving')
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
        <span className="row end-acts">
          <ProblemChips problems={problems} at={shownCursor.row} onLead={lead} />
          {(rows.length > 0 || editable) && (
            <Suspense fallback={null}>
              <GridKeys editable={editable} correctable={correctable} labelled={capabilities.may('labels.mark')} />
            </Suspense>
          )}
        </span>
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
          beside={beside}
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
            returnToGrid(one.line !== null);
            setSerialsOf(one.line?.id ?? null);
          }}
          onLabels={(one, print, print_count) => edit(one, { print, print_count })}
          onUndo={takeBack}
          onRedo={doAgain}
          onPaste={(text) => setPasted({ text })}
          onTyping={setTyping}
        />
      )}
      <ErrorList
        rows={written}
        unsaved={unsavedOf(problems)}
        at={shownCursor.row}
        editable={editable}
        onLead={lead}
        onAccept={accept}
        onRevert={giveUp}
        onAddAgain={(key) => actor.send({ type: 'line.addAgain', key, idem: newKey() })}
        onConflict={askConflict}
      />
      {row && (
        <PriceStrip
          invoice={invoice}
          row={row}
          number={shownCursor.row + 1}
          field={shownCursor.column}
          figures={typing ?? row.figures}
          currency={currencyOf(currencies, row)}
          editable={editable}
          onChange={(change) => edit(row, change)}
          onRevert={() => giveUp(row.key)}
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
