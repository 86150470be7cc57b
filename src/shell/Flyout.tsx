import { PopoverNext, PopupKind } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { classes } from '../ui/look.ts';

export interface FlyoutProps {
  /** The button's inside. */
  button: ReactNode;
  label: string;
  buttonClass?: string;
  /** Which way it opens: under the button's right edge, or beside it. */
  side?: 'under' | 'beside';
  /** Held by who uses it; without it the fly-out holds itself. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
  /** It is closed and the button has the focus again. */
  onClosed?: () => void;
  children: (close: () => void) => ReactNode;
}

/** A button and what it opens. */
export function Flyout({ button, label, buttonClass, side = 'under', onClosed, children, ...held }: FlyoutProps) {
  const [openHere, setOpenHere] = useState(false);
  const open = held.open ?? openHere;
  const setOpen = held.onOpen ?? setOpenHere;
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      onClosed={onClosed}
      placement={side === 'beside' ? 'right-start' : 'bottom-end'}
      animation="minimal"
      transitionDuration={100}
      arrow={false}
      shouldReturnFocusOnClose
      popupKind={PopupKind.DIALOG}
      content={
        <div className="flyout" role="dialog" aria-label={label}>
          {children(() => setOpen(false))}
        </div>
      }
      renderTarget={({ isOpen, ref, className, ...target }) => (
        <button
          {...target}
          ref={ref}
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
