import { Button } from '@blueprintjs/core';
import { ZoomInIcon, ZoomOutIcon, ZoomToFitIcon } from '@blueprintjs/icons';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { formatNumber } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';
import type { WorkflowEntry } from './catalogue.ts';
import { type Chosen, Diagram, type Found, type Heat, type Lit, type Marks, type OpenRemarks } from './Diagram.tsx';
import type { Drawing } from './drawing.ts';
import { READABLE } from './layout.ts';
import type { MachineWords } from './words.ts';

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2] as const;
const LEAST = 0.1;
const MOST = 2;

/** The zoom at which the whole drawing is in sight; undefined while the page has no room for it. */
function wholeIn(ground: HTMLElement | null, { width, height }: Drawing): number | undefined {
  const { clientWidth = 0, clientHeight = 0 } = ground ?? {};
  if (clientWidth === 0) return undefined;
  return Math.min(1, Math.max(LEAST, Math.min(clientWidth / width, clientHeight / height)));
}

export interface SheetProps {
  drawing: Drawing;
  entry: WorkflowEntry;
  words: MachineWords;
  label: string;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  found: Found | null;
  lit?: Lit | undefined;
  heat?: ReadonlyMap<string, Heat> | undefined;
  marks?: Marks | undefined;
  remarks?: OpenRemarks | undefined;
  t: Text;
}

const KEYS: KeyGroup = {
  space: 'keys',
  title: 'diagram.title',
  rows: [
    ['diagram.size', '+', '−'],
    ['diagram.whole', '0'],
  ],
};

/** The drawing on its ground: moved by scrolling or by hand, larger and smaller by buttons, keys and ctrl with the wheel. */
export function Sheet({
  drawing,
  entry,
  words,
  label,
  chosen,
  onChoose,
  found,
  lit,
  heat,
  marks,
  remarks,
  t,
}: SheetProps) {
  const ground = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  /** The drawing that is scrolled to its beginning, or has been moved since. */
  const [begun, setBegun] = useState<Drawing | null>(null);

  const showWhole = () => setZoom((before) => wholeIn(ground.current, drawing) ?? before);
  const step = (by: 1 | -1) => {
    const next = by > 0 ? ZOOMS.find((one) => one > zoom + 0.01) : ZOOMS.findLast((one) => one < zoom - 0.01);
    if (next !== undefined) setZoom(next);
  };
  // a new drawing is as wide as its page, with letters that can be read, and shown from its beginning
  useLayoutEffect(() => {
    const wide = (ground.current?.clientWidth || drawing.width) / drawing.width;
    setZoom(Math.min(1, Math.max(READABLE, wide)));
    setBegun(drawing);
  }, [drawing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each drawing, at its first zoom
  useLayoutEffect(() => {
    const [beginning] = begun?.beginnings ?? [];
    ground.current?.scrollTo((beginning?.x ?? 0) * zoom - ground.current.clientWidth / 2, 0);
  }, [begun]);
  const soughtKey = JSON.stringify([chosen, found === null ? null : [[...found.states], [...found.transitions]]]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when something else is chosen or found, or drawn anew
  useEffect(() => {
    const sought = ground.current?.querySelector('.is-chosen') ?? ground.current?.querySelector('.is-found');
    sought?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [soughtKey, begun]);
  const litKey = lit === undefined ? '' : [...lit.states].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is somewhere else
  useEffect(() => {
    ground.current?.querySelector('.is-lit:not(.is-nested)')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [litKey, begun]);
  useEffect(() => {
    const at = ground.current;
    // React's wheel listeners are passive and could not keep the page from zooming itself
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((before) => Math.min(MOST, Math.max(LEAST, before * (event.deltaY < 0 ? 1.1 : 1 / 1.1))));
    };
    at?.addEventListener('wheel', onWheel, { passive: false });
    return () => at?.removeEventListener('wheel', onWheel);
  }, []);

  const held = useRef<{ x: number; y: number } | null>(null);
  useKeys(KEYS);
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
          words={words}
          drawing={drawing}
          label={label}
          chosen={chosen}
          onChoose={onChoose}
          found={found}
          lit={lit}
          heat={heat}
          marks={marks}
          remarks={remarks}
          zoom={zoom}
        />
      </section>
      <div className="workflow-zoom">
        <Button
          variant="minimal"
          aria-label={t('zoom.out')}
          icon={<ZoomOutIcon size={14} />}
          onClick={() => step(-1)}
        />
        <span className="num">{formatNumber(Math.round(zoom * 100))} %</span>
        <Button variant="minimal" aria-label={t('zoom.in')} icon={<ZoomInIcon size={14} />} onClick={() => step(1)} />
        <Button variant="minimal" aria-label={t('zoom.fit')} icon={<ZoomToFitIcon size={14} />} onClick={showWhole} />
      </div>
    </>
  );
}
