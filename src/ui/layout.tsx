import { CrossIcon } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { COUNTED } from '../../contract/common.ts';
import { formatNumber } from '../format/numbers.ts';
import { classes, familyClass, type Look, looks } from './look.ts';

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

export interface FilterChip<Key extends string> {
  key: Key;
  title: ReactNode;
  /** null: more than are counted unasked */
  count?: number | null;
  look?: Look;
}

export interface FilterChipsProps<Key extends string> {
  items: readonly FilterChip<Key>[];
  value: Key;
  onChange: (key: Key) => void;
  label: string;
}

export function FilterChips<Key extends string>({ items, value, onChange, label }: FilterChipsProps<Key>) {
  return (
    <fieldset className="filter-chips" aria-label={label}>
      {items.map(({ key, title, count, look }) => {
        const Icon = look === undefined ? undefined : looks[look].icon;
        return (
          <button
            key={key}
            type="button"
            className={classes('filter-chip', look !== undefined && familyClass(look))}
            aria-pressed={key === value}
            onClick={() => onChange(key)}
          >
            {Icon !== undefined && <Icon size={14} />}
            {title}
            {count !== undefined && (
              <span className="count">{count === null ? `${formatNumber(COUNTED)}+` : formatNumber(count)}</span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

export interface PaneProps {
  title: ReactNode;
  sub?: ReactNode;
  kind?: 'form' | 'evidence' | 'history' | 'serials';
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
            {title}
          </h2>
          {sub !== undefined && <div className="pane-sub code">{sub}</div>}
        </div>
        {onClose !== undefined && (
          <button type="button" className="bp6-button bp6-minimal" aria-label={closeLabel} onClick={onClose}>
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
