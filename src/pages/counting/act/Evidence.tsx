import { Button, Tab, Tabs } from '@blueprintjs/core';
import { BarcodeIcon, DocumentOpenIcon, ManuallyEnteredDataIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type RefObject, useState } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { Entry } from '../../../../contract/counting/entries.ts';
import { type CountRow, type ProductInformation, productInformation } from '../../../../contract/counting/matrix.ts';
import { disagreeing } from '../../../../machines/actWorkspace/matrix.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { formatDateTime, formatTimeSeconds, tashkentDay } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Pane } from '../../../ui/layout.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { Avatar } from '../../../ui/small.tsx';
import { commandOf, type WorkspaceActor } from './actors.ts';
import { Commentary } from './Comments.tsx';
import { DecisionConflict } from './ConflictDialog.tsx';
import { LIVE_EVERY } from './Counters.tsx';
import { type Capabilities, counterLook } from './commands.ts';
import { Decision } from './Decision.tsx';

const sourceIcons = { scan: BarcodeIcon, hand: ManuallyEnteredDataIcon, file: DocumentOpenIcon };

interface EvidenceProps {
  act: ActDetails;
  capabilities: Capabilities;
  actor: WorkspaceActor;
  productId: number;
  row: CountRow | undefined;
  next: number | null;
  place: { at: number; of: number };
  /** The first choice takes the focus once it is there. */
  toDecide: RefObject<boolean>;
  onClose: () => void;
}

type TabKey = 'evidence' | 'moves' | 'comments';

const KEYS: KeyGroup = { space: 'keys', title: 'evidence.title', rows: [['evidence.save', 'Ctrl', 'Enter']] };

export function Evidence(props: EvidenceProps) {
  const { act, capabilities, actor, productId, row, next, place, toDecide, onClose } = props;
  const t = useText('counting');
  const m = useText('countingMatrix');
  const [tab, setTab] = useState<TabKey>('evidence');
  const read = useCall(
    productInformation,
    { query: { product_variant_id: productId, act_of_count_id: act.id } },
    { refetchInterval: capabilities.live ? LIVE_EVERY : false },
  );
  const info = read.data?.data;
  const held = useSelector(actor, (snapshot) => !snapshot.can({ type: 'row.close' }));
  const command = useSelector(actor, commandOf);
  const product = info?.product_variant ?? row?.product_variant;
  const accept = () => {
    toDecide.current = next !== null;
    actor.send({ type: 'draft.accept', key: newKey(), next });
  };
  useKeys(KEYS);
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
        closeLabel={m('evidence.close')}
      >
        {info === undefined ? (
          read.error ? (
            <Failed title={m('evidence.failed')} error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <SkeletonRows rows={6} columns={[3, 1]} />
          )
        ) : (
          <>
            <Tabs id="evidence" selectedTabId={tab} onChange={(key) => setTab(key as TabKey)} renderActiveTabPanelOnly>
              <Tab id="evidence" title={m('evidence.title')} panel={<Entries info={info} row={row} />} />
              <Tab
                id="moves"
                title={
                  <>
                    {m('evidence.moves')}
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
                          command={command}
                          mayEdit={capabilities.may('comment.edit')}
                        />
                      ))}
                    </ul>
                  )
                }
              />
            </Tabs>
            {info.elsewhere.length > 0 && <Elsewhere info={info} />}
            <MovedChoice capabilities={capabilities} actor={actor} info={info} row={row} next={next} />
            <Decision
              act={act}
              capabilities={capabilities}
              actor={actor}
              info={info}
              row={row}
              next={next}
              place={place}
              toDecide={toDecide}
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
  const m = useText('countingMatrix');
  const matter = row ? disagreeing(row) : new Set<string>();
  return (
    <ul className="entries" data-testid="entries">
      {info.counters.map((counter) => (
        <li key={counter.id} className={matter.has(String(counter.id)) ? 'disputed' : undefined}>
          <Avatar name={counter.user.fullname} />
          <div className="grow">
            <div className="row wrap">
              <b className={counter.count === null ? 'muted' : undefined}>{counter.user.fullname}</b>
              {counter.status === 'submitted' && (
                <StateChip look={counterLook(counter.status)}>{t('counters.status.submitted')}</StateChip>
              )}
              <span className="end-acts">
                {counter.count === null ? (
                  <span className="muted">{m('evidence.notCounted')}</span>
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
  const m = useText('countingMatrix');
  const Icon = sourceIcons[entry.source];
  const today = tashkentDay(entry.entered_at) === tashkentDay(Date.now());
  return (
    <div className="entry code">
      <time dateTime={entry.entered_at}>
        {today ? formatTimeSeconds(entry.entered_at) : formatDateTime(entry.entered_at)}
      </time>
      <Icon size={12} />
      <span className="grow">
        {m(`evidence.source.${entry.source}`)}
        {entry.serial_number != null && ` · ${entry.serial_number}`}
      </span>
      <span>{formatNumber(entry.count, { plus: true })}</span>
    </div>
  );
}

/** What moved in stock since the residues were loaded (decision 20). */
function Moves({ info }: { info: ProductInformation }) {
  const m = useText('countingMatrix');
  if (info.moves.length === 0) return <p className="muted">{m('evidence.noMoves')}</p>;
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
              <span className="grow">
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
  const m = useText('countingMatrix');
  return (
    <div data-testid="elsewhere">
      <Notice tone="waiting" inset icon={WarningSignIcon}>
        <b>{m('elsewhere.title', { count: info.elsewhere.length })}</b>
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
  capabilities,
  actor,
  info,
  row,
  next,
}: {
  capabilities: Capabilities;
  actor: WorkspaceActor;
  info: ProductInformation;
  row: CountRow | undefined;
  next: number | null;
}) {
  const m = useText('countingMatrix');
  const saving = useSelector(actor, (snapshot) => snapshot.hasTag('saving'));
  if (row === undefined || row.moved_since === 0 || row.final_count === null) return null;
  const now = row.residue + row.moved_since;
  const posts = { count: row.final_count - now, difference: row.final_count - row.residue };
  const version = Math.max(row.version, info.manual?.version ?? 0);
  const may = capabilities.may('moved.resolve');
  return (
    <section className="decision" aria-label={m('moved.title')} data-testid="moved">
      <h3 className="section-title">{m('moved.title')}</h3>
      <p className="muted">
        {m('moved.text', {
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
            text={`${m(`moved.${keep}`)}: ${formatNumber(posts[keep], { plus: true })}`}
            onClick={() => actor.send({ type: 'moved.keep', keep, version, key: newKey(), next })}
            data-testid={`keep-${keep}`}
          />
        ))}
      </div>
    </section>
  );
}
