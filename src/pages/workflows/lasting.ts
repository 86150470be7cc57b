import { formatDuration } from '../../format/dates.ts';
import { formatNumber, type Language } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';

/** Two units at most; what is shorter than a minute in seconds. `t` is that of `replay`. */
export const lasting = (seconds: number | null, t: Text, language: Language): string => {
  if (seconds === null) return '—';
  if (seconds >= 60) return formatDuration(seconds * 1000, language);
  return t('replay:seconds', { figure: formatNumber(Math.round(seconds)) });
};
