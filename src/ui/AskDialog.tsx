import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { Dialog } from './Dialog.tsx';
import './ask.css';

interface AskDialogProps {
  title: string;
  onClose: () => void;
  /** closed only by its own buttons: an answer is being sent, or a choice is needed */
  held?: boolean;
  wide?: boolean;
  children: ReactNode;
  foot: ReactNode;
  onSubmit?: () => void;
}

/** Ctrl+Enter presses the main button, wherever the focus is but on another one; never one that takes something away. */
const pressMain = (event: KeyboardEvent): void => {
  const target = event.target as Element;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || target.matches('button')) return;
  event.stopPropagation();
  if (event.isDefaultPrevented()) return;
  event.preventDefault();
  target.closest('.bp6-portal')?.querySelector<HTMLElement>('.action-bar .bp6-intent-primary')?.click();
};

/** A modal choice: the title names the subject, the buttons the actions. */
export function AskDialog({ title, onClose, held, wide, children, foot, onSubmit }: AskDialogProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the whole dialog, which lies elsewhere in the page
    <div style={{ display: 'contents' }} onKeyDown={pressMain}>
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
            // React lets it rise to the form that the dialog was opened from
            event.stopPropagation();
            onSubmit?.();
          }}
          // browsers send a form from a field of text alone
          onKeyDown={(event) => {
            const box = (event.target as Element).matches('input[type="checkbox"], input[type="radio"]');
            if (event.key !== 'Enter' || !box) return;
            event.preventDefault();
            onSubmit?.();
          }}
        >
          {/* what comes later is waited for inside: hidden as a whole the dialog would lose the focus, and with it Esc */}
          <div className="ask-body">
            <Suspense>{children}</Suspense>
          </div>
          <div className="action-bar">{foot}</div>
        </form>
      </Dialog>
    </div>
  );
}
