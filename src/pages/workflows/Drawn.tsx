/** A diagram on its ground, or that it is being drawn, or that it could not be. */
import { Button } from '@blueprintjs/core';
import type { Ref } from 'react';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { TopBar } from '../../ui/loading.tsx';
import { Sheet, type SheetProps } from './Sheet.tsx';
import type { useDrawing } from './useDrawing.ts';
import type { MachineWords } from './words.ts';
import './diagram.css';

interface DrawnProps extends Omit<SheetProps, 'drawing' | 'label' | 't' | 'words'> {
  drawn: ReturnType<typeof useDrawing>;
  words: MachineWords;
  /** Where the same is read when it cannot be drawn. */
  instead: string;
  /** What is drawn on it has not come yet. */
  waiting?: boolean;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

export function Drawn({
  drawn: { drawing, failed, again, measure },
  words,
  instead,
  waiting = false,
  className = 'workflow-drawn',
  ref,
  ...sheet
}: DrawnProps) {
  const t = useText('workflows');
  return (
    <div
      className={className}
      ref={(place) => {
        if (typeof ref === 'function') ref(place);
        else if (ref) ref.current = place;
        return measure(place);
      }}
    >
      {failed && (
        <Empty kind="failed" title={t('notDrawn')} text={instead}>
          <Button text={t('common:retry')} onClick={again} />
        </Empty>
      )}
      {(drawing === null || waiting) && !failed && <TopBar label={t('drawing')} />}
      {drawing !== null && (
        <Sheet
          key={sheet.entry.name}
          drawing={drawing}
          words={words}
          label={t('diagram', { name: words.name })}
          t={t}
          {...sheet}
        />
      )}
    </div>
  );
}
