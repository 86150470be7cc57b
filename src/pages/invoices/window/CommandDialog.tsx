/** What is asked before a command: sending with a second paper of the same number, before and after of stock, a correction. */
import { Button, TextArea } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { invoiceShow } from '../../../../contract/invoices/heads.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { type InputProduct, lineIndex } from '../../../../contract/invoices/lines.ts';
import { saysWhy } from '../../../../contract/reason.ts';
import { lineSum } from '../../../../machines/invoice/sellingPrice.ts';
import {
  type CommandWords,
  hasDialog,
  type InvoiceCommand,
  type StoredInvoice,
} from '../../../../machines/invoiceWorkspace/commands.ts';
import type { Fields } from '../../../../machines/recordPane/merge.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { pathOf } from '../../../routes/registry.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FittingTable } from '../../../ui/FittingTable.tsx';
import { DraftOffer } from '../../../ui/form/drafts/DraftOffer.tsx';
import { useDraft } from '../../../ui/form/drafts/useDraft.ts';
import { useDropped } from '../../../ui/form/drafts/useDropped.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { invoiceLook } from '../looks.ts';
import { type CommandActor, cancelInvoice, type InvoiceActor } from './actors.ts';
import { ConfirmMoney } from './ConfirmMoney.tsx';
import { CorrectForm, type CorrectionChange, changedBy, goneOf, useCorrection } from './CorrectForm.tsx';
import { HeadPane } from './HeadPane.tsx';

const CancelDialog = lazy(() =>
  import('../cancel/CancelDialog.tsx').then((module) => ({ default: module.CancelDialog })),
);

interface DialogProps {
  actor: InvoiceActor;
  command: CommandActor;
  invoice: InvoiceDetails;
  lines: readonly InputProduct[];
}

export function CommandDialog({ actor, command, invoice, lines }: DialogProps) {
  const shown = useSelector(command, (snapshot) => !snapshot.matches('conflict'));
  const asked = useSelector(command, ({ context }) => context.command);
  if (!shown || asked === null || !hasDialog(asked)) return null;
  if (asked.type === 'partner.change') return <HeadPane actor={command} invoice={invoice} />;
  if (asked.type === 'invoice.cancel') return <Cancelling command={command} invoice={invoice} />;
  return <Question key={asked.type} actor={actor} command={command} invoice={invoice} lines={lines} asked={asked} />;
}

/** Its own workflow sends it; what was sent for confirmation is called off with a box to tick. */
function Cancelling({ command, invoice }: Pick<DialogProps, 'command' | 'invoice'>) {
  const t = useText('invoice');
  return (
    <Suspense>
      <CancelDialog
        title={t('ask.invoice.cancel.title', { number: invoice.number })}
        invoiceId={invoice.id}
        {...(invoice.status === 'sent' && { agreement: t('ask.invoice.cancel.agreement') })}
        onSend={(words) => cancelInvoice(invoice, words)}
        onClose={() => command.send({ type: 'command.close' })}
        onDone={() => command.send({ type: 'command.doneElsewhere' })}
      />
    </Suspense>
  );
}

/** Commands that take something away. */
const DANGEROUS: ReadonlySet<string> = new Set(['invoice.delete', 'line.withdraw', 'file.remove']);

/** Commands that ask for nothing but their answer. */
const READY_AT_ONCE: ReadonlySet<string> = new Set(['invoice.send', 'invoice.confirm']);

/** What changes a confirmed line: the person says why. */
const CORRECTIONS: ReadonlySet<string> = new Set(['line.correct', 'line.withdraw']);

/** Commands that are asked about with figures of the stock: those are read again. */
const OF_STOCK: ReadonlySet<string> = new Set(['invoice.confirm', 'line.correct', 'line.withdraw']);

