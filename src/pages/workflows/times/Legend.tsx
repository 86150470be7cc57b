/** Colours of a diagram with what they mean. */
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { lasting } from '../lasting.ts';

interface LevelsProps {
  title: string;
  /** What each colour stands for, the lightest first; null where it is that of a darker one. */
  levels: readonly (string | null)[];
  /** Further colours, as items of the list. */
  children?: ReactNode;
}

export function Levels({ title, levels, children }: LevelsProps) {
  return (
    <div className="times-legend" data-testid="times-legend">
      <span className="muted">{title}</span>
      <ul>
        {levels.map(
          (words, at) =>
            words !== null && (
              <li key={words}>
                <i className={`times-mark heat-${at + 1}`} aria-hidden="true" />
                {words}
              </li>
            ),
        )}
        {children}
      </ul>
    </div>
  );
}

interface LegendProps extends Omit<LevelsProps, 'levels'> {
  /** Seconds up to which each colour goes; null where no time is known. */
  bounds: readonly number[] | null;
}

/** Of times. */
export function Legend({ title, bounds, children }: LegendProps) {
  const t = useText('replay');
  const language = useLanguage();
  if (bounds === null)
    return (
      <div className="times-legend" data-testid="times-legend">
        <span className="muted">{title}</span>
        <span className="muted">{t('noTimes')}</span>
      </div>
    );
  const times = bounds.map((bound) => lasting(bound, t, language));
  // of short times two quarters may be called the same: the darker one stands for both
  const levels = times.map((time, at) => (times.includes(time, at + 1) ? null : t('upTo', { time })));
  return (
    <Levels title={title} levels={levels}>
      {children}
    </Levels>
  );
}
