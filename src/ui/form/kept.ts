/**
 * What is typed in a form and not saved, kept in this tab: it outlives the form, a reload and a session that ends. Only
 * what was changed is kept, so that the rest is shown with its values of that time. A key names person and thing: nobody else
 * sees it.
 */
const PREFIX = 'form.';

export function takeKept<V extends object>(key: string, initial: V): Partial<V> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}') as Partial<V>;
    return Object.fromEntries(Object.entries(kept).filter(([name]) => name in initial)) as Partial<V>;
  } catch {
    return {};
  }
}

export function keep(key: string, changed: object): void {
  try {
    if (Object.keys(changed).length === 0) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(changed));
  } catch {
    // a full storage: what is typed stays on the screen
  }
}

/** It is saved, or was given up. */
export const dropKept = (key: string): void => keep(key, {});
