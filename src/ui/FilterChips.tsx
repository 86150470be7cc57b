/** What a list is narrowed to: one of a few, each with how many there are. */
import type { ReactNode } from 'react';
import { COUNTED } from '../../contract/common.ts';
import { formatNumber } from '../format/numbers.ts';
import { classes, familyClass, type Look, looks } from './look.ts';

export interface FilterChip<Key extends string> {
  key: Key;
  title: ReactNode;
  /** null: more than are counted unasked */
  count?: number | null;
  /** there are more than the count says */
  more?: boolean;
  look?: Look | undefined;
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
      {items.map(({ key, title, count, more, look }) => {
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
              <span className="count">
                {formatNumber(count ?? COUNTED)}
                {(count === null || more) && '+'}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
