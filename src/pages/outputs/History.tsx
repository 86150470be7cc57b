import type { HistoryLine } from '../../../contract/common.ts';
import { OUTPUT_STATUSES, type OutputStatus, outputHistory } from '../../../contract/outputs.ts';
import { useCall } from '../../api/queries.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { outputLook } from './looks.ts';

/** Events that have words of their own. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['output.create', 'output.pick', 'serial.scan', 'serial.release', 'goods.count', 'breach.explain'],
  ...['output.handOver', 'output.cancel', 'output.withdraw'],
]);

const isStatus = (state: string | null): state is OutputStatus => OUTPUT_STATUSES.some((one) => one === state);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function History({ id }: { id: number }) {
  const t = useText('outputs');
  const tm = useText('machines/output');
  const history = useCall(outputHistory, { params: { id } });
  if (history.isPending) return <SkeletonRows rows={8} columns={[3, 1]} />;
  if (history.error) return <Empty kind="failed" title={t('history.failed')} text={history.error.message} />;
  const words = ({ event, payload }: HistoryLine): string => {
    if (!KNOWN.has(event)) return event;
    const after = (payload.after ?? {}) as { reason?: unknown; words?: unknown; counted?: unknown };
    return t(`history.${event}`, {
      serial: text(payload.serial),
      goods: text(payload.goods),
      figure: String(after.counted ?? ''),
    });
  };
  const quoted = ({ event, payload }: HistoryLine): string => {
    const after = (payload.after ?? {}) as { reason?: unknown; words?: unknown };
    if (event === 'breach.explain') return text(after.words) || t(`reasons.${text(after.reason)}`);
    return text(after.reason);
  };
  return (
    <Timeline
      lines={history.data.data}
      label={t('history.title')}
      system={t('history.system')}
      stateOf={(state) => (isStatus(state) ? { look: outputLook(state), name: tm(`states.${state}.name`) } : null)}
    >
      {(line) => (
        <>
          {words(line)}
          {quoted(line) !== '' && <span>: «{quoted(line)}»</span>}
        </>
      )}
    </Timeline>
  );
}
