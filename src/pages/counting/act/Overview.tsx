import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Tab, Tabs } from '@blueprintjs/core';
import { MoreIcon, PrintIcon, ThIcon, TickIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { CountRow } from '../../../../contract/counting/matrix.ts';
import type { CommandType } from '../../../../machines/actWorkspace/commands.ts';
import {
  disagreeing,
  idOf,
  isToDecide,
  matrixKeys,
  matrixRows,
  possibleSum,
} from '../../../../machines/actWorkspace/matrix.ts';
import { COUNTING_ACT_MAIN_PATH } from '../../../../machines/countingAct/countingAct.machine.ts';
import { newKey } from '../../../api/client.ts';
import { copyAddress } from '../../../app/copyAddress.ts';
import { useAllows } from '../../../app/session.ts';
import { formatDateTime, formatDuration, relative, toMillis } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { pathOf, withQuery } from '../../../routes/registry.ts';
import { Figures } from '../../../ui/layout.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Notice, Reason } from '../../../ui/Notice.tsx';
import { Money, Quantity } from '../../../ui/Quantity.tsx';
import { StepBar } from '../../../ui/StepBar.tsx';
import { Way, WayButton } from '../../../ui/way/Way.tsx';
import { categoryNames } from '../categories.ts';
import type { CommandActor } from './actors.ts';
import { CommentComposer, Comments } from './Comments.tsx';
import { Counters } from './Counters.tsx';
import { actLook, type Capabilities, placeOf, stepAfter } from './commands.ts';
import { ExcelButton } from './ExcelButton.tsx';
import { History } from './History.tsx';
import { PrintMenu } from './PrintMenu.tsx';
import type { WrittenComment } from './useComment.ts';
import { lacksCounters, useFocusOnward } from './useFocusOnward.ts';

const FilesTab = lazy(() => import('./FilesTab.tsx').then((module) => ({ default: module.FilesTab })));

/** The manager's own next step in each state; nothing where others act. */
const NEXT: Partial<Record<string, CommandType>> = {
  created: 'residues.load',
  counting: 'act.complete',
  counted: 'act.complete',
  completed: 'act.form',
};

/** Actions beside the main path; loading again replaces what was loaded, so it is asked about. */
const BESIDES: readonly CommandType[] = ['act.update', 'act.limit', 'residues.load', 'act.cancel'];
/** Changes of what the act has: over what somebody else changed since the person began, nothing is written silently. */
const CHANGES: ReadonlySet<CommandType> = new Set(['act.update', 'act.limit']);

/** What is missing and what is over, before the two are netted. */
const SUMS = [
  ['shortage', 'shortage_sum'],
  ['surplus', 'surplus_sum'],
  ['sum', 'difference_sum'],
] as const;

const MOST_LISTED = 12;

interface OverviewProps {
  act: ActDetails;
  capabilities: Capabilities;
  command: CommandActor;
  comment: WrittenComment;
  rows: readonly CountRow[] | undefined;
  onMatrix: (part?: { filter?: string; row?: number }) => void;
}

export function Overview({ act, capabilities, command, comment, rows, onMatrix }: OverviewProps) {
  const t = useText('counting');
  const language = useLanguage();
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  const next = NEXT[act.status];
  const besides = BESIDES.filter((type) => type !== next && capabilities.may(type));
  const mayCopy = useAllows('act_of_count.add');
  const [, navigate] = useLocation();
  // what is settled is not what it comes to at the moment
  const over = act.status === 'formed' || act.status === 'cancelled';
  const place = useRef<HTMLDivElement>(null);
  useFocusOnward(place, command, act);
  return (
    <div ref={place} className="sheet-body document-body">
      <div className="sheet-main scroll">
        <div className="document-head">
          <div className="document-words">
            <b>{act.organization}</b>
            <span>{act.comment}</span>
            <span className="muted">{t('act.openedBy', { name: act.created_by.fullname })}</span>
            {act.categories.length > 0 && (
              <span data-testid="act-only">
                {t('act.only', { categories: categoryNames(act.categories, language) })}
              </span>
            )}
            {!act.blind && <span className="amber">{t('act.notBlind')}</span>}
          </div>
          <div className="row wrap document-actions">
            <WayButton />
            <PrintMenu act={act} icon={<PrintIcon size={14} />} />
            {act.status !== 'created' && <ExcelButton act={act} />}
            {act.status !== 'created' && (
              <Button
                icon={<ThIcon size={14} />}
                text={t('matrix.open')}
                onClick={() => onMatrix()}
                data-testid="matrix-open"
              />
            )}
            {next && capabilities.allowed.length > 0 && (
              <Button
                intent="primary"
                icon={<TickIcon size={14} />}
                text={t(`ask.${next}.do`)}
                disabled={!capabilities.may(next)}
                aria-describedby={capabilities.may(next) ? undefined : 'why-not'}
                loading={busy}
                onClick={() =>
                  next === 'residues.load'
                    ? command.send({ type: 'command.do', command: { type: next }, key: newKey() })
                    : command.send({ type: 'command.ask', command: { type: next } })
                }
                data-testid="act-next"
                data-onward={!lacksCounters(act) || undefined}
              />
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
                        text={t('form.copy')}
                        onClick={() => navigate(withQuery(pathOf('acts'), copyAddress(act.id)))}
                        data-testid="act-copy"
                      />
                    )}
                    {besides.map((type) => (
                      <span key={type}>
                        {type === 'act.cancel' && (mayCopy || besides.length > 1) && <MenuDivider />}
                        <MenuItem
                          text={t(type === 'residues.load' ? 'act.loadAgain' : `ask.${type}.do`)}
                          intent={type === 'act.cancel' ? 'danger' : 'none'}
                          onClick={() =>
                            command.send({
                              type: 'command.ask',
                              command: {
                                type,
                                ...(CHANGES.has(type) && {
                                  of: { version: act.version, allowed: capabilities.allowed },
                                }),
                                ...(type === 'residues.load' && { again: true }),
                              },
                            })
                          }
                        />
                      </span>
                    ))}
                  </Menu>
                }
              >
                <Button
                  variant="minimal"
                  icon={<MoreIcon size={16} />}
                  aria-label={t('act.more')}
                  data-testid="act-more"
                />
              </PopoverNext>
            )}
          </div>
        </div>
        <ActSteps act={act} />
        <WhyNot act={act} capabilities={capabilities} onMatrix={onMatrix} />
        {act.status !== 'created' && (
          <Figures
            items={[
              {
                key: 'counted',
                label: t('figures.counted'),
                value: (
                  <>
                    {formatNumber(act.counted)} <small>/ {formatNumber(act.lines)}</small>
                  </>
                ),
              },
              { key: 'units', label: t('figures.units'), value: formatNumber(act.units) },
              {
                key: 'residue',
                label: t('figures.residue'),
                value: (
                  <>
                    {formatNumber(act.residue)}
                    {act.residue_left_out > 0 && act.residue_left_out < act.residue && (
                      <small data-testid="residue-left-out">
                        {' '}
                        {t('figures.leftOut', { figure: formatNumber(act.residue_left_out) })}
                      </small>
                    )}
                  </>
                ),
              },
              {
                key: 'disagreements',
                label: t('figures.disagreements'),
                value: (
                  <span className={act.facts.disagreements > 0 ? 'amber' : undefined} data-testid="disagreements">
                    {formatNumber(act.facts.disagreements)}
                  </span>
                ),
              },
              { key: 'moved', label: t('figures.moved'), value: formatNumber(act.facts.moved) },
              ...SUMS.map(([key, figure]) => ({
                key,
                label: t(`figures.${over ? 'over' : 'now'}.${key}`),
                value: (
                  <span className={act[figure] < 0 ? 'red' : undefined}>
                    {formatMoney(act[figure], 'UZS', language, { plus: true })}
                  </span>
                ),
              })),
            ]}
          />
        )}
        <Counters act={act} capabilities={capabilities} command={command} />
        <ToDecide act={act} rows={rows} onMatrix={onMatrix} />
      </div>
      <SideTabs
        act={act}
        capabilities={capabilities}
        command={command}
        comment={comment}
        onProduct={(row) => onMatrix({ row })}
      />
      <Way machine="countingAct" id={act.id} read={[act.version, act.status, ...Object.values(act.facts)].join()} />
    </div>
  );
}

