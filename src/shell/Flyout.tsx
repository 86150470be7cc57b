import { PopoverNext, PopupKind } from '@blueprintjs/core';
import { type ReactNode, useRef, useState } from 'react';
import { classes } from '../ui/look.ts';

export interface FlyoutProps {
  /** The button's inside. */
  button: ReactNode;
  label: string;
  buttonClass?: string;
  /** Where it opens: under the button's right edge, or beside it. */
  side?: 'under' | 'beside';
  /** Held by who uses it; without it the fly-out holds itself. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: (close: () => void) => ReactNode;
}

/** A button and what it opens. */
export function Flyout({ button, label, buttonClass, side = 'under', children, ...held }: FlyoutProps) {
  const [openHere, setOpenHere] = useState(false);
  const open = held.open ?? openHere;
  const setOpen = held.onOpen ?? setOpenHere;
  const target = useRef<HTMLButtonElement>(null);
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={(next, event) => {
        setOpen(next);
        // closed by hand the button has the focus again; after a navigation it belongs to the page's heading
        if (!next && event?.type === 'keydown') target.current?.focus();
      }}
      placement={side === 'beside' ? 'right-start' : 'bottom-end'}
      animation="minimal"
      transitionDuration={100}
      // a navigation in it gives the focus to the page while it is still closing
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      arrow={false}
      popupKind={PopupKind.DIALOG}
      content={
        <div className="flyout" role="dialog" aria-label={label}>
          {children(() => setOpen(false))}
        </div>
      }
      renderTarget={({ isOpen, ref, className, ...rest }) => (
        <button
          {...rest}
          ref={(button) => {
            target.current = button;
            if (typeof ref === 'function') ref(button);
            else if (ref !== null && ref !== undefined) ref.current = button;
          }}
          type="button"
          className={classes(className, buttonClass, isOpen && 'open')}
          aria-label={label}
          title={label}
        >
          {button}
        </button>
      )}
    />
  );
}
