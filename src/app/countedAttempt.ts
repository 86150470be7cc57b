/** The attempt that the header counts to, kept in this browser: a reload and the other tabs know it (decision 11). */
export const COUNTED_KEY = 'testReminder';

/** The person's own; null when nothing is counted. */
export function countedAttempt(userId: number): number | null {
  const [user, attempt] = (localStorage.getItem(COUNTED_KEY) ?? '').split(' ').map(Number);
  return user === userId && attempt !== undefined ? attempt : null;
}
