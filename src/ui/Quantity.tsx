import { formatNumber } from '../format/numbers.ts';
import { classes } from './look.ts';

/** Zero, no value yet and not counted are three things and look like three. */
export type Figure = number | 'notCounted' | null | undefined;

export interface QuantityProps {
  value: Figure;
  /** a difference carries its plus */
  kind?: 'plain' | 'difference';
  decimals?: number;
  /** unit after the figure, in a slot of fixed width so that digits of other rows align */
  unit?: string;
  /** what the dash or the dot means, for those who do not see it */
  hint?: string;
}

export function Quantity({ value, kind = 'plain', decimals = 0, unit, hint }: QuantityProps) {
  const slot = unit === undefined ? null : <span className="slot">{unit}</span>;
  if (typeof value !== 'number') {
    const notCounted = value === 'notCounted';
    return (
      <span className={classes('q', notCounted ? 'q-not-counted' : 'q-none')} title={hint}>
        <span aria-hidden={hint !== undefined || undefined}>{notCounted ? '·' : '—'}</span>
        {hint !== undefined && <span className="unseen">{hint}</span>}
        {slot}
      </span>
    );
  }
  return (
    <span className={classes('q', value === 0 && 'q-zero', value < 0 && 'q-negative')}>
      {formatNumber(value, { decimals, plus: kind === 'difference' })}
      {slot}
    </span>
  );
}

export interface MoneyProps extends QuantityProps {
  /** decides the digits after the comma; the unit's word comes by `unit` or is in the column's head */
  currency?: string;
}

export function Money({ currency = 'UZS', ...props }: MoneyProps) {
  return <Quantity decimals={currency === 'UZS' ? 0 : 2} {...props} />;
}

/** Digits in threes by thin gaps that are not characters: what is copied has no spaces. */
export function Threes({ digits }: { digits: string }) {
  const groups = digits.match(/.{1,3}/g) ?? [];
  let at = 0;
  return (
    <span className="code">
      {groups.map((group, index) => {
        at += group.length;
        return (
          <span key={at} style={index === 0 ? undefined : { marginLeft: '.2em' }}>
            {group}
          </span>
        );
      })}
    </span>
  );
}
