import type { ReactNode } from 'react';
import { initials } from '../format/names.ts';
import { formatNumber } from '../format/numbers.ts';
import { familyClass, type Look } from './look.ts';

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}

/** Grey on purpose: a colour would mean a state. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" role="img" aria-label={name} title={name}>
      {initials(name)}
    </span>
  );
}

/** At most `max` of them, then how many more there are. */
export function Avatars({ names, max = 4 }: { names: readonly string[]; max?: number }) {
  const rest = names.length - max;
  return (
    <span className="avatars">
      {names.slice(0, max).map((name) => (
        <Avatar key={name} name={name} />
      ))}
      {rest > 0 && (
        <span
          className="avatar"
          role="img"
          aria-label={names.slice(max).join(', ')}
          title={names.slice(max).join(', ')}
        >
          +{rest}
        </span>
      )}
    </span>
  );
}

/** Bar and `n / all`, for what is moving; when finished show the figure alone. */
export function Progress({ value, all, look = 'work' }: { value: number; all: number; look?: Look }) {
  const share = all > 0 ? Math.min(1, value / all) : 0;
  return (
    <span className={`progress ${familyClass(look)}`}>
      <i aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </i>
      <span>
        <b>{formatNumber(value)}</b> / {formatNumber(all)}
      </span>
    </span>
  );
}
