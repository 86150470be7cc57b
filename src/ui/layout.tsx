import { CrossIcon } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { classes } from './look.ts';
import { withWholeNumbers } from './wholeNumbers.tsx';

/** The white sheet on the canvas; panes and tables inside are parted by hairlines. */
export function Sheet({ children }: { children: ReactNode }) {
  return <div className="sheet">{children}</div>;
}

/** At the left what narrows (children), at the right what acts. */
export function Toolbar({ children, acts, label }: { children?: ReactNode; acts?: ReactNode; label?: string }) {
  return (
    <search className="toolbar" aria-label={label}>
      {children}
      {acts !== undefined && <div className="toolbar-acts">{acts}</div>}
    </search>
  );
}

export interface PaneProps {
  title: ReactNode;
  sub?: ReactNode;
  kind?: 'form' | 'evidence' | 'history' | 'serials' | 'story';
  onClose?: () => void;
  closeLabel?: string;
  /** action bar under the pane */
  foot?: ReactNode;
  /** another pane covers this one; what was typed here stays */
  hidden?: boolean;
  children: ReactNode;
}

export function Pane({ title, sub, kind = 'form', onClose, closeLabel, foot, hidden, children }: PaneProps) {
  const id = useId();
  return (
    <aside
      className={classes('pane', kind !== 'form' && `pane-${kind}`)}
      aria-labelledby={id}
      hidden={hidden}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || onClose === undefined) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="pane-head">
        <div className="grow">
          <h2 className="pane-title" id={id}>
            {typeof title === 'string' ? withWholeNumbers(title) : title}
          </h2>
          {sub !== undefined && <div className="pane-sub code">{sub}</div>}
        </div>
        {onClose !== undefined && (
          <button
            type="button"
            className="bp6-button bp6-minimal"
            aria-label={closeLabel}
            aria-keyshortcuts="Escape"
            onClick={onClose}
          >
            <CrossIcon size={16} />
          </button>
        )}
      </header>
      <div className="pane-body">{children}</div>
      {foot !== undefined && <div className="action-bar">{foot}</div>}
    </aside>
  );
}

/** Figures over a document: label above, figure below. */
export function Figures({ items }: { items: readonly { key: string; label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="figures">
      {items.map(({ key, label, value }) => (
        <div className="figure" key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