function Question({ actor, command, invoice, lines, asked }: DialogProps & { asked: InvoiceCommand }) {
  const t = useText('invoice');
  const tm = useText('machines/invoice');
  const ofStock = OF_STOCK.has(asked.type);
  const facts = useCall(lineIndex, { params: { id: invoice.id } }, { staleTime: 0, enabled: ofStock });
  const head = useCall(invoiceShow, { params: { id: invoice.id } }, { staleTime: 0, enabled: ofStock });
  const unread = ofStock && !(facts.isFetchedAfterMount && head.isFetchedAfterMount);
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  // somebody else has done it while the window showed it as it was
  const refusal = useSelector(command, ({ context }) => context.refusal);
  // its debt and stock are in the figures already, which would count it twice
  const isConfirmed =
    asked.type === 'invoice.confirm' && !unread && !busy && !invoice.allowed_events.includes(asked.type);
  // somebody else was faster; after a lost answer it may have been this person, who sends the same again
  const isOver = isConfirmed && refusal === null;
  const line = lines.find((one) => one.id === asked.line?.id);
  const [changed, setChanged] = useState<CorrectionChange>({});
  const correction = useCorrection(asked.type === 'line.correct' ? line : undefined, changed);
  const words: CommandWords | null = asked.type === 'line.correct' ? (correction?.words ?? null) : {};
  // the answer was lost, and the line has been read since as it was sent: the same words find out whether it was this person
  const mayBeDone =
    refusal?.kind === 'failed' &&
    correction?.same === true &&
    correction.figure === asked.value &&
    correction.units === asked.count;
  const [why, setWhy] = useState(asked.why ?? '');
  const asksWhy = CORRECTIONS.has(asked.type);
  const written = useMemo(
    () => ({ fields: { ...changed, ...(why.trim() !== '' && { why }) } as Fields, base: {} }),
    [changed, why],
  );
  const draft = useDraft({
    place:
      asksWhy && asked.line !== undefined ? { form: 'correction', of: `new.${asked.type}.${asked.line.id}` } : null,
    written,
    onTaken: ({ fields }) => {
      const { why: kept, ...change } = fields as CorrectionChange & { why?: string };
      setChanged(change);
      if (kept !== undefined) setWhy(kept);
    },
    onStartedOver: () => {
      setChanged({});
      setWhy('');
    },
  });
  useDropped({ draft }, (drop) => [command.on('command.done', drop)]);
  const unexplained = asksWhy && !saysWhy(why);
  const gone = line !== undefined && goneOf(line) > 0;
  const name = invoice.files.find((file) => file.id === asked.fileId)?.name ?? '';
  const close = () => command.send({ type: 'command.close' });
  // what asks for nothing more is confirmed by Enter as soon as its figures are there
  const main = useRef<HTMLButtonElement>(null);
  const ready = READY_AT_ONCE.has(asked.type) && !unread && !isOver;
  useEffect(() => {
    // who has gone to another button stays there
    if (ready && document.activeElement?.closest('.action-bar') == null) main.current?.focus();
  }, [ready]);
  const confirm = () => {
    if (busy || unread || isOver) return;
    if (mayBeDone) return command.send({ type: 'command.retry' });
    if (words === null || unexplained) return;
    command.send({
      type: 'command.confirm',
      words: { ...words, ...(asksWhy && { why: why.trim() }) },
      key: newKey(),
    });
  };
  return (
    <AskDialog
      title={t(`ask.${asked.type}.title`, { number: invoice.number, product: asked.line?.title ?? '', name })}
      onClose={close}
      // input is discarded only by its button, not by a key
      held={busy || Object.keys(written.fields).length > 0}
      wide={asked.type === 'invoice.confirm' || asked.type === 'line.correct'}
      onSubmit={confirm}
      foot={
        <>
          <Button
            ref={main}
            type="submit"
            autoFocus={ready}
            intent={DANGEROUS.has(asked.type) ? 'danger' : 'primary'}
            text={refusal?.kind === 'failed' ? t('common:retry') : t(`ask.${asked.type}.do`)}
            loading={busy}
            disabled={unread || isOver || (!mayBeDone && (words === null || unexplained))}
            data-testid="command-confirm"
          />
          <Button text={t('common:back')} disabled={busy} onClick={close} data-testid="command-close" />
          {asked.type === 'line.correct' && (
            <Button
              className="rare"
              variant="minimal"
              intent="danger"
              text={t('correct.withdraw')}
              disabled={busy || gone}
              onClick={() => {
                close();
                actor.send({
                  type: 'command.ask',
                  command: { ...asked, type: 'line.withdraw', ...(why !== '' && { why }) },
                });
              }}
              data-testid="line-withdraw"
            />
          )}
        </>
      }
    >
      {refusal?.kind === 'stale' && refusal.current !== null ? (
        <AskedAgain stored={refusal.current} command={asked} />
      ) : (
        refusal !== null && <RefusalNotice refusal={refusal} inset />
      )}
      {asked.type === 'invoice.send' && <Duplicates invoice={invoice} />}
      {isOver && (
        <div role="alert" data-testid="command-over">
          <Notice tone="waiting" inset>
            {t('conflict.over', { state: tm(`states.${invoice.status}.name`) })}
          </Notice>
        </div>
      )}
      {asked.type === 'invoice.confirm' && !unread && !isConfirmed && (
        <>
          <ConfirmMoney invoice={invoice} lines={lines} />
          <BeforeAfter lines={lines} />
        </>
      )}
      <DraftOffer draft={draft} />
      {line && correction && (
        <CorrectForm
          line={line}
          busy={busy}
          sent={asked}
          errors={refusal?.errors ?? {}}
          changed={changed}
          correction={correction}
          onChange={(change) => setChanged(changedBy(line, changed, change))}
        />
      )}
      {asked.type === 'line.withdraw' && line && <WithdrawFacts line={line} />}
      {asksWhy && (
        <div className="correct-why">
          <Field
            label={t('correct.why')}
            help={t('correct.whyHelp')}
            error={why.trim() === asked.why ? refusal?.errors.reason?.join(' ') : undefined}
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                fill
                maxLength={500}
                value={why}
                disabled={busy}
                onChange={(event) => setWhy(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      {asked.type !== 'line.correct' && !isOver && <p className="muted">{t(`ask.${asked.type}.text`)}</p>}
    </AskDialog>
  );
}

/** Somebody else was faster: who, and what of the line is another figure now. */
function AskedAgain({
  stored: { by, at, lines },
  command: { line },
}: {
  stored: StoredInvoice;
  command: InvoiceCommand;
}) {
  const t = useText('invoice');
  const now = lines.find(({ id }) => id === line?.id);
  const figures = (['count', 'value'] as const).filter((figure) => now && line && now[figure] !== line.seen[figure]);
  const language = useLanguage();
  const figureOf = (figure: 'count' | 'value', amount = 0) =>
    figure === 'value' && now ? formatMoney(amount, now.currency.abbrevation, language) : formatNumber(amount);
  return (
    <div role="alert" data-testid="command-again">
      <Notice tone="waiting" inset>
        {t('conflict.again', { who: by ?? t('conflict.somebody'), time: at === null ? '' : formatTime(at) })}
        {figures.map((figure) => (
          <div key={figure}>
            {t(`lines.full.${figure}`)}: <b className="num">{figureOf(figure, line?.seen[figure])}</b> →{' '}
            <b className="num">{figureOf(figure, now?.[figure])}</b>
          </div>
        ))}
      </Notice>
    </div>
  );
}

function Duplicates({ invoice }: { invoice: InvoiceDetails }) {
  const t = useText('invoice');
  const tm = useText('machines/invoice');
  if (invoice.duplicates.length === 0) return null;
  return (
    <Notice tone="waiting" inset>
      <b>{t('ask.invoice.send.duplicate', { number: invoice.number_invoice, partner: invoice.partner })}</b>
      <ul className="refused-lines" data-testid="duplicates">
        {invoice.duplicates.map((one) => (
          <li key={one.id}>
            <Link href={pathOf('invoice', { id: one.id })} target="_blank">
              {one.number_invoice}
            </Link>{' '}
            {formatDate(one.invoice_date)}{' '}
            <StateChip look={invoiceLook(one.status)}>{tm(`states.${one.status}.name`)}</StateChip>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The stock of each product before and after; a product on several lines appears once. */
function BeforeAfter({ lines }: { lines: readonly InputProduct[] }) {
  const t = useText('invoice');
  const products = new Map<number, { title: string; before: number; coming: number }>();
  for (const { product_variant: product, on_stock: before, count } of lines) {
    const known = products.get(product.id);
    products.set(product.id, {
      title: product.product_variant_title,
      before,
      coming: (known?.coming ?? 0) + count,
    });
  }
  return (
    <>
      <div className="before-after">
        <FittingTable>
          <table className="table dense" aria-label={t('ask.invoice.confirm.stock')} data-testid="before-after">
            <thead>
              <tr>
                <th scope="col">{t('lines.product')}</th>
                <th scope="col" className="end">
                  {t('ask.invoice.confirm.before')}
                </th>
                <th scope="col" className="end">
                  {t('ask.invoice.confirm.coming')}
                </th>
                <th scope="col" className="end">
                  {t('ask.invoice.confirm.after')}
                </th>
              </tr>
            </thead>
            <tbody>
              {[...products].map(([id, { title, before, coming }]) => (
                <tr key={id}>
                  <th scope="row">{title}</th>
                  <td className="end">{formatNumber(before)}</td>
                  <td className="end">+{formatNumber(coming)}</td>
                  <td className="end">
                    <b>{formatNumber(before + coming)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </FittingTable>
      </div>
      {/* not all of them are seen at once */}
      <p className="muted">
        {t('ask.invoice.confirm.goods', { count: products.size, figure: formatNumber(products.size) })}
      </p>
    </>
  );
}

function WithdrawFacts({ line }: { line: InputProduct }) {
  const t = useText('invoice');
  const language = useLanguage();
  return (
    <table className="conflict">
      <tbody>
        <tr>
          <th scope="row">{t('correct.stock')}</th>
          <td className="num">{formatNumber(line.on_stock)}</td>
          <td className="num">{formatNumber(line.on_stock - line.count)}</td>
        </tr>
        <tr>
          <th scope="row">{t('correct.debt')}</th>
          <td className="num">{formatMoney(lineSum(line), line.currency.abbrevation, language)}</td>
          <td className="num">{formatMoney(0, line.currency.abbrevation, language)}</td>
        </tr>
      </tbody>
    </table>
  );
}
