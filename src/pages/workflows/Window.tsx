import { Button, InputGroup, Menu, MenuItem, Popover, Switch } from '@blueprintjs/core';
import { ExportIcon, PrintIcon, SearchIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { matches, searchKey } from '../../../contract/search.ts';
import { isReplayed } from '../../../contract/workflows.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { toastError } from '../../ui/toasts.ts';
import { type View, viewsOf, workflowPath } from './addresses.ts';
import type { WorkflowEntry } from './catalogue.ts';
import type { Chosen, Found } from './Diagram.tsx';
import { Drawn } from './Drawn.tsx';
import type { Drawing } from './drawing.ts';
import { GROUPS } from './groups.ts';
import { useIndex } from './index.ts';
import { Reading } from './Reading.tsx';
import { useOpenRemarks } from './remarks/useRemarks.ts';
import { Replay } from './replay/Replay.tsx';
import { Side } from './Side.tsx';
import { Stuck } from './stuck/Stuck.tsx';
import { Paths, Transitions } from './Tables.tsx';
import { FORMATS, type Format, takeAlong } from './takeAlong.ts';
import { Times } from './times/Times.tsx';
import { useDrawing } from './useDrawing.ts';
import type { ViewProps } from './viewProps.ts';
import { type MachineWords, useWords } from './words.ts';

const Matrix = lazy(() => import('./matrix/Matrix.tsx').then(({ Matrix: it }) => ({ default: it })));
const Simulate = lazy(() => import('./simulate/Simulate.tsx').then(({ Simulate: it }) => ({ default: it })));
const Compare = lazy(() => import('./compare/Compare.tsx').then(({ Compare: it }) => ({ default: it })));

export function Window({ entry }: { entry: WorkflowEntry }) {
  const t = useText('workflows');
  const words = useWords(entry);
  const { name } = entry;
  const [params, set] = useAddress();
  usePageTitle(words.name, { crumbs: [{ title: t('pages:workflows'), path: pathOf('workflows') }] });
  const replayed = isReplayed(name) ? name : null;
  const offered = viewsOf(replayed !== null);
  const view = offered.find((one) => one === params.get('view')) ?? 'diagram';
  const views = (
    <FilterChips
      items={offered.map((key) => ({ key, title: t(`views.${key}`) }))}
      value={view}
      label={t('views.label')}
      onChange={(next: View) => set({ ...NOWHERE, view: next === 'diagram' ? null : next }, { push: true })}
    />
  );
  const given = { entry, words, views };
  return (
    <div className="workflow-sheet">
      <div className="workflow">
        <List now={entry} t={t} />
        {replayed !== null && view === 'stuck' && <Stuck {...given} machine={replayed} />}
        {replayed !== null && view === 'replay' && <Replay {...given} machine={replayed} />}
        {replayed !== null && view === 'times' && <Times {...given} machine={replayed} />}
        {view === 'diagram' && <DiagramView {...given} t={t} />}
        {isFromRecord(view) && (
          <Suspense fallback={<SkeletonRows rows={8} />}>
            {view === 'matrix' && <Matrix {...given} />}
            {view === 'simulate' && <Simulate {...given} />}
            {view === 'compare' && <Compare {...given} />}
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Its table and versions are fetched when they are asked for. */
const isFromRecord = (view: View): boolean => view === 'matrix' || view === 'simulate' || view === 'compare';

/** Parameters of one view mean nothing in another, except the period. */
const NOWHERE = {
  state: null,
  transition: null,
  search: null,
  actions: null,
  codes: null,
  whole: null,
  document: null,
  kind: null,
  by: null,
  clock: null,
  branch: null,
  person: null,
  month: null,
  life: null,
  step: null,
  walk: null,
  at: null,
  page: null,
  per_page: null,
  only: null,
  position: null,
  leads: null,
  cell: null,
  since: null,
  change: null,
  until: null,
  remark: null,
};

function DiagramView({ entry, words, views, t }: ViewProps & { t: Text }) {
  const { chart } = entry;
  const [params, set] = useAddress();
  const actions = params.get('actions') === 'yes';
  const codes = params.get('codes') === 'yes';
  const whole = params.get('whole') === 'yes';
  const chosen = chosenIn(params, entry);
  const wanted = params.get('search') ?? '';
  const found = wanted.trim() === '' ? null : foundIn(entry, words, wanted);

  const choose = (next: Chosen) =>
    set({
      state: next?.kind === 'state' ? next.path : null,
      transition: next?.kind === 'transition' ? next.at + 1 : null,
      remark: null,
    });
  const remarks = useOpenRemarks(chart);
  // what is looked for is drawn, also inside of what would be folded
  const drawn = useDrawing(entry, words, { actions, codes, folds: !whole && found === null });
  const svg = useRef<HTMLDivElement>(null);
  const isFolded = drawn.drawing?.boxes.some(({ folded }) => folded) === true;
  const isHidden = drawn.drawing !== null && isFolded && chosen !== null && !isDrawn(drawn.drawing, chosen);
  useEffect(() => {
    if (isHidden) set({ whole: 'yes' });
  }, [isHidden, set]);

  return (
    <>
      <div className="workflow-main is-read">
        <search className="toolbar" aria-label={t('searchIn')}>
          {views}
          <InputGroup
            type="search"
            aria-label={t('searchIn')}
            placeholder={t('searchIn')}
            leftIcon={<SearchIcon size={14} />}
            value={wanted}
            onChange={(event) => set({ search: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && found !== null) choose(nextFound(found, entry, wanted, chosen));
            }}
          />
          <span className="muted nowrap" aria-live="polite">
            {found === null
              ? t('size', { states: chart.states.length - 1, transitions: chart.transitions.length })
              : t('found', { count: found.states.size + found.transitions.size })}
          </span>
          <div className="toolbar-acts">
            {(isFolded || whole) && (
              <Switch
                className="workflow-actions"
                checked={whole}
                label={t('whole')}
                onChange={() => set({ whole: whole ? null : 'yes', state: null, transition: null })}
              />
            )}
            <Switch
              className="workflow-actions"
              checked={actions}
              label={t('actions')}
              onChange={() => set({ actions: actions ? null : 'yes' })}
            />
            <Switch
              className="workflow-actions"
              checked={codes}
              label={t('codes')}
              onChange={() => set({ codes: codes ? null : 'yes' })}
            />
            <Button icon={<PrintIcon size={14} />} aria-label={t('print')} onClick={() => window.print()} />
            <Popover
              placement="bottom-end"
              content={
                <Menu aria-label={t('take.title')}>
                  {FORMATS.map((format: Format) => (
                    <MenuItem
                      key={format}
                      text={t(`take.${format}`)}
                      onClick={() => {
                        const drawing = svg.current?.querySelector('svg');
                        if (!drawing) return;
                        takeAlong(format, entry, words, drawing).catch(() => toastError(t('take.failed')));
                      }}
                    />
                  ))}
                </Menu>
              }
            >
              <Button icon={<ExportIcon size={14} />} text={t('take.title')} disabled={drawn.drawing === null} />
            </Popover>
          </div>
        </search>
        <Drawn
          ref={svg}
          drawn={drawn}
          entry={entry}
          words={words}
          instead={t('notDrawnText')}
          chosen={chosen}
          onChoose={choose}
          found={found}
          remarks={remarks}
        />
        <Transitions entry={entry} words={words} chosen={chosen} onChoose={choose} found={found} codes={codes} t={t} />
        <Paths entry={entry} words={words} t={t} />
        <Reading name={entry.name} codes={codes} t={t} />
      </div>
      <Side entry={entry} words={words} chosen={chosen} onChoose={choose} codes={codes} t={t} />
    </>
  );
}

/** Whether what is chosen is in the drawing, and not folded into a state around it. */
const isDrawn = ({ boxes, arrows }: Drawing, chosen: Exclude<Chosen, null>): boolean =>
  chosen.kind === 'state'
    ? boxes.some(({ state }) => state.path === chosen.path)
    : boxes.some(({ rows }) => rows.some(({ transition }) => transition === chosen.at)) ||
      arrows.some(({ transitions }) => transitions.includes(chosen.at));

/** The selection from the address, if it exists. */
function chosenIn(params: URLSearchParams, { chart }: WorkflowEntry): Chosen {
  const path = params.get('state');
  if (path !== null && chart.states.some((state) => state.path === path)) return { kind: 'state', path };
  const at = Number(params.get('transition')) - 1;
  return Number.isInteger(at) && chart.transitions[at] !== undefined ? { kind: 'transition', at } : null;
}

function foundIn({ chart }: WorkflowEntry, words: MachineWords, wanted: string): Found {
  const says = (...texts: string[]) => matches(searchKey(texts.join(' ')), wanted);
  return {
    states: new Set(chart.states.filter(({ path }) => says(path, words.state(path))).map(({ path }) => path)),
    transitions: new Set(
      chart.transitions.flatMap(({ eventName, event, guard, actions }, at) =>
        says(eventName, words.event(event), guard, words.guard(guard), ...actions, ...actions.map(words.action))
          ? [at]
          : [],
      ),
    ),
  };
}

/** The one after what is chosen, round and round; what has the very name that is written comes first. */
function nextFound({ states, transitions }: Found, { chart }: WorkflowEntry, wanted: string, chosen: Chosen): Chosen {
  const all: Exclude<Chosen, null>[] = [
    ...[...states].map((path) => ({ kind: 'state' as const, path })),
    ...[...transitions].map((at) => ({ kind: 'transition' as const, at })),
  ];
  const name = wanted.trim().toLowerCase();
  const isNamed = (one: Exclude<Chosen, null>) =>
    (one.kind === 'state' ? one.path : chart.transitions[one.at]?.eventName)?.toLowerCase() === name;
  all.sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  const now = all.findIndex((one) => JSON.stringify(one) === JSON.stringify(chosen));
  return all[(now + 1) % all.length] ?? null;
}

interface ListProps {
  now: WorkflowEntry;
  t: Text;
}

function List({ now, t }: ListProps) {
  const language = useLanguage();
  const entries = useIndex();
  return (
    <nav className="workflow-list" aria-label={t('pages:workflows')}>
      {GROUPS.map((group) => (
        <div key={group}>
          <div className="workflow-group">{t(`groups.${group}`)}</div>
          <ul>
            {entries
              .filter((entry) => entry.group === group)
              .map(({ name, [language]: words }) => (
                <li key={name}>
                  <Link href={workflowPath(name)} aria-current={name === now.name ? 'page' : undefined}>
                    {words.name}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
