/** What a workflow and its states and events are called, from the texts of its machine. */
import { useLanguage, written } from '../../i18n/index.ts';
import type { WorkflowEntry } from './catalogue.ts';

export interface MachineWords {
  name: string;
  about: string;
  state(path: string): string;
  stateAbout(path: string): string;
  /** Empty for `always`. */
  event(type: string): string;
}

interface Named {
  name: string;
  description?: string;
}
interface Texts extends Required<Named> {
  states: Record<string, Named>;
  events: Record<string, Named>;
}

function wordsOf({ name }: WorkflowEntry): MachineWords {
  const texts = written(`machines/${name}`) as Texts | undefined;
  const of = (path: string): Named | undefined => (path === name ? texts : texts?.states[path]);
  return {
    name: texts?.name ?? name,
    about: texts?.description ?? '',
    state: (path) => of(path)?.name ?? path,
    stateAbout: (path) => of(path)?.description ?? '',
    event: (type) => (type === '' ? '' : (texts?.events[type]?.name ?? type)),
  };
}

/** Words of every workflow in the language now; `useWorkflows` has brought them. */
export function useEveryWords(entries: readonly WorkflowEntry[]): (entry: WorkflowEntry) => MachineWords {
  // a change of language draws the page again
  useLanguage();
  const words = new Map(entries.map((entry) => [entry, wordsOf(entry)]));
  return (entry) => words.get(entry) ?? wordsOf(entry);
}
