/** The attempts that the header counts to, kept in this browser: a reload and the other tabs know them (decision 11). */
export const COUNTED_KEY = 'testReminder';

/** The person's own. @param kept what the browser keeps: the person's id, then the attempts. */
export function countedAttempts(userId: number, kept = localStorage.getItem(COUNTED_KEY)): number[] {
  const [user, ...attempts] = (kept ?? '').split(' ').map(Number);
  return user === userId ? attempts : [];
}
