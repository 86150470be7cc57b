import type { Replayed } from '../../../contract/workflows.ts';
import { pageOf } from '../../routes/registry.ts';
export const WORKFLOWS_PATH = '/workflows';
export const workflowPath = (name: string): string => `${WORKFLOWS_PATH}/${name}`;
/** All states that a requirement asks for, over every workflow. */
export const requirementPath = (requirement: string): string =>
  `${WORKFLOWS_PATH}?${new URLSearchParams({ requirement })}`;

/** What a workflow's page shows: its diagram, one document on it, or the times of all. */
export const VIEWS = ['diagram', 'replay', 'times'] as const;
export type View = (typeof VIEWS)[number];
export const replayPath = (machine: Replayed, documentId: number): string =>
  `${workflowPath(machine)}?view=replay&document=${documentId}`;

const DAYS = 'managePracticeDay';

/** Where a document of a workflow has its own page; null where it has none. */
export function documentPath(machine: Replayed, id: number): string | null {
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
    case 'testSitting':
    case 'settingRevision':
    case 'counter':
      return null;
  }
}
