import { Button, InputGroup, Menu, MenuItem, Popover, Switch } from '@blueprintjs/core';
import { ExportIcon, SearchIcon, ZoomInIcon, ZoomOutIcon, ZoomToFitIcon } from '@blueprintjs/icons';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { matches, searchKey } from '../../../contract/search.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { TopBar } from '../../ui/loading.tsx';
import { toastError } from '../../ui/toasts.ts';
import { WORKFLOWS_PATH, workflowPath } from './addresses.ts';
import { GROUPS, groupOf, type WorkflowEntry } from './catalogue.ts';
import { type Chosen, Diagram } from './Diagram.tsx';
import type { Drawing } from './layout.ts';
import { Side } from './Side.tsx';
import { Paths, Transitions } from './Tables.tsx';
import { FORMATS, type Format, takeAlong } from './takeAlong.ts';
import { useDrawing } from './useDrawing.ts';
import { type MachineWords, useEveryWords } from './words.ts';

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2] as const;
/** Below this a drawing that is fitted could not be read. */
const LEAST_FIT = 0.5;

export function Window({ entry, entries }: { entry: WorkflowEntry; entries: readonly WorkflowEntry[] }) {
  const t = useText('workflows');
  const wordsOf = useEveryWords(entries);
  const words = wordsOf(entry);
  const { chart } = entry;
  const [params, set] = useAddress();
  const actions = params.get('actions') !== 'no';
  const chosen = chosenIn(params, entry);
  const wanted = params.get('search') ?? '';
  const found = wanted.trim() === '' ? null : foundIn(entry, words, wanted);
  usePageTitle(words.name, { crumbs: [{ title: t('pages:workflows'), path: WORKFLOWS_PATH }] });

  const choose = (next: Chosen) =>
    set({
      state: next?.kind === 'state' ? next.path : null,
      transition: next?.kind === 'transition' ? next.at + 1 : null,
    });
  const { drawing, failed, again } = useDrawing(entry, words, actions);
  const svg = useRef<HTMLDivElement>(null);

  return (
    <div className="workflow-sheet">
      <div className="workflow">
        <List entries={entries} now={entry} wordsOf={wordsOf} t={t} />
        <div className="workflow-main">
          <search className="toolbar" aria-label={t('searchIn')}>
            <InputGroup
              type="search"
              aria-label={t('searchIn')}
              placeholder={t('searchIn')}
              leftIcon={<SearchIcon size={14} />}
              value={wanted}
              onChange={(event) => set({ search: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && found !== null) choose(nextFound(found, chosen));
              }}
            />
            <span className="muted nowrap" aria-live="polite">
              {found === null
                ? t('size', { states: chart.states.length - 1, transitions: chart.transitions.length })
                : t('found', { count: found.states.size + found.transitions.size })}
            </span>
            <div className="toolbar-acts">
              <Switch
                className="workflow-actions"
                checked={actions}
                label={t('actions')}
                onChange={() => set({ actions: actions ? 'no' : null })}
              />
              <Popover
                placement="bottom-end"
                content={
                  <Menu aria-label={t('take.title')}>
                    {FORMATS.map((format: Format) => (
                      <MenuItem
                        key={format}
                        text={t(`take.${format}`)}
                        onClick={() => {
                          const drawn = svg.current?.querySelector('svg');
                          if (!drawn) return;
                          takeAlong(format, entry, drawn).catch(() => toastError(t('take.failed')));
                        }}
                      />
                    ))}
                  </Menu>
                }
              >
                <Button icon={<ExportIcon size={14} />} text={t('take.title')} disabled={drawing === null} />
              </Popover>
            </div>
          </search>
          <div className="workflow-drawn" ref={svg}>
            {failed && (
              <Empty kind="failed" title={t('notDrawn')} text={t('notDrawnText')}>
                <Button text={t('common:retry')} onClick={again} />
              </Empty>
            )}
            {drawing === null && !failed && <TopBar label={t('drawing')} />}
            {drawing !== null && (
              <Sheet
                key={entry.name}
                drawing={drawing}
                entry={entry}
                label={t('diagram', { name: words.name })}
                chosen={chosen}
                onChoose={choose}
                found={found}
                t={t}
              />
            )}
          </div>
          <Transitions entry={entry} words={words} chosen={chosen} onChoose={choose} found={found} t={t} />
          <Paths entry={entry} t={t} />
        </div>
        <Side entry={entry} words={words} chosen={chosen} onChoose={choose} t={t} />
      </div>
    </div>
  );
}

/** What the address says is chosen, if it is there. */
function chosenIn(params: URLSearchParams, { chart }: WorkflowEntry): Chosen {
  const path = params.get('state');
  if (path !== null && chart.states.some((state) => state.path === path)) return { kind: 'state', path };
  const at = Number(params.get('transition')) - 1;
  return Number.isInteger(at) && chart.transitions[at] !== undefined ? { kind: 'transition', at } : null;
}

export interface Found {
  states: ReadonlySet<string>;
  transitions: ReadonlySet<number>;
}

