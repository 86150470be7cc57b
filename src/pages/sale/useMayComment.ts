import { useAllows, useUser } from '../../app/session.ts';

/** Whether the person adds comments and files to a document of the branch. */
export function useMayComment(rule: string, organizationId: number): boolean {
  const allowed = useAllows(rule);
  const { office, organization_id } = useUser();
  return allowed && (office || organization_id === organizationId);
}
