/** What a report has beside its sentence: where the page stands, in names, figures and yes or no. Nothing that was typed. */

import type { AnyMachineSnapshot } from 'xstate';
import { isChart } from '../../contract/charts.ts';
import {
  LAST,
  MOST_CHARTS,
  type ReportedChart,
  type ReportedRecord,
  reportedFacts,
} from '../../contract/problemReports.ts';
import { isReplayed, REPLAYED } from '../../contract/workflows.ts';
import { leavesIn } from '../../machines/kit/step.ts';
import { lastRequests } from '../api/client.ts';
import { actors, lastEvents } from '../app/inspect.ts';
import { shownDocument } from '../app/shownDocument.ts';
import { documentPath, KINDS } from '../pages/workflows/addresses.ts';
import type { Indexed } from '../pages/workflows/index.ts';

/** How many parts of an address another one has; -1 where it lacks one, or its page is another. */
function sharedParts(path: string, here: URL): number {
  const url = new URL(path, here);
  const parts = [...url.searchParams];
  if (url.pathname !== here.pathname.replace(/(?<=.)\/$/, '')) return -1;
  return parts.every(([name, value]) => here.searchParams.get(name) === value) ? parts.length : -1;
}

/** A directory with a chart of its own is on the page of its directory too: its own chart is asked first. */
const CHARTS_OF_RECORDS = REPLAYED.toSorted(
  (one, other) => Number(one === 'directoryRecord') - Number(other === 'directoryRecord'),
);

/** The record that a window shows: the one whose own page the address is, by every id that the address has. */
export function recordAt(address: string): ReportedRecord | null {
  const here = new URL(address);
  const ids = [...new Set(`${here.pathname} ${[...here.searchParams.values()].join(' ')}`.match(/\b\d{1,9}\b/g))].map(
    Number,
  );
  let found: { record: ReportedRecord; parts: number } | null = null;
  for (const machine of CHARTS_OF_RECORDS)
    for (const kind of KINDS[machine]?.keys() ?? [null])
      for (const id of ids) {
        const path = documentPath(machine, { id, kind });
        // a page of many records names none of them
        if (path === null || path === documentPath(machine, { id: id + 1, kind })) continue;
        const parts = sharedParts(path, here);
        if (parts > (found?.parts ?? -1)) found = { record: { machine, kind, id }, parts };
      }
  return found?.record ?? null;
}

/** The document of the window where the address names none, as that of a branch and its day. */
function recordHere(): ReportedRecord | null {
  const { machine = '', id = 0 } = shownDocument() ?? {};
  return isReplayed(machine) ? { machine, kind: null, id } : null;
}

/** Those of the page before those of the shell, of each the one that began last before the others. */
const ORDER = ['page', 'document', 'shell'] as const;

function chartsNow(index: readonly Indexed[]): ReportedChart[] {
  const groupOf = (machine: string) => ORDER.indexOf(index.find(({ name }) => name === machine)?.group ?? 'shell');
  const seen = [...actors].toReversed().flatMap((actor): ReportedChart[] => {
    const { machine, value, context, status } = actor.getSnapshot() as AnyMachineSnapshot;
    if (status !== 'active' || !isChart(machine.id)) return [];
    return [{ machine: machine.id, state: leavesIn(value).join(), facts: reportedFacts(context) }];
  });
  const once = new Map(seen.toReversed().map((chart) => [JSON.stringify(chart), chart]));
  return [...once.values()]
    .toReversed()
    .toSorted((one, other) => groupOf(one.machine) - groupOf(other.machine))
    .slice(0, MOST_CHARTS);
}

export interface Noted {
  readonly record: ReportedRecord | null;
  readonly charts: ReportedChart[];
  readonly events: { machine: ReportedChart['machine']; type: string }[];
  readonly requests: string[];
}

export const noteNow = (index: readonly Indexed[]): Noted => ({
  record: recordAt(window.location.href) ?? recordHere(),
  charts: chartsNow(index),
  events: lastEvents.flatMap(({ machine, type }) => (isChart(machine) ? [{ machine, type }] : [])).slice(-LAST),
  requests: lastRequests.slice(-LAST),
});
