import { Component, type ReactNode } from 'react';
import { useText } from '../i18n/index.ts';
import { Empty } from '../ui/Empty.tsx';
import { beforeReload } from './drafts.ts';

/** With `onRetry` the page did not come; without it the page itself broke, and only loading anew may help. */
export function PageFailed({ onRetry }: { onRetry?: () => void }) {
  const t = useText('errors');
  return (
    <Empty
      kind="failed"
      title={t(onRetry === undefined ? 'page.title' : 'page.missing')}
      text={t(onRetry === undefined ? 'page.text' : 'page.missingText')}
    >
      {onRetry !== undefined && (
        <button type="button" className="bp6-button bp6-intent-primary" onClick={onRetry}>
          {t('page.retry')}
        </button>
      )}
      <button
        type="button"
        className="bp6-button"
        onClick={() => {
          beforeReload();
          window.location.reload();
        }}
      >
        {t('page.reload')}
      </button>
    </Empty>
  );
}

/** A page that throws is replaced by words; the rest of the screen stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}