function ActSteps({ act }: { act: ActDetails }) {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const language = useLanguage();
  const cancelled = act.status === 'cancelled';
  // a cancelled act keeps the position it had when it was cancelled
  const reached = COUNTING_ACT_MAIN_PATH.filter((state) => act.moments[state] !== undefined).length;
  const at = cancelled ? Math.max(0, reached - 1) : placeOf(act.status);
  const progress = act.status === 'counting' && act.lines > 0 ? Math.min(1, act.counted / act.lines) : undefined;
  const note = (state: string, index: number): string => {
    const moment = act.moments[state];
    if (index < at && moment) return formatDateTime(moment);
    if (index === at && cancelled)
      return `${tm('states.cancelled.name')} ${formatDateTime(act.moments.cancelled ?? '')}`;
    if (index === at && moment) {
      if (state === 'formed') return formatDateTime(moment);
      const passed = Date.now() - toMillis(moment);
      // "0 minutes" would be noise
      return passed < 60_000 ? relative(moment, language) : t('act.since', { time: formatDuration(passed, language) });
    }
    return state === 'formed' ? t('act.postedToStock') : '';
  };
  return (
    <StepBar
      label={t('act.steps')}
      at={at}
      progress={progress}
      steps={COUNTING_ACT_MAIN_PATH.map((state, index) => {
        const event = stepAfter(state);
        return {
          key: state,
          title: tm(`states.${state}.name`),
          event: event && tm(`events.${event}.name`),
          note: note(state, index),
          look: cancelled && index === at ? 'off' : actLook(state),
        };
      })}
    />
  );
}

