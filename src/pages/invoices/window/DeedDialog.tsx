/** What is asked before a deed: sending with a second paper of the same number, before and after of stock, a correction. */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { type InputProduct, type InvoiceDetails, lineIndex } from '../../../../contract/invoices.ts';
import { lineSum } from '../../../../machines/invoice/sellingPrice.ts';
import type { Deed, DeedWords, Standing } from '../../../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { invoiceLook, invoicePath } from '../looks.ts';
import { cancelInvoice } from './actors.ts';
import { CorrectForm, goneOf } from './CorrectForm.tsx';
import { HeadPane } from './HeadPane.tsx';
import type { InvoiceActor } from './Workspace.tsx';

const CancelDialog = lazy(() =>
  import('../cancel/CancelDialog.tsx').then((module) => ({ default: module.CancelDialog })),
);

interface DialogProps {
  actor: InvoiceActor;
  invoice: InvoiceDetails;
  lines: readonly InputProduct[];
}

export function DeedDialog({ actor, invoice, lines }: DialogProps) {
  const shown = useSelector(
    actor,
    (snapshot) =>
      snapshot.context.asked && !snapshot.matches({ deeds: 'conflicted' }) && snapshot.context.deed !== null,
  );
  const deed = useSelector(actor, ({ context }) => context.deed);
  if (!shown || deed === null) return null;
  if (deed.type === 'partner.change') return <HeadPane actor={actor} invoice={invoice} />;
  if (deed.type === 'invoice.cancel') return <Cancelling actor={actor} invoice={invoice} />;
  return <Question key={deed.type} actor={actor} invoice={invoice} lines={lines} deed={deed} />;
}

/** Its own workflow sends it; what was sent for confirmation is called off with a box to tick. */
function Cancelling({ actor, invoice }: Pick<DialogProps, 'actor' | 'invoice'>) {
  const t = useText('invoice');
  return (
    <Suspense>
      <CancelDialog
        title={t('ask.invoice.cancel.title', { number: invoice.number })}
        {...(invoice.status === 'sent' && { agreement: t('ask.invoice.cancel.agreement') })}
        onSend={(words) => cancelInvoice(invoice, words)}
        onClose={() => actor.send({ type: 'deed.close' })}
        onDone={() => actor.send({ type: 'deed.done' })}
      />
    </Suspense>
  );
}

/** Deeds that take something away. */
const DANGEROUS: ReadonlySet<string> = new Set(['invoice.delete', 'line.withdraw', 'file.remove']);

/** Deeds that are asked about with figures of the stock: those are read anew. */
const OF_STOCK: ReadonlySet<string> = new Set(['invoice.confirm', 'line.correct', 'line.withdraw']);

function Question({ actor, invoice, lines, deed }: DialogProps & { deed: Deed }) {
  const t = useText('invoice');
  const ofStock = OF_STOCK.has(deed.type);
  const facts = useCall(lineIndex, { params: { id: invoice.id } }, { staleTime: 0, enabled: ofStock });
  const unread = ofStock && !facts.isFetchedAfterMount;
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const line = lines.find((one) => one.id === deed.line?.id);
  const [words, setWords] = useState<DeedWords | null>(deed.type === 'line.correct' ? null : {});
  // what is written is given up by the button that says so, not by a key
  const [written, setWritten] = useState(false);
  const gone = line !== undefined && goneOf(line) > 0;
  const name = invoice.files.find((file) => file.id === deed.fileId)?.name ?? '';
  const close = () => actor.send({ type: 'deed.close' });
  const confirm = () => {
    if (words !== null && !busy && !unread) actor.send({ type: 'deed.confirm', words, key: newKey() });
  };
  return (
    <AskDialog
      title={t(`ask.${deed.type}.title`, { number: invoice.number, product: deed.line?.title ?? '', name })}
      onClose={close}
      held={busy || written}
      wide={deed.type === 'invoice.confirm' || deed.type === 'line.correct'}
      onSubmit={confirm}
      foot={
        <>
          {deed.type === 'line.correct' && (
            <Button
              variant="minimal"
              intent="danger"
              text={t('correct.withdraw')}
              disabled={busy || gone}
              onClick={() => {
                close();
                actor.send({ type: 'deed.ask', deed: { ...deed, type: 'line.withdraw' } });
              }}
              data-testid="line-withdraw"
            />
          )}
          <Button text={t('common:cancel')} disabled={busy} onClick={close} data-testid="deed-close" />
          <Button
            type="submit"
            intent={DANGEROUS.has(deed.type) ? 'danger' : 'primary'}
            text={refusal?.kind === 'failed' ? t('common:retry') : t(`ask.${deed.type}.do`)}
            loading={busy}
            disabled={words === null || unread}
            data-testid="deed-confirm"
          />
        </>
      }
    >
      {refusal?.kind === 'stale' && refusal.current !== null ? (
        <AskedAgain standing={refusal.current} deed={deed} />
      ) : (
        refusal !== null && <RefusalNotice refusal={refusal} inset />
      )}
      {deed.type === 'invoice.send' && <Duplicates invoice={invoice} />}
      {deed.type === 'invoice.confirm' && <BeforeAfter lines={lines} />}
      {deed.type === 'line.correct' && line && (
        <CorrectForm
          line={line}
          busy={busy}
          sent={deed}
          errors={refusal?.errors ?? {}}
          onWords={(next) => {
            setWritten(true);
            setWords(next);
          }}
        />
      )}
      {deed.type === 'line.withdraw' && line && <WithdrawFacts line={line} />}
      {deed.type !== 'line.correct' && <p className="muted">{t(`ask.${deed.type}.text`)}</p>}
    </AskDialog>
  );
}

/** Somebody else was faster: who, and what of the line is another figure now. */
function AskedAgain({ standing: { by, at, lines }, deed: { line } }: { standing: Standing; deed: Deed }) {
  const t = useText('invoice');
  const now = lines.find(({ id }) => id === line?.id);
  const figures = (['count', 'value'] as const).filter((figure) => now && line && now[figure] !== line.seen[figure]);
  const figureOf = (amount: number | undefined) => formatNumber(amount ?? 0, { decimals: 4, trim: true });
  return (
    <div role="alert" data-testid="deed-again">
      <Notice tone="waiting" inset>
        {t('conflict.again', { who: by ?? t('conflict.somebody'), time: at === null ? '' : formatTime(at) })}
        {figures.map((figure) => (
          <div key={figure}>
            {t(`lines.full.${figure}`)}: <b className="num">{figureOf(line?.seen[figure])}</b> →{' '}
            <b className="num">{figureOf(now?.[figure])}</b>
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
            <Link href={invoicePath(one.id)} target="_blank">
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

/** The stock of each product before and after; the same product on several lines stands once. */
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
    <div className="before-after">
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
              <th scope="row" className="cut-cell" title={title}>
                {title}
              </th>
              <td className="end">{formatNumber(before)}</td>
              <td className="end">+{formatNumber(coming)}</td>
              <td className="end">
                <b>{formatNumber(before + coming)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
