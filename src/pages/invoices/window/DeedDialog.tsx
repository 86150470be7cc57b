/** What is asked before a deed: sending with a second paper of the same number, before and after of stock, a correction. */
import { Button, Checkbox } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type InputProduct, type InvoiceDetails, lineIndex, serialIndex } from '../../../../contract/invoices.ts';
import { serialKey } from '../../../../contract/serial.ts';
import { imeiFault } from '../../../../machines/countingWorkspace/imei.ts';
import { correctedPrice, lineSum, unitCost, valueFault } from '../../../../machines/invoice/sellingPrice.ts';
import type { Deed, DeedWords, Standing } from '../../../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Field, TextInput } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { invoiceLook, invoicePath } from '../looks.ts';
import { cancelInvoice } from './actors.ts';
import { opened, read } from './cells.ts';
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
            text={t(`ask.${deed.type}.do`)}
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
        refusal !== null && <RefusalNotice refusal={refusal} inset onRetry={() => actor.send({ type: 'deed.retry' })} />
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

/** A unit a line: its number, then its IMEIs. */
const unitsIn = (text: string): { serial_number: string; imei_numbers: string[] }[] =>
  text
    .split('\n')
    .map((words) =>
      words
        .split(/[\s;,]+/)
        .map(serialKey)
        .filter(Boolean),
    )
    .filter((codes) => codes.length > 0)
    .map((codes) => ({
      serial_number: codes[0] ?? '',
      imei_numbers: codes.filter((code) => imeiFault(code) === null),
    }));

interface CorrectFormProps {
  line: InputProduct;
  busy: boolean;
  /** What was sent last. */
  sent: DeedWords;
  /** What the server said of it, by field. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** Null while what is written cannot be sent. */
  onWords: (words: DeedWords | null) => void;
}

/** Units of a confirmed line that are in its warehouse no more. */
const goneOf = ({ left, count }: InputProduct): number => (left === null ? 0 : Math.max(count - left, 0));

const sameList = (one: readonly unknown[] = [], other: readonly unknown[] = []): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface Correction {
  value: string;
  count: string;
  /** Serial numbers that leave the line. */
  going: readonly string[];
  /** Units that come, as they are typed. */
  coming: string;
}

/** What is written, as figures (null where it is no such figure), and what of it can be sent. */
function judged(line: InputProduct, { value, count, going, coming }: Correction) {
  const typed = read('value', value, line.currency.abbrevation) ?? null;
  const added = unitsIn(coming);
  const sum = line.product_variant.is_serial_number
    ? line.count - going.length + added.length
    : (read('count', count, null) ?? null);
  const wrongValue =
    typed === null ||
    typed <= 0 ||
    Number(typed.toFixed(2)) !== typed ||
    valueFault({ ...line, value: typed }, line.currency.abbrevation) === 'whole';
  const figure = wrongValue ? null : typed;
  const units = sum === null || !Number.isInteger(sum) || sum <= 0 ? null : sum;
  const tooFew = units !== null && units < goneOf(line);
  const same = figure === line.value && units === line.count && going.length === 0;
  const words: DeedWords | null =
    figure === null || units === null || tooFew || same
      ? null
      : // empty lists too: they take the place of what was sent before
        { value: figure, count: units, add_serials: added, remove_serials: [...going] };
  return { figure, units, added, tooFew, same, words };
}