function foundIn({ chart }: WorkflowEntry, words: MachineWords, wanted: string): Found {
  const says = (...texts: string[]) => matches(searchKey(texts.join(' ')), wanted);
  return {
    states: new Set(chart.states.filter(({ path }) => says(path, words.state(path))).map(({ path }) => path)),
    transitions: new Set(
      chart.transitions.flatMap(({ eventName, event, guard, actions }, at) =>
        says(eventName, words.event(event), guard, ...actions) ? [at] : [],
      ),
    ),
  };
}

/** The one after what is chosen, round and round. */
function nextFound({ states, transitions }: Found, chosen: Chosen): Chosen {
  const all: Exclude<Chosen, null>[] = [
    ...[...states].map((path) => ({ kind: 'state' as const, path })),
    ...[...transitions].map((at) => ({ kind: 'transition' as const, at })),
  ];
  const now = all.findIndex((one) => JSON.stringify(one) === JSON.stringify(chosen));
  return all[(now + 1) % all.length] ?? null;
}

interface ListProps {
  entries: readonly WorkflowEntry[];
  now: WorkflowEntry;
  wordsOf: (entry: WorkflowEntry) => MachineWords;
  t: Text;
}

function List({ entries, now, wordsOf, t }: ListProps) {
  return (
    <nav className="workflow-list" aria-label={t('pages:workflows')}>
      {GROUPS.map((group) => (
        <div key={group}>
          <div className="workflow-group">{t(`groups.${group}`)}</div>
          <ul>
            {entries
              .filter((entry) => groupOf(entry) === group)
              .map((entry) => (
                <li key={entry.name}>
                  <Link href={workflowPath(entry.name)} aria-current={entry === now ? 'page' : undefined}>
                    {wordsOf(entry).name}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface SheetProps {
  drawing: Drawing;
  entry: WorkflowEntry;
  label: string;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  found: Found | null;
  t: Text;
}

/** The drawing on its ground: moved by scrolling or by hand, larger and smaller by buttons, keys and ctrl with the wheel. */
function Sheet({ drawing, entry, label, chosen, onChoose, found, t }: SheetProps) {
  const ground = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const now = zoom ?? 1;

  const showWhole = () => {
    const { clientWidth = 0, clientHeight = 0 } = ground.current ?? {};
    if (clientWidth === 0) return;
    setZoom(Math.min(1, Math.max(LEAST_FIT, Math.min(clientWidth / drawing.width, clientHeight / drawing.height))));
  };
  const step = (by: 1 | -1) => {
    const next = by > 0 ? ZOOMS.find((one) => one > now + 0.01) : ZOOMS.findLast((one) => one < now - 0.01);
    if (next !== undefined) setZoom(next);
  };
  // the first drawing is fitted; what is chosen afterwards comes into sight by itself
  useLayoutEffect(showWhole, [drawing]);
  const chosenKey = JSON.stringify(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when something else is chosen
  useEffect(() => {
    ground.current?.querySelector('.is-chosen')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosenKey]);
  useEffect(() => {
    const at = ground.current;
    // React's wheel listeners are passive and could not keep the page from zooming itself
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((before) => Math.min(2, Math.max(0.25, (before ?? 1) * (event.deltaY < 0 ? 1.1 : 1 / 1.1))));
    };
    at?.addEventListener('wheel', onWheel, { passive: false });
    return () => at?.removeEventListener('wheel', onWheel);
  }, []);

  const held = useRef<{ x: number; y: number } | null>(null);
  const onPointerMove = (event: PointerEvent) => {
    if (held.current === null || ground.current === null) return;
    ground.current.scrollBy(held.current.x - event.clientX, held.current.y - event.clientY);
    held.current = { x: event.clientX, y: event.clientY };
  };

  return (
    <>
      <section
        ref={ground}
        className="workflow-ground"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key === '+' || event.key === '=') step(1);
          else if (event.key === '-') step(-1);
          else if (event.key === '0') showWhole();
        }}
        onPointerDown={(event) => {
          const isGround = event.target === ground.current || (event.target as Element).matches('svg.chart');
          if (isGround && event.pointerType === 'mouse') held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          held.current = null;
        }}
        onPointerLeave={() => {
          held.current = null;
        }}
      >
        <Diagram
          chart={entry.chart}
          drawing={drawing}
          label={label}
          chosen={chosen}
          onChoose={onChoose}
          found={found}
          zoom={now}
        />
      </section>
      <div className="workflow-zoom">
        <Button
          variant="minimal"
          aria-label={t('zoom.out')}
          icon={<ZoomOutIcon size={14} />}
          onClick={() => step(-1)}
        />
        <span className="num">{formatNumber(Math.round(now * 100))} %</span>
        <Button variant="minimal" aria-label={t('zoom.in')} icon={<ZoomInIcon size={14} />} onClick={() => step(1)} />
        <Button variant="minimal" aria-label={t('zoom.fit')} icon={<ZoomToFitIcon size={14} />} onClick={showWhole} />
      </div>
    </>
  );
}
