/** Before a forced reload pages write their drafts; no leave-page question is asked (decision 2). */
const writers = new Set<() => void>();
let forced = false;

/** Registers what writes a draft at once (synchronously). Returns how to take it back. */
export function onBeforeReload(write: () => void): () => void {
  writers.add(write);
  return () => void writers.delete(write);
}

/** Whether the page is being reloaded by force: a `beforeunload` question must then stay silent. */
export const isForcedReload = (): boolean => forced;

/** Writes every draft and silences the questions; one writer's failure does not stop the others. */
export function beforeReload(): void {
  forced = true;
  for (const write of writers) {
    try {
      write();
    } catch (error) {
      console.error(error);
    }
  }
}
