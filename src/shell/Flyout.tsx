import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
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
  const panel = useRef<HTMLDivElement>(null);
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
    panel.current?.focus({ preventScroll: true });
    const onPress = (event: PointerEvent) => {
      const inside = [panel, trigger].some((own) => own.current?.contains(event.target as Node));
      if (!inside) setPlace(null);
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
    <>
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
      {place !== null &&
        // in the body: the menu that it opens from cuts what reaches over its edge
        createPortal(
          <div
            ref={panel}
            id={id}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className="flyout flyout-fixed"
            style={place}
            onBlur={({ relatedTarget, currentTarget }) => {
              const left = relatedTarget !== null && relatedTarget !== trigger.current;
              if (left && !currentTarget.contains(relatedTarget)) close();
            }}
          >
            {children(close)}
          </div>,
          document.body,
        )}
    </>
  );
}
