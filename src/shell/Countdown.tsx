/**
 * The last minute before inactivity ends the session, counted at the bottom right and in the tab's title. Any key or
 * movement keeps the person in; the card then stays for a moment, and while the pointer is on it, so that its buttons
 * do not go when the pointer comes to them.
 */
import { TickCircleIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { secondsLeft } from '../../machines/session/inactivity.machine.ts';
import { noteActivity } from '../app/activity.ts';
import { useNetwork } from '../app/network.ts';
import { countInTitle } from '../app/pageTitle.ts';
import { useCounting, useSession } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import './countdown.css';

/** How long the card stays after the person is back, in milliseconds. */
const STAYS = 4_000;
const MINUTE = 60;

/** A screen reader hears the time when one of these is reached, and nothing between them. */
const SPOKEN_AT = [10, 30, 60] as const;

const clockOf = (seconds: number) => `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;

/** The time as it is spoken: as it was when the last of the marks was reached. */
function useSpoken(seconds: number | null): number | null {
  const mark = seconds === null ? null : (SPOKEN_AT.find((one) => seconds <= one) ?? null);
  const [spoken, setSpoken] = useState({ mark, seconds });
  if (spoken.mark === mark) return spoken.seconds;
  setSpoken({ mark, seconds });
  return seconds;
}

/** Whether the card is here: in the last minute, a moment after it, and as long as it is held. */
function useShown(counting: boolean, held: boolean) {
  const [staying, setStaying] = useState(counting);
  if (counting && !staying) setStaying(true);
  useEffect(() => {
    if (counting || held || !staying) return;
    const timer = setTimeout(() => setStaying(false), STAYS);
    return () => clearTimeout(timer);
  }, [counting, held, staying]);
  return { shown: counting || staying, close: () => setStaying(false) };
}

export default function Countdown() {
  const t = useText('countdown');
  const { reachable } = useNetwork();
  const counting = useCounting();
  const inactivity = useSession((snapshot) => snapshot.children.inactivity);
  const left = useSelector(inactivity, (snapshot) =>
    snapshot?.hasTag('counting') ? secondsLeft(snapshot.context) : 0,
  );
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const { shown, close } = useShown(counting, pointed || focused);
  const spoken = useSpoken(counting ? left : null);
  const clock = clockOf(left);
  useEffect(() => countInTitle(counting ? clock : null), [counting, clock]);
  useEffect(() => () => countInTitle(null), []);
  if (!shown) return null;

  const stay = () => {
    noteActivity();
    inactivity?.send({ type: 'activity.seen', at: Date.now() });
    setPointed(false);
    setFocused(false);
    close();
  };
  // what the person was writing keeps the focus
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const place = reachable ? 'online' : 'offline';
  return createPortal(
    <>
      <p className="unseen" role="alert">
        {spoken !== null && t(`${place}.spoken`, { count: spoken })}
      </p>
      <div
        className="countdown"
        role="alertdialog"
        aria-labelledby="countdown-title"
        aria-describedby="countdown-text"
        data-testid="countdown"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <span className="countdown-clock" aria-hidden="true">
          {counting ? clock : <TickCircleIcon size={20} className="green" />}
        </span>
        <div className="countdown-words">
          <b id="countdown-title">{t(counting ? 'title' : 'stayed')}</b>
          <p id="countdown-text">{t(counting ? `${place}.text` : 'stayedText')}</p>
          <div className="countdown-acts">
            <button type="button" className="bp6-button bp6-intent-primary" onMouseDown={keepFocus} onClick={stay}>
              {t('stay')}
            </button>
            <button
              type="button"
              className="bp6-button bp6-minimal"
              onMouseDown={keepFocus}
              onClick={() => inactivity?.send({ type: 'person.leave' })}
              data-testid="countdown-leave"
            >
              {t(`${place}.leave`)}
            </button>
            {counting && <span className="muted">{t('anyKey')}</span>}
          </div>
        </div>
        {counting && <i className="countdown-bar" style={{ transform: `scaleX(${left / MINUTE})` }} />}
      </div>
    </>,
    // what is outside an open dialog cannot be pressed
    document.querySelector('dialog[open]') ?? document.body,
  );
}
