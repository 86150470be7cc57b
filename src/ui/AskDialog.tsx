import { Dialog } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import './ask.css';

interface AskDialogProps {
  title: string;
  onClose: () => void;
  /** closed only by its own buttons: an answer is on its way, or a choice is needed */
  held?: boolean;
  wide?: boolean;
  children: ReactNode;
  foot: ReactNode;
  onSubmit?: () => void;
}

/** A choice that blocks: title says what it is about, buttons say the action. */
export function AskDialog({ title, onClose, held, wide, children, foot, onSubmit }: AskDialogProps) {
  return (
    <Dialog
      isOpen
      title={title}
      className={wide ? 'ask wide' : 'ask'}
      onClose={onClose}
      canEscapeKeyClose={!held}
      canOutsideClickClose={false}
      isCloseButtonShown={!held}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <div className="ask-body">{children}</div>
        <div className="action-bar">{foot}</div>
      </form>
    </Dialog>
  );
}
