/** Colours of a diagram with the times that they mean. */
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { lasting } from '../lasting.ts';

interface LegendProps {
  title: string;
  /** Seconds up to which each colour goes; null where no time is known. */
  bounds: readonly number[] | null;
  /** Further colours, as items of the list. */
  children?: ReactNode;
}

export function Legend({ title, bounds, children }: LegendProps) {
  const t = useText('replay');
  const language = useLanguage();
  return (
    <div className="times-legend" data-testid="times-legend">
      <span className="muted">{title}</span>
      {bounds === null ? (
        <span className="muted">{t('noTimes')}</span>
      ) : (
        <ul>
          {bounds.map((bound, at) => {
            const time = lasting(bound, t, language);
            // of short times two quarters may be called the same: the darker one stands for both
            if (bounds.some((other, place) => place > at && lasting(other, t, language) === time)) return null;
            return (
              <li key={bound}>
                <i className={`times-mark heat-${at + 1}`} aria-hidden="true" />
                {t('upTo', { time })}
              </li>
            );
          })}
          {children}
        </ul>
      )}
    </div>
  );
}
