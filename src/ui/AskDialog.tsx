import { type ReactNode, Suspense, useEffect, useRef } from 'react';
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

/** Ctrl+Enter presses the main button from wherever the focus is; never one that does what cannot be taken back. */
function useMainKey() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
      // of several dialogs the one on top
      if ([...document.querySelectorAll('[role="dialog"]')].at(-1)?.contains(form.current) !== true) return;
      event.preventDefault();
      form.current?.querySelector<HTMLButtonElement>('.action-bar .bp6-intent-primary')?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return form;
}

/** A modal choice: the title names the subject, the buttons the actions. */
export function AskDialog({ title, onClose, held, wide, children, foot, onSubmit }: AskDialogProps) {
  const form = useMainKey();
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
        ref={form}
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
  );
}
