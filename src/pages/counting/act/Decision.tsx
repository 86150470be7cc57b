/** The creator's decision on a product: a count, or serial numbers. */
import { Button, Checkbox, NumericInput, TextArea } from '@blueprintjs/core';
import { ManuallyEnteredDataIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { CountRow, ProductInformation } from '../../../../contract/counting/matrix.ts';
import { MAX_COUNT } from '../../../../contract/counting/shared.ts';
import { type DraftChange, draftOf, hasWords } from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { choices, serialUnion } from '../../../../machines/actWorkspace/matrix.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { InfoBox, Reason } from '../../../ui/Notice.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { Kbd } from '../../../ui/small.tsx';
import type { WorkspaceActor } from './actors.ts';
import type { Capabilities } from './commands.ts';

interface DecisionProps {
  act: ActDetails;
  capabilities: Capabilities;
  actor: WorkspaceActor;
  info: ProductInformation;
  row: CountRow | undefined;
  next: number | null;
  place: { at: number; of: number };
  toDecide: RefObject<boolean>;
  onAccept: () => void;
}

export function Decision(props: DecisionProps) {
  const { act, capabilities, actor, info, row, next, place, toDecide, onAccept } = props;
  const t = useText('counting');
  const m = useText('countingMatrix');
  const language = useLanguage();
  const draft = useSelector(actor, ({ context }) => draftOf(context));
  const objection = useSelector(actor, ({ context }) => context.objection);
  const failed = useSelector(actor, (snapshot) => snapshot.matches({ open: 'failed' }));
  const saving = useSelector(actor, (snapshot) => snapshot.hasTag('saving'));
  const mayCount = capabilities.may('product.countManually');
  const mayComment = capabilities.may('comment.add');
  const { manual } = info;
  const version = Math.max(row?.version ?? 0, manual?.version ?? 0);
  const change = (part: DraftChange) => actor.send({ type: 'draft.change', change: part, version });
  const errors = objection?.errors ?? {};
  const fieldErrors = Object.entries(errors).flatMap(([field, words]) =>
    field.startsWith('listed_products') || field === 'product_variant_id' ? words : [],
  );
  const count = draft?.count ?? null;
  const difference = count === null ? null : count - info.residue;
  const sum = difference === null || row === undefined ? null : difference * row.cost;
  const ready = count !== null || hasWords(draft);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!toDecide.current) return;
    toDecide.current = false;
    section.current?.querySelector<HTMLElement>('.count-choice, input:not([type="file"])')?.focus();
  }, [toDecide]);
  if (!mayCount && !mayComment) {
    return manual === null ? null : <ManualNow manual={manual} />;
  }
  return (
    <section ref={section} className="decision" aria-label={m('decision.title')} data-testid="decision">
      {manual !== null && <ManualNow manual={manual} />}
      {mayCount ? (
        <>
          <h3 className="section-title">{m('decision.title')}</h3>
          {info.product_variant.is_serial_number ? (
            <SerialChoice info={info} draft={draft?.serial_numbers ?? null} onChange={change} disabled={saving} />
          ) : (
            <CountChoice info={info} count={count} onChange={change} disabled={saving} />
          )}
          {fieldErrors.map((words) => (
            <div key={words} className="field-help error" role="alert">
              {words}
            </div>
          ))}
          <p className="figures-line num">
            <span>
              {t('matrix.residue')} <b>{formatNumber(info.residue)}</b>
            </span>
            <span>
              {t('matrix.difference')} <Quantity value={difference} kind="difference" />
            </span>
            <span>
              {m('decision.inMoney')} <b>{sum === null ? '—' : formatMoney(sum, 'UZS', language, { plus: true })}</b>
            </span>
          </p>
        </>
      ) : (
        <Reason>{m(act.status === 'cancelled' ? 'decision.cancelled' : 'decision.notNow')}</Reason>
      )}
      <TextArea
        fill
        maxLength={2000}
        placeholder={m('decision.comment')}
        aria-label={m('decision.comment')}
        value={draft?.comment ?? ''}
        disabled={saving || !mayComment}
        onChange={(event) => change({ comment: event.target.value })}
        data-testid="decision-comment"
      />
      {errors.comment && (
        <div className="field-help error" role="alert">
          {errors.comment[0]}
        </div>
      )}
      <FilePicker
        value={draft?.file ?? null}
        onChange={(file) => change({ file })}
        disabled={saving || !mayComment}
        error={errors.file?.[0]}
      >
        {m('decision.photo')}
      </FilePicker>
      {failed && objection !== null && Object.keys(errors).length === 0 && (
        <RefusalNotice refusal={objection} onRetry={ready ? onAccept : undefined} inset />
      )}
      <div className="row wrap">
        <Button
          intent="primary"
          loading={saving}
          disabled={!ready}
          text={m(
            (count === null && hasWords(draft)) || !mayCount
              ? 'decision.onlyComment'
              : next === null
                ? 'decision.accept'
                : 'decision.acceptNext',
          )}
          onClick={onAccept}
          data-testid="decision-accept"
        />
        <span className="row">
          <Kbd>Ctrl</Kbd> <Kbd>↵</Kbd>
        </span>
        {place.at > 0 && (
          <span className="muted num end-acts">
            {formatNumber(place.at)} / {formatNumber(place.of)}
          </span>
        )}
      </div>
    </section>
  );
}

