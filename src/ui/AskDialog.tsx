import { type ReactNode, Suspense } from 'react';
import { Dialog } from './Dialog.tsx';
import { keepFocus } from './keepFocus.ts';
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

/** A modal choice: the title names the subject, the buttons the actions. */
export function AskDialog({ title, onClose, held, wide, children, foot, onSubmit }: AskDialogProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the whole dialog, which lies elsewhere in the page
    <div
      hidden
      onKeyDown={(event) => {
        const target = event.target as HTMLInputElement;
        // browsers send a form from a field of text alone
        const box = /checkbox|radio/.test(target.type);
        if (event.key !== 'Enter' || !(box || event.ctrlKey)) return;
        event.preventDefault();
        event.stopPropagation();
        if (box && onSubmit) onSubmit();
        // from wherever the focus is; never a button that takes something away
        else if (!event.repeat)
          target.closest('.bp6-portal')?.querySelector<HTMLElement>('.action-bar .bp6-intent-primary')?.click();
      }}
    >
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
        >
          <span hidden ref={keepFocus} />
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
