const isUsable = (one: HTMLElement | null): one is HTMLElement =>
  one?.isConnected === true && !one.matches(':disabled');

/**
 * Keeps the focus in a dialog whose focused button is gone or shut: the browser would let it fall to the page, where Esc and
 * Tab are no longer the dialog's. A button that may be pressed again gets it back. A ref of something inside it.
 */
export function keepFocus(inner: HTMLElement | null) {
  const box = inner?.closest<HTMLElement>('[tabindex]');
  if (!box) return;
  let last: HTMLElement | null = null;
  let isHeld = false;
  const remember = ({ target }: FocusEvent) => {
    if (target === box || !(target instanceof HTMLElement)) return;
    last = target;
    isHeld = false;
  };
  // once the browser has let it fall
  const look = () => {
    const fallen = document.activeElement === document.body;
    if (!fallen && !(isHeld && document.activeElement === box)) return;
    isHeld = true;
    if (isUsable(last)) last.focus();
    else if (fallen) box.focus();
  };
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  observer.observe(box, { subtree: true, childList: true, attributes: true });
  box.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    box.removeEventListener('focusin', remember);
  };
}