function ManualNow({ manual }: { manual: NonNullable<ProductInformation['manual']> }) {
  const m = useText('countingMatrix');
  return (
    <InfoBox icon={ManuallyEnteredDataIcon}>
      {m('decision.manualNow', {
        name: manual.user.fullname,
        time: formatDateTime(manual.at),
        figure: formatNumber(manual.count),
      })}
    </InfoBox>
  );
}

interface ChoiceProps {
  info: ProductInformation;
  onChange: (change: DraftChange) => void;
  disabled: boolean;
}

const WHOLE = /^\d{1,7}$/;

/** The numbers that were entered, and any other one. The wheel does not change a number. */
function CountChoice({ info, count, onChange, disabled }: ChoiceProps & { count: number | null }) {
  const m = useText('countingMatrix');
  const offered = choices(info.counters.map((counter) => ({ title: counter.user.fullname, count: counter.count })));
  const chosen = offered.find((one) => one.count === count);
  const [written, setTyped] = useState(count !== null && !chosen ? String(count) : '');
  // A figure that was saved or given up leaves the field with the draft; what is no figure stays to be corrected.
  const typed = count === null && WHOLE.test(written) ? '' : written;
  const wrong = typed !== '' && !WHOLE.test(typed);
  return (
    <>
      <div className="row wrap">
        <span className="count-choices">
          {offered.map((one) => (
            <button
              key={one.count}
              type="button"
              className="count-choice num"
              aria-pressed={count === one.count && typed === ''}
              title={one.titles.join(', ')}
              disabled={disabled}
              onClick={() => {
                setTyped('');
                onChange({ count: one.count });
              }}
              data-testid="count-choice"
            >
              {formatNumber(one.count)}
            </button>
          ))}
        </span>
        <NumericInput
          className="count-other"
          buttonPosition="none"
          allowNumericCharactersOnly
          min={0}
          max={MAX_COUNT}
          placeholder={m('decision.other')}
          aria-label={m('decision.other')}
          aria-invalid={wrong || undefined}
          value={typed}
          disabled={disabled}
          onValueChange={(_, text) => {
            setTyped(text);
            onChange({ count: WHOLE.test(text) ? Number(text) : null });
          }}
          data-testid="count-other"
        />
        {chosen && typed === '' && (
          <span className="muted text-xs">{m('decision.countedSo', { names: chosen.titles.join(', ') })}</span>
        )}
      </div>
      {wrong && (
        <div className="field-help error" role="alert">
          {m('decision.wholeNumber', { typed, max: formatNumber(MAX_COUNT) })}
        </div>
      )}
    </>
  );
}

/** Serial goods are decided by their numbers: the count is how many of them are ticked. */
function SerialChoice({ info, draft, onChange, disabled }: ChoiceProps & { draft: readonly string[] | null }) {
  const m = useText('countingMatrix');
  const union = serialUnion(info.counters, info.residue_serial_numbers);
  const away = new Set(info.elsewhere.map((one) => one.serial_number));
  const chosen = new Set(draft ?? []);
  const names = new Map(info.counters.map((counter) => [counter.id, counter.user.fullname]));
  const take = (serials: Iterable<string>) => {
    const list = [...new Set(serials)];
    onChange({ serial_numbers: list, count: list.length });
  };
  return (
    <fieldset className="serials" disabled={disabled} data-testid="serials">
      <legend className="muted">{m('decision.serials', { count: chosen.size, all: union.length })}</legend>
      <div className="row wrap">
        {info.counters
          .filter((counter) => counter.serial_numbers.length > 0)
          .map((counter) => (
            <Button
              key={counter.id}
              size="small"
              text={`${counter.user.fullname} ${formatNumber(counter.serial_numbers.length)}`}
              onClick={() => take(counter.serial_numbers)}
            />
          ))}
        <Button size="small" variant="minimal" text={m('decision.noSerials')} onClick={() => take([])} />
      </div>
      <ul className="serial-list">
        {union.map(({ serial, found, expected }) => (
          <li key={serial}>
            <Checkbox
              checked={chosen.has(serial)}
              onChange={(event) =>
                take(event.currentTarget.checked ? [...chosen, serial] : [...chosen].filter((one) => one !== serial))
              }
            >
              <span className="code">{serial}</span>{' '}
              <span className={away.has(serial) ? 'amber text-xs' : 'muted text-xs'}>
                {away.has(serial)
                  ? m('decision.elsewhere')
                  : found.length === 0
                    ? m('decision.notFound')
                    : found.map((id) => names.get(id)).join(', ')}
                {found.length > 0 && !expected && ` · ${m('decision.surplus')}`}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
