import { OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import { CrossIcon, ErrorIcon, TickCircleIcon, WarningSignIcon } from '@blueprintjs/icons';
import type { IconComponent } from './look.ts';
import { RequestId } from './RequestId.tsx';
import type { ToastEntry, ToastLabels, ToastTone } from './toastEntry.ts';

const icons: Record<ToastTone, IconComponent> = {
  success: TickCircleIcon,
  warning: WarningSignIcon,
  error: ErrorIcon,
};

let toaster: Promise<Toaster> | undefined;

const TOASTS = '.bp6-toast-container';

/** Where the focus was before it came to the toasts. */
let before: HTMLElement | null = null;

document.addEventListener('focusin', ({ target, relatedTarget }) => {
  if (!(target instanceof Element) || target.closest(TOASTS) === null) return;
  if (relatedTarget instanceof Element && relatedTarget.closest(TOASTS) !== null) return;
  before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
});

/** A toast that goes gives the focus back; to the page itself when the place it came from is gone. */
function giveFocusBack(from: Element): void {
  if (!from.contains(document.activeElement)) return;
  const place = before?.isConnected ? before : document.querySelector<HTMLElement>('main[tabindex]');
  place?.focus({ preventScroll: true });
}

interface ToastBodyProps {
  entry: ToastEntry;
  labels: ToastLabels;
  onGone: () => void;
}

export function ToastBody({ entry, labels, onGone }: ToastBodyProps) {
  const { tone, title, text, requestId, link } = entry;
  const Icon = icons[tone];
  return (
    <div className={`toast-body toast-${tone}`}>
      <Icon size={16} />
      <div className="toast-title">{title}</div>
      {text !== undefined && <div className="toast-text">{text}</div>}
      {(link !== undefined || requestId !== undefined) && (
        <div className="toast-foot">
          {link !== undefined && (
            <a
              href={link.href}
              onClick={(event) => {
                onGone();
                if (link.onFollow === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                link.onFollow();
              }}
            >
              {link.text} →
            </a>
          )}
          {requestId !== undefined && <RequestId id={requestId} labels={labels} />}
        </div>
      )}
      <button
        type="button"
        className="toast-close"
        aria-label={labels.close}
        onClick={({ currentTarget }) => {
          giveFocusBack(currentTarget);
          onGone();
        }}
      >
        <CrossIcon size={14} />
      </button>
      {/* the bar is the clock: it is held while the toast is looked at, and the toast goes when it has run down */}
      <i className="toast-bar" aria-hidden="true" onAnimationEnd={onGone} />
    </div>
  );
}

export async function showToast(entry: ToastEntry, labels: ToastLabels): Promise<void> {
  toaster ??= OverlayToaster.create({ position: Position.BOTTOM_RIGHT, maxToasts: 4 });
  const shown = await toaster;
  const key = `toast-${entry.id}`;
  shown.show(
    {
      className: 'toast',
      timeout: 0,
      isCloseButtonShown: false,
      message: <ToastBody entry={entry} labels={labels} onGone={() => shown.dismiss(key)} />,
    },
    key,
  );
}
