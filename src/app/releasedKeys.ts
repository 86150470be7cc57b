/**
 * Buttons of Blueprint are pressed when a key comes up. One that came under a held key meanwhile (an answer was faster than
 * the hand) is not meant by it: a key presses what it went down on, or nothing.
 */
export function watchReleased(): void {
  let down: EventTarget | null = null;
  const presses = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  const onDown = (event: KeyboardEvent) => {
    if (presses(event) && !event.repeat) down = event.target;
  };
  const onUp = (event: KeyboardEvent) => {
    if (!presses(event) || event.target === down) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onDown, true);
  window.addEventListener('keyup', onUp, true);
}
