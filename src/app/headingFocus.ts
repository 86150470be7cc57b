/** Class of the heading of a page, which has the focus after a navigation until the page puts it where its work begins. */
export const HEADING_CLASS = 'header-title';

/** Nobody has put the focus anywhere: it is nowhere, or at the heading where a navigation leaves it. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.classList.contains(HEADING_CLASS) === true;
