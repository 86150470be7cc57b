/** What a remark is on, in the words of the chart of today: whether that is still there, and where it is shown. */
import type { Remark } from '../../../../contract/remarks.ts';
import { type ChartRecord, printOf } from '../../../../machines/kit/release.ts';
import type { Language, Text } from '../../../i18n/index.ts';
import { withQuery } from '../../../routes/registry.ts';
import { workflowPath } from '../addresses.ts';
import { eventWords } from '../words.ts';

export interface Place {
  title: string;
  /** Its state, its transition or its whole chart is no more. */
  gone: 'state' | 'transition' | 'chart' | null;
  /** The chart is not the one on which it was written; null while that is not known. */
  changed: boolean | null;
  /** Null where nothing is left to look at. */
  path: string | null;
}

type Placed = Pick<Remark, 'id' | 'machine' | 'kind' | 'place' | 'print'>;

/** @param record the chart of today; null where there is none any more, undefined while it is on its way */
export function placeOf(
  { id, machine, kind, place, print }: Placed,
  record: ChartRecord | null | undefined,
  language: Language,
  t: Text,
): Place {
  if (record === undefined)
    return { title: kind === 'walk' ? t('walk') : place, gone: null, changed: null, path: null };
  if (record === null) return { title: kind === 'walk' ? t('walk') : place, gone: 'chart', changed: true, path: null };
  const changed = printOf(record) !== print;
  const to = (query: Record<string, string | number>) => withQuery(workflowPath(machine), { ...query, remark: id });
  if (kind === 'walk') return { title: t('walk'), gone: null, changed, path: to({ view: 'simulate', walk: place }) };
  const { states, events } = record.words[language];
  const stateName = (path: string) => states[path]?.name ?? path;
  if (kind === 'state') {
    const gone = record.chart.states.some(({ path }) => path === place) ? null : 'state';
    return { title: stateName(place), gone, changed, path: to(gone === null ? { state: place } : {}) };
  }
  const at = record.chart.transitions.findIndex(({ key }) => key === place);
  const transition = record.chart.transitions[at];
  if (transition === undefined) return { title: place, gone: 'transition', changed, path: to({}) };
  const { event, source, targets } = transition;
  const name = events[event]?.name ?? eventWords(event);
  const ends = targets.length === 0 ? t('workflows:stays') : targets.map(stateName).join(', ');
  return { title: `${name}: ${stateName(source)} → ${ends}`, gone: null, changed, path: to({ transition: at + 1 }) };
}
