/** What waits for the person (areas 4.2), as the dashboard shows it in widgets. */
import { Link } from 'wouter';
import type { QueueItem } from '../../../contract/day.ts';
import type { ApiError } from '../../api/client.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { keyOf, nameOf, placeOf } from './queue.ts';
import './duties.css';

/** One row for each: where it leads, of whom it is, what is to be done. */
export function DutyRows({ items }: { items: readonly QueueItem[] }) {
  const t = useText('home');
  const language = useLanguage();
  return items.map((item) => (
    <li key={keyOf(item)}>
      <Link href={placeOf(item)}>{nameOf(item, language)}</Link>
      <span className="muted cut">
        {item.organization !== null && `${item.organization}, `}
        {formatDateTime(item.since)}
      </span>
      <Link href={placeOf(item)} className="act-of">
        {t(`actions.${item.event}`)} →
      </Link>
    </li>
  ));
}

/** In the place of what waits, when it could not be read. */
export function DayFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return <Failed title={useText('home')('failed')} error={error} onRetry={onRetry} />;
}