/** Why the next step is disabled, with a link to what must be done. */
function WhyNot({
  act,
  capabilities,
  onMatrix,
}: {
  act: ActDetails;
  capabilities: Capabilities;
  onMatrix: OverviewProps['onMatrix'];
}) {
  const t = useText('counting');
  if (capabilities.allowed.length === 0 && act.status !== 'formed' && act.status !== 'cancelled') {
    return (
      <div className="padded" id="why-not">
        <Reason>{t('why.onlyReader')}</Reason>
      </div>
    );
  }
  if (act.status === 'residues_loaded') {
    return (
      <div id="why-not">
        <Notice tone="info">{t(act.facts.assigned === 0 ? 'why.noCounters' : 'why.waitForStart')}</Notice>
      </div>
    );
  }
  if (act.status !== 'counting' && act.status !== 'counted') return null;
  const waits = Object.entries(capabilities.waits).filter((one): one is [string, number] => one[1] !== undefined);
  if (waits.length === 0) return null;
  const link = (['disagreements', 'moved', 'elsewhere'] as const).find(
    (kind) => capabilities.waits[kind] !== undefined,
  );
  return (
    <div id="why-not" data-testid="why-not">
      <Notice
        tone="waiting"
        action={
          link && (
            <button type="button" className="link" onClick={() => onMatrix({ filter: link })}>
              {t(`why.see.${link}`)} →
            </button>
          )
        }
      >
        <b>{t('why.completing')}</b>{' '}
        {waits.map(([kind, count]) => t(`why.${kind}`, { count, figure: formatNumber(count) })).join(' · ')}
      </Notice>
    </div>
  );
}

