import type { RecordKind, Replayed } from '../../../contract/workflows.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import {
  declaredPath,
  pathIn,
  requestPath,
  requestsShown,
  type Shown,
  settingPath,
  shownOn,
} from '../../routes/shown.ts';

export const workflowPath = (machine: string): string => pathOf('workflow', { machine });
/** The page that somebody wrote about a workflow, in its window. */
export const READING = 'workflow-reading';
/** All states that a requirement asks for, over every workflow. */
export const requirementPath = (requirement: string): string => withQuery(pathOf('workflows'), { requirement });
/** One rule of the specification or one decision, with what proves it. @param rule `decisions-21`, `specification-4.3` */
export const rulePath = (rule: string): string => withQuery(pathOf('workflows'), { list: 'rules', rule });

/** A report that something is wrong. */
export const reportPath = (id: number): string => withQuery(pathOf('workflows'), { list: 'reports', row: id });

/**
 * What a workflow's page shows: its diagram, what each state does with each event, a walk by hand, what a version changed,
 * where work gets stuck, one document on it, or the times and ways of the newest.
 */
export const VIEWS = ['diagram', 'matrix', 'simulate', 'compare', 'stuck', 'replay', 'times'] as const;
export type View = (typeof VIEWS)[number];
/** Of workflows whose documents have a log. */
const LOGGED: ReadonlySet<View> = new Set(['stuck', 'replay', 'times']);
export const viewsOf = (isLogged: boolean): View[] => VIEWS.filter((view) => isLogged || !LOGGED.has(view));

/** What identifies a document of a workflow. */
export interface Named {
  id: number;
  kind: RecordKind | null;
}
export const replayPath = (machine: Replayed, { id, kind }: Named): string =>
  withQuery(workflowPath(machine), { view: 'replay', document: id, ...(kind !== null && { kind }) });
/** Workflows whose documents are on several pages: each kind of them with its page. */
export const KINDS: Readonly<Partial<Record<Replayed, ReadonlyMap<RecordKind, Shown>>>> = {
  directoryRecord: new Map<RecordKind, Shown>(shownOn(false)),
  settingRevision: new Map<RecordKind, Shown>(shownOn(true)),
  approval: new Map<RecordKind, Shown>(requestsShown()),
};

/** The kind that the address names: of the document, or of all that are listed and timed. */
export const kindIn = (machine: Replayed, params: URLSearchParams): RecordKind | null =>
  [...(KINDS[machine]?.keys() ?? [])].find((one) => one === params.get('kind')) ?? null;

function recordPath(kind: RecordKind, id: number): string | null {
  const shown = KINDS.directoryRecord?.get(kind);
  return shown === undefined ? null : pathIn(shown, { row: id });
}

/** Where a document of a workflow has its own page; null where it has none. */
export function documentPath(machine: Replayed, { id, kind }: Named): string | null {
  switch (machine) {
    case 'countingAct':
      return pathOf('act', { actId: id });
    case 'invoice':
      return pathOf('invoice', { id });
    case 'output':
      return withQuery(pathOf('outputWindow'), { id });
    case 'saleOrder':
      return withQuery(pathOf('createOrder'), { row: id });
    case 'contract':
      return withQuery(pathOf('contracts'), { row: id });
    case 'cashDocument':
      return withQuery(pathOf('cashOperations'), { row: id });
    case 'practiceDay':
      return withQuery(pathOf('managePracticeDay'), { view: 'days', row: id });
    case 'practiceMonth':
      return withQuery(pathOf('managePracticeDay'), { view: 'months', row: id });
    case 'announcement':
      return withQuery(pathOf('announcements'), { row: id });
    case 'approval':
      return requestPath(kind, { row: id });
    case 'staffTest':
      return withQuery(pathOf('testEditor'), { row: id });
    case 'directoryRecord':
      return kind && recordPath(kind, id);
    case 'settingRevision':
      return kind && settingPath(kind, { revision: id });
    case 'user':
      return withQuery(pathOf('users'), { row: id });
    case 'mobileDevice':
      return withQuery(pathOf('mobileDeviceSettings'), { row: id });
    case 'productLock':
      return withQuery(pathOf('inactiveProducts'), { row: id });
    case 'scoringRun':
      return withQuery(pathOf('scoringNonClients'), { run: id });
    case 'smsAppDevice':
      return withQuery(pathOf('smsServers'), { row: id });
    case 'problemReport':
      return reportPath(id);
    case 'remark':
      return withQuery(pathOf('workflows'), { list: 'remarks', remark: id });
    // what is shown over a list or on a card that its id alone does not name
    case 'import':
    case 'guarantee':
    case 'myIdSession':
    case 'testSitting':
    case 'counter':
      return null;
    default:
      return declaredPath(machine, { row: id });
  }
}
