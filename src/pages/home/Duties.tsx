/** What waits for the person (areas 4.2), as the dashboard shows it in widgets. */
import { Link } from 'wouter';
import type { QueueItem } from '../../../contract/day.ts';
import { formatDateTime } from '../../format/dates.ts';
import { keyOf, placeOf, useNames } from './queue.ts';
import './duties.css';

/** One row for each: where it leads, of whom it is, what is to be done. */
export function DutyRows({ items }: { items: readonly QueueItem[] }) {
  const nameOf = useNames();
  return items.map((item) => (
    <li key={keyOf(item)}>
      <Link href={placeOf(item)}>{nameOf(item)}</Link>
      <span className="muted cut">
        {item.organization !== null && `${item.organization}, `}
        {formatDateTime(item.since)}
      </span>
      <Link href={placeOf(item)} className="act-of">
        {item.words.step} →
      </Link>
    </li>
  ));
}
