import { Link } from 'wouter';
import type { HistoryLine } from '../../../../contract/common.ts';
import { actHistory } from '../../../../contract/counting/acts.ts';
import { ACT_STATUSES, type ActCategory, type ActStatus } from '../../../../contract/counting/shared.ts';
import { useCall } from '../../../api/queries.ts';
import { useAllows } from '../../../app/session.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Language, type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import { replayPath } from '../../workflows/addresses.ts';
import { categoryNames } from '../categories.ts';
import { actLook } from './commands.ts';

/** Events that have words of their own; a later one is named by its type until it gets some. */
const KNOWN: ReadonlySet<string> = new Set([
  'act.create',
  'residues.load',
  'act.update',
  'act.limit',
  'counter.add',
  'counter.rename',
  'counter.remove',
  'counter.start',
  'counter.submit',
  'counter.release',
  'counters.allSubmitted',
  'product.countManually',
  'moved.resolve',
  'act.complete',
  'act.form',
  'act.cancel',
  'file.upload',
  'comment.add',
  'comment.edit',
  'entries.save',
]);

function useEventWords(): (event: string, values: Record<string, string | number>) => string {
  const t = useText('counting');
  return (event, values) => (KNOWN.has(event) ? t(`history.${event}`, values) : event);
}

const isStatus = (state: string | null): state is ActStatus => ACT_STATUSES.some((status) => status === state);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Details of a log line besides its event: counter, product, text. */
function valuesOf({ payload }: HistoryLine, t: Text, language: Language): Record<string, string | number> {
  const { after } = payload as { after?: { categories?: ActCategory[] } };
  return {
    categories: categoryNames(after?.categories ?? [], language) || t('act.everything'),
    counter: text(payload.counter),
    product: text(payload.product),
    name: text(payload.name),
    count: number(payload.entries ?? payload.lines ?? payload.count),
    figure: formatNumber(number(payload.entries ?? payload.lines ?? payload.count)),
  };
}

/** The words that were written: what somebody else overwrote is read here. */
function quoted({ payload }: HistoryLine): string {
  const { after } = payload as { after?: { comment?: unknown } };
  return text(payload.reason) || text(payload.comment) || text(after?.comment);
}

/** Asked again when the act changes; while people count, as often as their progress. */
export function History({ actId, live }: { actId: number; live: boolean }) {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const words = useEventWords();
  const language = useLanguage();
  const mayReplay = useAllows('workflows.show');
  const history = useCall(actHistory, { params: { id: actId } }, { refetchInterval: live ? 15_000 : false });
  if (history.isPending) return <SkeletonRows rows={8} columns={[3, 1]} />;
  if (history.error) return <Empty kind="failed" title={t('history.failed')} text={history.error.message} />;
  return (
    <>
      {mayReplay && <Link href={replayPath('countingAct', { id: actId, kind: null })}>{t('history.replay')}</Link>}
      <Timeline
        lines={history.data.data}
        label={t('tabs.history')}
        system={t('history.system')}
        stateOf={(state, { machine }) =>
          isStatus(state) && machine === 'countingAct'
            ? { look: actLook(state), name: tm(`states.${state}.name`) }
            : null
        }
      >
        {(line) => (
          <>
            {words(line.event, valuesOf(line, t, language))}
            {quoted(line) !== '' && <span>: «{quoted(line)}»</span>}
          </>
        )}
      </Timeline>
    </>
  );
}
