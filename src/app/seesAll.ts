/** Whether the person sees every branch's records of a resource: from an office, or by its `allshow`. Writing is another right. */
import { useAllows, useUser } from './session.ts';

export function useSeesAll(resource: string): boolean {
  const allshow = useAllows(`${resource}.allshow`);
  return useUser().office || allshow;
}
