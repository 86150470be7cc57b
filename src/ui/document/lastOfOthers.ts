import { session } from '../../app/session.ts';

interface Line {
  user?: { id: number } | null | undefined;
}

/** The newest line of a history that is not of the person who reads it: who was faster. The newest one where all are. */
export function lastOfOthers<L extends Line>(lines: readonly L[]): L | undefined {
  const me = session.getSnapshot().context.user?.id;
  return lines.find(({ user }) => user?.id !== me) ?? lines[0];
}
