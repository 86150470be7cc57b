/** The correction of a confirmed line: its new figures, the units that go and come, before and after. */
import { Checkbox } from '@blueprintjs/core';
import { Suspense } from 'react';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { type NewSerial, type SerialEntry, serialIndex } from '../../../../contract/invoices/serials.ts';
import { sameJson } from '../../../../contract/json.ts';
import { correctedPrice, lineSum, unitCost, valueFault } from '../../../../machines/invoice/sellingPrice.ts';
import type { CommandWords } from '../../../../machines/invoiceWorkspace/commands.ts';
import {
  checkUnits,
  codesOf,
  type Fault,
  goodsOf,
  listOf,
  nameOf,
  readTyped,
} from '../../../../machines/serialDesk/units.ts';
import { useCall } from '../../../api/queries.ts';
import { currencyDecimals, currencyUnit, formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Field, TextInput } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useFaultWords } from '../serials/words.ts';
import { read } from './cells.ts';

interface CorrectFormProps {
  line: InputProduct;
  busy: boolean;
  /** What was sent last. */
  sent: CommandWords;
  /** The server's errors, by field. */
  errors: Readonly<Record<string, readonly string[]>>;
  changed: CorrectionChange;
  correction: Correction;
  onChange: (change: CorrectionChange) => void;
}

/** Units of a confirmed line that are in its warehouse no more. */
export const goneOf = ({ left, count }: InputProduct): number => (left === null ? 0 : Math.max(count - left, 0));

const NOTHING: readonly SerialEntry[] = [];

/** What the person writes. */
interface Written {
  value: string;
  count: string;
  /** Serial numbers that leave the line. */
  going: readonly string[];
  /** Units that come, as they are typed. */
  coming: string;
}

/** The part of it that differs from the line: what others save of the rest meanwhile is seen at once. */
export type CorrectionChange = Partial<Written>;

const priceOf = (line: InputProduct, figure: number) =>
  formatNumber(figure, { decimals: currencyDecimals(line.currency.abbrevation) });

const writtenOf = (line: InputProduct, changed: CorrectionChange): Written => ({
  value: priceOf(line, line.value),
  count: String(line.count),
  going: [],
  coming: '',
  ...changed,
});

/** What is changed after one more change: without what is as the line has it. */
export function changedBy(line: InputProduct, changed: CorrectionChange, change: CorrectionChange): CorrectionChange {
  const same = writtenOf(line, {});
  return Object.fromEntries(
    Object.entries({ ...changed, ...change }).filter(([name, value]) => !sameJson(value, same[name as keyof Written])),
  );
}

/** What is written, as figures (null where it is no such figure), and what of it can be sent. */
function judged(line: InputProduct, { value, count, going, coming }: Written, saved: readonly SerialEntry[]) {
  const typed = read('value', value, line.currency.abbrevation) ?? null;
  const goods = goodsOf(line);
  const added = readTyped(coming, goods);
  const stays = saved.filter((one) => !going.includes(one.serial_number));
  const { faults } = checkUnits({ units: listOf(added), openId: null }, stays, Number.POSITIVE_INFINITY, goods);
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
  const words: CommandWords | null =
    figure === null || units === null || tooFew || same || faults.size > 0
      ? null
      : // empty lists too: they take the place of what was sent before
        { value: figure, count: units, add_serials: added, remove_serials: [...going] };
  return { figure, units, added, faults, tooFew, same, words };
}

export interface Correction extends ReturnType<typeof judged> {
  /** Units of the line as the server has them. */
  saved: readonly SerialEntry[];
}

/** What is written in the correction of a line; null without one. */
export function useCorrection(line: InputProduct | undefined, changed: CorrectionChange): Correction | null {
  const serials = useCall(
    serialIndex,
    { params: { id: line?.id ?? 0 }, query: {} },
    { enabled: line?.product_variant.is_serial_number === true },
  ).data;
  if (line === undefined) return null;
  const saved = serials?.serial_numbers ?? NOTHING;
  return { ...judged(line, writtenOf(line, changed), saved), saved };
}

/** Its words are the desk's: they come when a unit is wrong, and the form does not wait for them. */
function UnitFaults({ units, faults }: { units: readonly NewSerial[]; faults: ReadonlyMap<number, Fault> }) {
  const faultWords = useFaultWords();
  return [...faults].map(([id, fault]) => {
    const words = faultWords(fault);
    const name = nameOf(units[id - 1] ?? { serial_number: '', imei_numbers: [] });
    return <div key={id}>{words.includes(name) ? words : `${name}: ${words}`}</div>;
  });
}

/** Count and price of a confirmed line; units of serial goods come and go by their numbers. */
export function CorrectForm({ line, busy, sent, errors, changed, correction, onChange: write }: CorrectFormProps) {
  const t = useText('invoice');
  const language = useLanguage();
  const serial = line.product_variant.is_serial_number;
  const currency = line.currency.abbrevation;
  const { value, count, going, coming } = writtenOf(line, changed);
  const { figure, units, added, faults, tooFew, same, saved } = correction;
  const gone = goneOf(line);
  const inSom = currency === 'UZS';
  // a server error stays at its field until the field is changed
  const serverErrors = (field: string, still: boolean) => (still ? errors[field]?.join(' ') : undefined);
  const ofValue = serverErrors('value', figure === sent.value);
  const ofCount = serverErrors('count', units === sent.count);
  const ofGoing = serverErrors('remove_serials', sameJson(going, sent.remove_serials ?? []));
  const ofComing = serverErrors('add_serials', sameJson(added, sent.add_serials ?? []));
  const price = figure === null ? null : figure === line.value ? line : correctedPrice({ ...line, value: figure });
  const below = price !== null && figure !== null && price.selling_price < unitCost({ ...line, value: figure });

  const sum = (amount: number) => formatMoney(amount, currency, language);
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
        unit={currencyUnit(currency, language)}
        error={figure === null ? t(inSom ? 'correct.wrongWhole' : 'correct.wrongValue') : ofValue}
        number
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            inputMode="decimal"
            autoComplete="off"
            autoFocus={gone === 0}
            onFocus={({ target }) => target.select()}
            disabled={busy || gone > 0}
            value={value}
            onChange={(event) => write({ value: event.target.value })}
            onBlur={() => figure !== null && write({ value: priceOf(line, figure) })}
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
            {saved.map((unit) => (
              <Checkbox
                key={unit.serial_number}
                label={[...codesOf(unit), ...(unit.is_gone ? [t('correct.gone')] : [])].join(' · ')}
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
            error={
              faults.size > 0 ? (
                <Suspense fallback="…">
                  <UnitFaults units={added} faults={faults} />
                </Suspense>
              ) : (
                [ofComing, ofCount].filter(Boolean).join(' ')
              )
            }
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
