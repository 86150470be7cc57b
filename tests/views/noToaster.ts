/** Stands for `src/ui/ToastHost.tsx` in jsdom: a toast reaches the list of the bell and is not drawn. */
export async function showToast(): Promise<void> {}
