import { RECORD_KINDS, type RecordKind, type Replayed } from '../../../contract/workflows.ts';
import { pageOf } from '../../routes/registry.ts';
export const WORKFLOWS_PATH = '/workflows';
export const workflowPath = (name: string): string => `${WORKFLOWS_PATH}/${name}`;
/** All states that a requirement asks for, over every workflow. */
export const requirementPath = (requirement: string): string =>
  `${WORKFLOWS_PATH}?${new URLSearchParams({ requirement })}`;

/** What a workflow's page shows: its diagram, one document on it, or the times of all. */
export const VIEWS = ['diagram', 'replay', 'times'] as const;
export type View = (typeof VIEWS)[number];

/** What tells one document of a workflow from all others. */
export interface Named {
  id: number;
  kind: RecordKind | null;
}
export const replayPath = (machine: Replayed, { id, kind }: Named): string =>
  `${workflowPath(machine)}?view=replay&document=${id}${kind === null ? '' : `&kind=${kind}`}`;
/** The directory that the address names: of the document, or of all that are listed and timed. */
export const kindIn = (machine: Replayed, params: URLSearchParams): RecordKind | null =>
  (machine === 'directoryRecord' && RECORD_KINDS.find((one) => one === params.get('kind'))) || null;

const DAYS = 'managePracticeDay';

const DIRECTORIES = { partner: 'reliablePartners', warehouse: 'warehouseManagement' } as const;

/** Where a document of a workflow has its own page; null where it has none. */
export function documentPath(machine: Replayed, { id, kind }: Named): string | null {
  switch (machine) {
    case 'countingAct':
      return pageOf('act').path.replace(':actId', String(id));
    case 'invoice':
      return pageOf('invoice').path.replace(':id', String(id));
    case 'practiceDay':
      return `${pageOf(DAYS).path}?view=days&row=${id}`;
    case 'practiceMonth':
      return `${pageOf(DAYS).path}?view=months`;
    case 'announcement':
      return `${pageOf('announcements').path}?row=${id}`;
    case 'staffTest':
      return `${pageOf('testEditor').path}?row=${id}`;
    case 'directoryRecord':
      return kind && `${pageOf(DIRECTORIES[kind]).path}?row=${id}`;
    case 'testSitting':
    case 'settingRevision':
    case 'counter':
      return null;
  }
}
