import { Button, Checkbox, NumericInput, Tab, Tabs, TextArea } from '@blueprintjs/core';
import { BarcodeIcon, DocumentOpenIcon, ManuallyEnteredDataIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import {
  type ActDetails,
  type CountRow,
  type Entry,
  MAX_COUNT,
  type ProductInformation,
  productInformation,
} from '../../../../contract/counting.ts';
import { type DraftChange, draftOf, hasWords } from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { choices, disagreeing, serialUnion } from '../../../../machines/actWorkspace/matrix.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { formatDateTime, formatTimeSeconds, tashkentDay } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { Pane } from '../../../ui/layout.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { InfoBox, Notice, Reason } from '../../../ui/Notice.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { Avatar, Kbd } from '../../../ui/small.tsx';
import { Commentary } from './Comments.tsx';
import { DecisionConflict } from './ConflictDialog.tsx';
import { LIVE_EVERY } from './Counters.tsx';
import { counterLook, type Standing } from './deeds.ts';
import type { WorkspaceActor } from './Workspace.tsx';

const sourceIcons = { scan: BarcodeIcon, hand: ManuallyEnteredDataIcon, file: DocumentOpenIcon };

interface EvidenceProps {
  act: ActDetails;
  standing: Standing;
  actor: WorkspaceActor;
  productId: number;
  row: CountRow | undefined;
  next: number | null;
  place: { at: number; of: number };
  onClose: () => void;
}

type TabKey = 'evidence' | 'moves' | 'comments';

export function Evidence({ act, standing, actor, productId, row, next, place, onClose }: EvidenceProps) {
  const t = useText('counting');
  const [tab, setTab] = useState<TabKey>('evidence');
  const read = useCall(
    productInformation,
    { query: { product_variant_id: productId, act_of_count_id: act.id } },
    { refetchInterval: standing.live ? LIVE_EVERY : false },
  );
  const info = read.data?.data;
  const held = useSelector(actor, (snapshot) => !snapshot.can({ type: 'row.close' }));
  const product = info?.product_variant ?? row?.product_variant;
  const accept = () => actor.send({ type: 'draft.accept', key: newKey(), next });
  const count = (number: number) => number > 0 && <span className="tab-count num">{formatNumber(number)}</span>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the whole pane, wherever in it the person writes
    <div
      className="evidence-host"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        accept();
      }}
    >
      <Pane
        kind="evidence"
        title={product?.title ?? t('common:loading')}
        sub={product && [product.sku, product.barcode].filter(Boolean).join(' · ')}
        onClose={held ? undefined : onClose}
        closeLabel={t('evidence.close')}
      >
        {info === undefined ? (
          read.error ? (
            <Failed title={t('evidence.failed')} error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <SkeletonRows rows={6} columns={[3, 1]} />
          )
        ) : (
          <>
            <Tabs id="evidence" selectedTabId={tab} onChange={(key) => setTab(key as TabKey)} renderActiveTabPanelOnly>
              <Tab id="evidence" title={t('evidence.title')} panel={<Entries info={info} row={row} />} />
              <Tab
                id="moves"
                title={
                  <>
                    {t('evidence.moves')}
                    {count(info.moves.length)}
                  </>
                }
                panel={<Moves info={info} />}
              />
              <Tab
                id="comments"
                title={
                  <>
                    {t('tabs.comments')}
                    {count(info.count_commentaries.length)}
                  </>
                }
                panel={
                  info.count_commentaries.length === 0 ? (
                    <p className="muted">{t('comments.nothing')}</p>
                  ) : (
                    <ul className="commentaries">
                      {info.count_commentaries.map((comment) => (
                        <Commentary
                          key={comment.id}
                          comment={comment}
                          actor={actor}
                          mayEdit={standing.may('comment.edit')}
                        />
                      ))}
                    </ul>
                  )
                }
              />
            </Tabs>
            {info.elsewhere.length > 0 && <Elsewhere info={info} />}
            <MovedChoice standing={standing} actor={actor} info={info} row={row} next={next} />
            <Decision
              act={act}
              standing={standing}
              actor={actor}
              info={info}
              row={row}
              next={next}
              place={place}
              onAccept={accept}
            />
          </>
        )}
      </Pane>
      <DecisionConflict actor={actor} product={product?.title ?? ''} />
    </div>
  );
}

