import { formatDuration } from '../../format/dates.ts';
import { formatNumber, type Language } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';

/** Two units at most, to the nearest minute; what is shorter than one in seconds. `t` is that of `replay`. */
export const lasting = (seconds: number | null, t: Text, language: Language): string => {
  if (seconds === null) return '—';
  if (seconds >= 59.5) return formatDuration(Math.round(seconds / 60) * 60_000, language);
  return t('replay:seconds', { figure: formatNumber(Math.round(seconds)) });
};
