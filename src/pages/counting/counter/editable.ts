export const editableOf = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest<HTMLInputElement>('input, textarea, select, [contenteditable="true"]')
    : null;

/** What lies over the screen has keys of its own. */
export const isOver = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.bp6-overlay, [role="dialog"]') !== null;
