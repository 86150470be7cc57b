/** A figure that can be asked why it is what it is, and the pane with the answer beside the page. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { classes } from '../look.ts';
import { type AskedFigure, useWhy, wordOf } from './asked.ts';
import './why.css';

const WhyPane = lazy(() => import('./WhyPane.tsx').then((module) => ({ default: module.WhyPane })));

interface WhyFigureProps extends AskedFigure {
  /** The day of the story; left out: the practice date. */
  day?: string | null | undefined;
  children: ReactNode;
}

/** A figure that comes while somebody types waits for its words alone: what is hidden with it would lose the focus. */
export const WhyFigure = (props: WhyFigureProps) => (
  <Suspense fallback={props.children}>
    <Askable {...props} />
  </Suspense>
);

function Askable({ day = null, children, ...figure }: WhyFigureProps) {
  const t = useText('why');
  const { asked, ask } = useWhy();
  const may = useAllows(figure.figure === 'cash' ? 'cashbox.show' : 'contract.show|contract.allshow|cashbox.show');
  if (!may) return children;
  const word = wordOf(figure);
  const isOpen = asked !== null && wordOf(asked) === word;
  return (
    <button
      type="button"
      className={classes('why', isOpen && 'why-open')}
      data-why={word}
      aria-expanded={isOpen}
      title={t('ask')}
      onClick={() => ask(figure, day)}
    >
      {children}
    </button>
  );
}

/** Beside what has figures; nothing while none is asked. */
export function Why() {
  const { asked } = useWhy();
  return asked === null ? null : (
    <Suspense fallback={null}>
      <WhyPane key={wordOf(asked)} asked={asked} />
    </Suspense>
  );
}
