import type { UseQueryResult } from '@tanstack/react-query';
import type { RecordLine } from '../../../contract/records.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import type { ApiError } from '../../api/client.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../Empty.tsx';
import { SkeletonRows } from '../loading.tsx';
import { fieldName, type RecordWords, type ValueWords, wordsOfValue } from './words.ts';

interface RecordHistoryProps {
  history: (id: number) => UseQueryResult<{ data: RecordLine[] }, ApiError>;
  id: number;
  words: ValueWords & Pick<RecordWords, 'event' | 'steps'>;
}

/** What each event may be called; one that this release does not know is shown by its own name. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['record.create', 'record.update', 'record.archive', 'record.restore'],
  ...['request.create', 'request.update', 'request.send', 'request.withdraw'],
  ...['request.approve', 'request.refuse', 'request.cancel', 'numbers.reveal', 'unblock.approve'],
  ...['comment.add', 'file.add', 'file.remove', 'copy.confirm'],
]);
const FAMILIES: Readonly<Record<string, string>> = {
  'record.archive': 'fam-red',
  'record.restore': 'fam-green',
  'request.approve': 'fam-green',
  'unblock.approve': 'fam-green',
  'copy.confirm': 'fam-green',
  'request.refuse': 'fam-red',
  'request.cancel': 'fam-red',
};

/** What a line changed; not all that a new record began with, and not the state, which its event says. */
function changesOf(
  event: string,
  before: RecordLine['before'],
  after: RecordLine['after'],
  steps: readonly string[] = [],
): string[] {
  const fields = Object.keys(after).filter((field) => field !== 'status');
  const begins = fields.every((field) => before[field] == null);
  return event.endsWith('.update') || steps.includes(event) || (!KNOWN.has(event) && !begins) ? fields : [];
}

/** Who changed what, field by field, the newest first. */
export function RecordHistory({ history: useHistory, id, words }: RecordHistoryProps) {
  const t = useText('records');
  const history = useHistory(id);
  if (history.isPending) return <SkeletonRows rows={6} columns={[3, 1]} />;
  if (history.error) return <Empty kind="failed" title={t('history.failed')} text={history.error.message} />;
  if (history.data.data.length === 0)
    return <Empty kind="nothing" title={t('history.nothing')} text={t('history.nothingText')} />;
  return (
    <ol className="timeline" aria-label={t('tabs.history')} data-testid="record-history">
      {history.data.data.map(({ id: line, at, user, event, before, after }) => (
        <li key={line} className={FAMILIES[event] ?? 'fam-grey'} data-event={event}>
          <div>
            <b>{user?.fullname ?? t('history.system')}</b>{' '}
            {words.event?.(event) ?? (KNOWN.has(event) ? t(`history.${event}`) : event)}
            {changesOf(event, before, after, words.steps).length > 0 && (
              <ul className="record-changes">
                {changesOf(event, before, after, words.steps).map((field) => (
                  <li key={field}>
                    {fieldName(words, field)}: <s>{wordsOfValue(words, field, (before[field] ?? null) as Json)}</s>{' '}
                    <span className="text">{wordsOfValue(words, field, (after[field] ?? null) as Json)}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ol>
  );
}
