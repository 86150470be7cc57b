/**
 * Keeps the focus in a dialog whose focused button is gone or shut: the browser would let it fall to the page, where Esc and
 * Tab are no longer the dialog's. A ref of something inside it.
 */
export function keepFocus(inner: HTMLElement | null) {
  const box = inner?.closest<HTMLElement>('[tabindex]');
  if (!box) return;
  // once the browser has let it fall
  const look = () => document.activeElement === document.body && box.focus();
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  observer.observe(box, { subtree: true, childList: true, attributes: true });
  return () => observer.disconnect();
}