/** Count and price of a confirmed line; units of serial goods come and go by their numbers. */
function CorrectForm({ line, busy, sent, errors, onWords }: CorrectFormProps) {
  const t = useText('invoice');
  const language = useLanguage();
  const serial = line.product_variant.is_serial_number;
  const [written, setWritten] = useState<Correction>({
    value: opened(line.value),
    count: String(line.count),
    going: [],
    coming: '',
  });
  const write = (change: Partial<Correction>) => {
    const next = { ...written, ...change };
    setWritten(next);
    onWords(judged(line, next).words);
  };
  // What somebody else saved meanwhile stands, but for the fields that were changed here.
  const before = useRef(line);
  useEffect(() => {
    const seen = before.current;
    before.current = line;
    if (seen.version === line.version) return;
    const next = {
      ...written,
      ...(read('value', written.value, line.currency.abbrevation) === seen.value && { value: opened(line.value) }),
      ...(read('count', written.count, null) === seen.count && { count: String(line.count) }),
    };
    setWritten(next);
    onWords(judged(line, next).words);
  }, [line, written, onWords]);
  const { value, count, going, coming } = written;
  const { figure, units, added, tooFew, same } = judged(line, written);
  const saved = useCall(serialIndex, { params: { id: line.id }, query: {} }, { enabled: serial }).data?.serial_numbers;
  const gone = goneOf(line);
  const inSom = line.currency.abbrevation === 'UZS';
  // the server's word stands at its field until the field is changed
  const told = (field: string, still: boolean) => (still ? errors[field]?.join(' ') : undefined);
  const ofValue = told('value', figure === sent.value);
  const ofCount = told('count', units === sent.count);
  const ofGoing = told('remove_serials', sameList(going, sent.remove_serials));
  const ofComing = told('add_serials', sameList(added, sent.add_serials));
  const price = figure === null ? null : figure === line.value ? line : correctedPrice({ ...line, value: figure });
  const below = price !== null && figure !== null && price.selling_price < unitCost({ ...line, value: figure });

  const sum = (amount: number) => formatMoney(amount, line.currency.abbrevation, language);
  return (
    <>
      {gone > 0 && (
        <Notice tone="waiting" inset>
          {t('correct.left', { gone: formatNumber(gone), left: formatNumber(line.count - gone) })}{' '}
          {t('correct.leftWhy')}
        </Notice>
      )}
      <Field
        label={t('correct.value')}
        unit={line.currency.abbrevation}
        error={figure === null ? t(inSom ? 'correct.wrongWhole' : 'correct.wrongValue') : ofValue}
        number
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            inputMode="decimal"
            autoComplete="off"
            autoFocus={gone === 0}
            disabled={busy || gone > 0}
            value={value}
            onChange={(event) => write({ value: event.target.value })}
          />
        )}
      </Field>
      {!serial && (
        <Field
          label={t('correct.count')}
          error={
            units === null
              ? t('correct.wrongCount')
              : tooFew
                ? t('correct.atLeast', { n: formatNumber(gone) })
                : ofCount
          }
          number
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              autoComplete="off"
              disabled={busy}
              value={count}
              onChange={(event) => write({ count: event.target.value })}
            />
          )}
        </Field>
      )}
      {serial && (
        <>
          <fieldset className="serial-choice" disabled={busy}>
            <legend>{t('correct.going')}</legend>
            {(saved ?? []).map((unit) => (
              <Checkbox
                key={unit.serial_number}
                label={[unit.serial_number, ...unit.imei_numbers, ...(unit.is_gone ? [t('correct.gone')] : [])].join(
                  ' · ',
                )}
                disabled={unit.is_gone ?? false}
                checked={going.includes(unit.serial_number)}
                onChange={(event) =>
                  write({
                    going: event.currentTarget.checked
                      ? [...going, unit.serial_number]
                      : going.filter((one) => one !== unit.serial_number),
                  })
                }
              />
            ))}
            {ofGoing !== undefined && (
              <div className="field-help error" role="alert">
                {ofGoing}
              </div>
            )}
          </fieldset>
          <Field
            label={t('correct.coming')}
            help={t('correct.comingHelp')}
            error={[ofComing, ofCount].filter(Boolean).join(' ')}
          >
            {(wiring) => (
              <textarea
                {...wiring}
                className="bp6-input bp6-fill"
                rows={3}
                disabled={busy}
                value={coming}
                onChange={(event) => write({ coming: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <table className="conflict" data-testid="correction">
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col">{t('ask.invoice.confirm.before')}</th>
            <th scope="col">{t('ask.invoice.confirm.after')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('correct.onLine')}</th>
            <td className="num">{formatNumber(line.count)}</td>
            <td className="num">{units === null ? '—' : formatNumber(units)}</td>
          </tr>
          <tr>
            <th scope="row">{t('correct.stock')}</th>
            <td className="num">{formatNumber(line.on_stock)}</td>
            <td className="num">{units === null ? '—' : formatNumber(line.on_stock + units - line.count)}</td>
          </tr>
          <tr>
            <th scope="row">{t('correct.debt')}</th>
            <td className="num">{sum(lineSum(line))}</td>
            <td className="num">
              {figure === null || units === null ? '—' : sum(lineSum({ value: figure, count: units }))}
            </td>
          </tr>
          {price !== null && figure !== line.value && (
            <tr>
              <th scope="row">
                {t('lines.selling_price')}
                {price.selling_price_overridden && <span className="amber"> · {t('price.own')}</span>}
              </th>
              <td className="num">{formatMoney(line.selling_price, 'UZS', language)}</td>
              <td className="num">{formatMoney(price.selling_price, 'UZS', language)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {below && (
        <p className="red" role="status" data-testid="below-cost">
          {t('price.below')}
        </p>
      )}
      {same && <p className="muted">{t('correct.same')}</p>}
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
