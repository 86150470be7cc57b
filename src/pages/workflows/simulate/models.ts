/** Models of workflows without a table of refusals: what may come, and how they begin. */
import { use } from 'react';
import type { WorkflowModel } from '../../../../machines/kit/model.ts';

const files = import.meta.glob<Record<string, unknown>>('../../../../machines/*/*.model.ts');

const coming = new Map<string, Promise<WorkflowModel | null>>();

const isModel = (value: unknown, name: string): value is WorkflowModel =>
  typeof value === 'object' &&
  value !== null &&
  'cases' in value &&
  'machine' in value &&
  (value.machine as { id?: string }).id === name;

function bring(name: string): Promise<WorkflowModel | null> {
  const known = coming.get(name);
  if (known !== undefined) return known;
  const [, load] = Object.entries(files).find(([file]) => file.endsWith(`/${name}.model.ts`)) ?? [];
  const arriving = (load?.() ?? Promise.resolve({})).then(
    (exported) => (Object.values(exported).find((one) => isModel(one, name)) as WorkflowModel | undefined) ?? null,
  );
  coming.set(name, arriving);
  return arriving;
}

export const useModel = (name: string): WorkflowModel | null => use(bring(name));
