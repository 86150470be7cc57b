import type { ReactNode } from 'react';
import type { Replayed } from '../../../contract/workflows.ts';
import type { WorkflowEntry } from './catalogue.ts';
import type { MachineWords } from './words.ts';

/** What every view of a workflow gets; `views` is the choice between them, for its toolbar. */
export interface ViewProps {
  entry: WorkflowEntry;
  words: MachineWords;
  views: ReactNode;
}

/** Of a workflow whose documents have a log that can be replayed and timed. */
export interface ReplayedViewProps extends ViewProps {
  machine: Replayed;
}