/** Who entered what, when, and how. */
function Entries({ info, row }: { info: ProductInformation; row: CountRow | undefined }) {
  const t = useText('counting');
  const matter = row ? disagreeing(row) : new Set<string>();
  return (
    <ul className="entries" data-testid="entries">
      {info.counters.map((counter) => (
        <li key={counter.id} className={matter.has(String(counter.id)) ? 'disputed' : undefined}>
          <Avatar name={counter.user.fullname} />
          <div className="grow">
            <div className="row">
              <b className={counter.count === null ? 'muted' : undefined}>{counter.user.fullname}</b>
              {counter.status === 'submitted' && (
                <StateChip look={counterLook(counter.status)}>{t('counters.status.submitted')}</StateChip>
              )}
              <span className="end-acts">
                {counter.count === null ? (
                  <span className="muted">{t('evidence.notCounted')}</span>
                ) : (
                  <b className={matter.has(String(counter.id)) ? 'amber num' : 'num'}>{formatNumber(counter.count)}</b>
                )}
              </span>
            </div>
            {counter.entries.map((entry) => (
              <EntryLine key={entry.entry_id} entry={entry} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function EntryLine({ entry }: { entry: Entry }) {
  const t = useText('counting');
  const Icon = sourceIcons[entry.source];
  const today = tashkentDay(entry.entered_at) === tashkentDay(Date.now());
  return (
    <div className="entry code">
      <time dateTime={entry.entered_at}>
        {today ? formatTimeSeconds(entry.entered_at) : formatDateTime(entry.entered_at)}
      </time>
      <Icon size={12} />
      <span className="grow cut">
        {t(`evidence.source.${entry.source}`)}
        {entry.serial_number != null && ` · ${entry.serial_number}`}
      </span>
      <span>{formatNumber(entry.count, { plus: true })}</span>
    </div>
  );
}

/** What moved in stock since the residues were loaded (decision 20). */
function Moves({ info }: { info: ProductInformation }) {
  const t = useText('counting');
  if (info.moves.length === 0) return <p className="muted">{t('evidence.noMoves')}</p>;
  return (
    <ul className="entries" data-testid="moves">
      {info.moves.map((move) => (
        <li key={move.id}>
          <div className="grow">
            <div className="row">
              <b className="code">{move.document}</b>
              <span className="muted cut">{move.warehouse}</span>
              <span className="end-acts">
                <Quantity value={move.qty} kind="difference" />
              </span>
            </div>
            <div className="entry code">
              <time dateTime={move.at}>{formatDateTime(move.at)}</time>
              <span className="grow cut">
                {move.user?.fullname}
                {move.serial_number !== null && ` · ${move.serial_number}`}
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Serial numbers that stand in another branch's stock, or at a client: the final count may not hold them. */
function Elsewhere({ info }: { info: ProductInformation }) {
  const t = useText('counting');
  return (
    <div data-testid="elsewhere">
      <Notice tone="waiting" inset icon={WarningSignIcon}>
        <b>{t('elsewhere.title', { count: info.elsewhere.length })}</b>
        <ul>
          {info.elsewhere.map(({ serial_number, where }) => (
            <li key={serial_number}>
              <span className="code">{serial_number}</span> — {where}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** Stock moved while it was counted: keep the count, or keep the difference, both figures in sight. */
function MovedChoice({
  standing,
  actor,
  info,
  row,
  next,
}: {
  standing: Standing;
  actor: WorkspaceActor;
  info: ProductInformation;
  row: CountRow | undefined;
  next: number | null;
}) {
  const t = useText('counting');
  const saving = useSelector(actor, (snapshot) => snapshot.hasTag('saving'));
  if (row === undefined || row.moved_since === 0 || row.final_count === null) return null;
  const now = row.residue + row.moved_since;
  const posts = { count: row.final_count - now, difference: row.final_count - row.residue };
  const version = Math.max(row.version, info.manual?.version ?? 0);
  const may = standing.may('moved.resolve');
  return (
    <section className="decision" aria-label={t('moved.title')} data-testid="moved">
      <h3 className="section-title">{t('moved.title')}</h3>
      <p className="muted">
        {t('moved.text', {
          moved: formatNumber(row.moved_since, { plus: true }),
          residue: formatNumber(row.residue),
          now: formatNumber(now),
          final: formatNumber(row.final_count),
        })}
      </p>
      <div className="row wrap">
        {(['count', 'difference'] as const).map((keep) => (
          <Button
            key={keep}
            active={row.keep === keep}
            aria-pressed={row.keep === keep}
            disabled={!may || saving}
            text={`${t(`moved.${keep}`)}: ${formatNumber(posts[keep], { plus: true })}`}
            onClick={() => actor.send({ type: 'moved.keep', keep, version, key: newKey(), next })}
            data-testid={`keep-${keep}`}
          />
        ))}
      </div>
    </section>
  );
}

interface DecisionProps {
  act: ActDetails;
  standing: Standing;
  actor: WorkspaceActor;
  info: ProductInformation;
  row: CountRow | undefined;
  next: number | null;
  place: { at: number; of: number };
  onAccept: () => void;
}

function Decision({ act, standing, actor, info, row, next, place, onAccept }: DecisionProps) {
  const t = useText('counting');
  const language = useLanguage();
  const draft = useSelector(actor, ({ context }) => draftOf(context));
  const objection = useSelector(actor, ({ context }) => context.objection);
  const failed = useSelector(actor, (snapshot) => snapshot.matches({ evidence: { open: 'failed' } }));
  const saving = useSelector(actor, (snapshot) => snapshot.hasTag('saving'));
  const mayCount = standing.may('product.countManually');
  const mayComment = standing.may('comment.add');
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
  if (!mayCount && !mayComment) {
    return manual === null ? null : <ManualNow manual={manual} />;
  }
  return (
    <section className="decision" aria-label={t('decision.title')} data-testid="decision">
      {manual !== null && <ManualNow manual={manual} />}
      {mayCount ? (
        <>
          <h3 className="section-title">{t('decision.title')}</h3>
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
              {t('decision.inMoney')} <b>{sum === null ? '—' : formatMoney(sum, 'UZS', language, { plus: true })}</b>
            </span>
          </p>
        </>
      ) : (
        <Reason>{t(act.status === 'cancelled' ? 'decision.cancelled' : 'decision.notNow')}</Reason>
      )}
      <TextArea
        fill
        maxLength={2000}
        placeholder={t('decision.comment')}
        aria-label={t('decision.comment')}
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
        {t('decision.photo')}
      </FilePicker>
      {failed && objection !== null && Object.keys(errors).length === 0 && (
        <RefusalNotice refusal={objection} onRetry={ready ? onAccept : undefined} inset />
      )}
      <div className="row wrap">
        <Button
          intent="primary"
          loading={saving}
          disabled={!ready}
          text={t(
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
  const t = useText('counting');
  return (
    <InfoBox icon={ManuallyEnteredDataIcon}>
      {t('decision.manualNow', {
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
  const t = useText('counting');
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
          placeholder={t('decision.other')}
          aria-label={t('decision.other')}
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
          <span className="muted text-xs">{t('decision.countedSo', { names: chosen.titles.join(', ') })}</span>
        )}
      </div>
      {wrong && (
        <div className="field-help error" role="alert">
          {t('decision.wholeNumber', { typed, max: formatNumber(MAX_COUNT) })}
        </div>
      )}
    </>
  );
}

/** Serial goods are decided by their numbers: the count is how many of them are ticked. */
function SerialChoice({ info, draft, onChange, disabled }: ChoiceProps & { draft: readonly string[] | null }) {
  const t = useText('counting');
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
      <legend className="muted">{t('decision.serials', { count: chosen.size, all: union.length })}</legend>
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
        <Button size="small" variant="minimal" text={t('decision.noSerials')} onClick={() => take([])} />
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
                  ? t('decision.elsewhere')
                  : found.length === 0
                    ? t('decision.notFound')
                    : found.map((id) => names.get(id)).join(', ')}
                {found.length > 0 && !expected && ` · ${t('decision.surplus')}`}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