/** What closes the completion, the most money first. */
function ToDecide({
  act,
  rows,
  onMatrix,
}: {
  act: ActDetails;
  rows: readonly CountRow[] | undefined;
  onMatrix: OverviewProps['onMatrix'];
}) {
  const t = useText('counting');
  const { disagreements, moved, elsewhere } = act.facts;
  const all = disagreements + moved + elsewhere;
  if (all === 0 || rows === undefined || (act.status !== 'counting' && act.status !== 'counted')) return null;
  const view = { filter: 'all', query: '', sort: 'sum', descending: true } as const;
  const undecided = rows.filter(isToDecide);
  const shown = matrixRows(undecided, matrixKeys(undecided), view, () => []).slice(0, MOST_LISTED);
  return (
    <section className="to-decide-part" aria-label={t('toDecide.title')} data-testid="to-decide">
      <div className="section-head hairline">
        <h2 className="section-title">{t('toDecide.title')}</h2>
        <span className="muted num">{formatNumber(undecided.length)}</span>
        <button type="button" className="link end-acts" onClick={() => onMatrix({ filter: 'disagreements' })}>
          {t('toDecide.all')} →
        </button>
      </div>
      <table className="table dense to-decide" aria-label={t('toDecide.title')}>
        <thead>
          <tr>
            <th scope="col">{t('matrix.product')}</th>
            <th scope="col" className="counts">
              {t('toDecide.counts')}
            </th>
            <th scope="col" className="end less">
              {t('matrix.residue')}
            </th>
            <th scope="col" className="end possible">
              {t('toDecide.possible')}
            </th>
            <th scope="col">
              <span className="unseen">{t('toDecide.decide')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const matter = disagreeing(row);
            return (
              <tr key={idOf(row)} className="disputed">
                <th scope="row" className="cut-cell">
                  <Name>{row.product_variant.title}</Name>
                </th>
                <td className="counts">
                  {Object.entries(row.counts).map(([counter, count], index) => (
                    <span key={counter}>
                      {index > 0 && <span className="faint"> · </span>}
                      {matter.has(counter) ? (
                        <span className="matter">{formatNumber(count ?? 0)}</span>
                      ) : (
                        <Quantity value={count ?? undefined} />
                      )}
                    </span>
                  ))}
                </td>
                <td className="end less">
                  <Quantity value={row.residue} />
                </td>
                <td className="end possible">
                  <Money value={possibleSum(row)} kind="difference" />
                </td>
                <td>
                  <button type="button" className="link" onClick={() => onMatrix({ row: idOf(row) })}>
                    {t('toDecide.decide')}
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

type TabKey = 'history' | 'comments' | 'files';

function SideTabs({
  act,
  capabilities,
  command,
  comment,
  onProduct,
}: {
  act: ActDetails;
  capabilities: Capabilities;
  command: CommandActor;
  comment: WrittenComment;
  onProduct: (id: number) => void;
}) {
  const t = useText('counting');
  const [tab, setTab] = useState<TabKey>('history');
  const count = (number: number) => number > 0 && <span className="tab-count num">{formatNumber(number)}</span>;
  return (
    <aside className="document-side" aria-label={t('tabs.label')}>
      <Tabs id="act-tabs" selectedTabId={tab} onChange={(key) => setTab(key as TabKey)} renderActiveTabPanelOnly>
        <Tab id="history" title={t('tabs.history')} panel={<History actId={act.id} live={capabilities.open} />} />
        <Tab
          id="comments"
          title={
            <>
              {t('tabs.comments')}
              {count(act.comments)}
            </>
          }
          panel={<Comments act={act} capabilities={capabilities} command={command} onProduct={onProduct} />}
        />
        <Tab
          id="files"
          title={
            <>
              {t('tabs.files')}
              {count(act.files.length)}
            </>
          }
          panel={
            <Suspense>
              <FilesTab act={act} capabilities={capabilities} command={command} />
            </Suspense>
          }
        />
      </Tabs>
      {tab !== 'files' && <CommentComposer written={comment} capabilities={capabilities} command={command} />}
    </aside>
  );
}
