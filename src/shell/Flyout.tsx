import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../ui/look.ts';

export interface FlyoutProps {
  /** The button's inside. */
  button: ReactNode;
  label: string;
  buttonClass?: string;
  /** Which way it opens: under the button's right edge, or beside it. */
  side?: 'under' | 'beside';
  children: (close: () => void) => ReactNode;
}

/** A button and what it opens: closed by Escape, by a press elsewhere and by the focus leaving; the button gets it back. */
export function Flyout({ button, label, buttonClass, side = 'under', children }: FlyoutProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ top: number; left?: number; right?: number } | null>(null);
  const open = place !== null;
  const close = () => setPlace(null);

  function toggle(): void {
    const box = trigger.current?.getBoundingClientRect();
    if (open || box === undefined) close();
    else
      setPlace(
        side === 'beside'
          ? { top: box.top, left: box.right + 8 }
          : { top: box.bottom + 6, right: Math.max(8, document.documentElement.clientWidth - box.right) },
      );
  }

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setPlace(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setPlace(null);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches where the focus goes, takes nothing itself
    <div
      ref={root}
      className="flyout-root"
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={classes(buttonClass, open && 'open')}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {button}
      </button>
      {place !== null && (
        <div id={id} className="flyout flyout-fixed" style={place}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
